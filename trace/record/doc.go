// Package record records running programs on the Java virtual machine into native traces.
//
// [Start] starts a program, [Attach] takes one that runs. Two paths lead to a trace. With an agent (modes sampled, exact and
// counts) native code in the VM hands over what it sees through a socket: see package agent and package collect. Without one
// (modes dumps and histograms) the VM itself is polled, again and again, for a heap dump or a class histogram, each of which is
// made part of the trace at once; garbage collections are taken from the VM's performance counters.
//
// Each VM gets a file of its own: a program may start several, and may be a script that starts one.
package record
