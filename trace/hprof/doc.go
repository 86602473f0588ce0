// Package hprof reads heap dumps of Java and Android in HPROF format. Each file is a GC point whose heap state is loaded on demand. Package
// trace/wire/hprof reads the records.
//
// Loading reads the file in several passes, each by several goroutines. census counts objects and finds classes, strings and stacks.
// places, index and table number the objects. load, columns and roots fill the [trace.Heap]. layout and sizes determine the object layout
// of the VM. values, rows and inflate read fields and contents later. histogram counts types without all of this. peek reads the beginning
// of a dump to find out which data the dump contains.
package hprof
