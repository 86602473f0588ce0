// Package anttracks opens traces of the AntTracks VM as recordings. It replays every event, so that each garbage collection is a GC point
// with all objects: their types, sizes, allocation sites, allocating threads, births and spaces, and references and GC roots if the VM
// recorded them. Package trace/wire/anttracks reads the files.
//
// The method is that of Lengauer, Bitto, Mössenböck: Accurate and Efficient Object Tracing for Java Applications (ICPE 2015,
// DOI 10.1145/2668930.2688037). The rules that make the replay exact, and that no paper contains, are next to the code.
//
// open finds the files of a run. replay, collect and references follow the events, with the tables in objects, spaces and threads. types
// and sites translate names, lines finds line numbers, and heap builds the heap states, which write stores as a native trace.
package anttracks
