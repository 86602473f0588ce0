// Package agent has the agent that records a Java virtual machine from inside: its C source (JVMTI, for JDK 11 and later),
// which lies in the folder source, and the ways to find, build and call it.
//
// The agent tags objects with numbers and walks over the heap at GC points and on request, as often as a budget allows.
// It writes what it sees to a socket; package collect reads that and writes the trace. It decides as little as possible:
// when the socket is gone it turns itself off and the program goes on.
//
// # Modes
//
// In mode sampled the site, thread and birth are known of about one allocation per interval of bytes; of other objects
// the birth is known as "after the GC point before".
//
// In mode exact every allocation is counted by type, site and thread. The VM calls the agent for each, which costs 0.25 µs;
// to request the call chain (GetStackTrace) would cost 1.5 to 3 µs more. So the frames on the stack are walked by the agent
// itself where it can: on x86-64 with Linux or macOS, Java 17 to 25, with what HotSpot says of its own structures for tools
// (gHotSpotVMStructs), read in the way that docs/decisions/vm-internals.md describes. Each way through compiled and interpreted code is requested from the VM once and kept; a compilation's number
// reports whether the code is still the same. What is not understood is requested each time, and so is all where something is
// missing, which is reported once. One of 4,096 chains found so is compared with what the VM says; a single difference, which was
// never seen, would end the fast way and be reported. [Options.Check] compares more of them.
//
// An identity costs up to 1 µs more, in the VM's table of tags. So objects of a type and innermost frames of which (nearly)
// none survives a GC are no longer tagged, but for one of 16. If a walk finds one of them alive, its site is known if no other
// chain of its type was left without tags; else its site is not known, and these are tagged again from then on. A site that
// is given is always right. Deaths are reported for objects that a walk saw or that survived a GC; all others that were allocated
// did not survive their first one. With [Options.TagAll] every object is tagged. Threads that are older than the recording
// are watched only after their next 512 KiB or so.
//
// In mode counts there are no single objects: objects and bytes per type, of all that is in the heap.
//
// # Points
//
// A walk reports what is reachable but through weak and phantom references. What only the VM refers to is looked for after
// GCs of the whole heap, and reported once another one has shown that it is no garbage; it gets a root "VM internal". The VM
// collects before a point that was requested, as for heap dumps and class histograms, unless that is switched off, and once
// more if there is something to be found out. The arrays with which the VM fills holes between objects are left out.
//
// Slots of class objects are named as in heap dumps: static fields, <super>, <loader>, <signers>, <domain>. Beyond dumps
// there are the fields of java.lang.Class itself, and <constant N> for texts in the code, which dumps have in an array
// <resolved_references>. Fields of classes from the VM's archive that are not linked yet have no names.
//
// At the end of the program there is a last point if the budget allows it, or if there was none before.
package agent
