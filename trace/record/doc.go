// Package record records running Java programs as native traces.
//
// [Start] starts a program; [Attach] connects to a running one. There are two methods of recording. In the modes sampled, exact and counts,
// an agent in the VM sends data through a socket: see package agent and package collect. In the modes dumps and histograms, the recorder
// repeatedly requests a heap dump or class histogram from the VM and converts it into the trace. It reads garbage collections from the VM's
// performance counters.
//
// Each VM gets its own file, since a program may start several VMs, or be a script that starts one.
package record
