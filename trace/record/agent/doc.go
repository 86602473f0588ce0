// Package agent contains the agent that records a Java virtual machine from inside. It also finds, builds and calls the agent. The agent is
// written in C, in the folder source, and uses JVMTI of JDK 11 and later.
//
// The agent tags objects with numbers. It walks the heap at GC points and on request, as often as a budget permits. It sends its data to a
// socket. Package collect reads it and writes the trace. The agent leaves decisions to the collector. If the socket closes, the agent
// stops recording and the program continues.
//
// # Modes
//
// In mode sampled, the agent records the site, thread and birth of about one allocation per interval of bytes. The birth of any other
// object is only known to be after the previous GC point.
//
// In mode exact, the agent counts every allocation by type, site and thread. The VM calls the agent for each, which takes 0.25 µs. Reading
// the call chain by GetStackTrace would take 1.5 to 3 µs more. Therefore the agent walks the stack itself where it can: on x86-64 with Linux
// or macOS, and Java 17 to 25. For this it reads the descriptions of HotSpot's own structures for tools (gHotSpotVMStructs), as explained in
// docs/decisions/vm-internals.md. It requests each path through compiled and interpreted code from the VM once and caches it. The ID of a
// compilation shows whether the code is still the same. A stack that the agent cannot walk is requested from the VM each time. If required
// structures are missing, all stacks are, which the agent reports once. The agent compares one of 4,096 chains found in the cache with
// the VM's chain. A single difference would disable the fast path and be reported; none has been seen. [Options.Check] compares more.
//
// An identity takes up to 1 µs more, in the VM's table of tags. Therefore the agent stops tagging objects of a type and innermost frames
// if almost none of them survive a GC, except one of 16, and one of 128 once 128 of them were tagged since the last GC. If a walk finds one
// of the untagged objects alive, its site is known only if no other chain of its type was left untagged. Otherwise its site is unknown, and
// these chains are tagged again after that. A reported site is always correct. The agent reports deaths of objects that a walk has visited
// or that have survived a GC. All other allocated objects died before their first GC. With [Options.TagAll] the agent tags every object. It
// observes threads that are older than the recording only after they have allocated about 512 KiB more.
//
// In mode counts, the agent records no single objects: only objects and bytes per type, of the whole heap.
//
// # Points
//
// A walk reports the objects that are reachable without weak and phantom references. After GCs of the whole heap, the agent also searches
// objects that only the VM refers to. Once another GC has shown that they are not garbage, they get a root "VM internal". Before a requested
// point, the VM runs a GC, as for heap dumps and class histograms, unless this is disabled. It runs another one if objects
// of the VM remain to be identified. The walk omits the filler arrays between objects.
//
// Slots of class objects are named as in heap dumps: static fields, <super>, <loader>, <signers>, <domain>. In addition there are the fields
// of java.lang.Class itself, and <constant N> for string constants in the code, which dumps have in an array <resolved_references>. Fields of
// classes from the VM's archive have no names until the class is linked.
//
// At the end of the program there is a last point if the budget permits it, or if there was none before.
package agent
