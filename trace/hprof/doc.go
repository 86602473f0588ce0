// Package hprof reads heap dumps of Java and Android in the format HPROF: one GC point per file, whose heap state is loaded
// on demand. The records are those of trace/wire/hprof.
//
// Loading reads the file in passes by several goroutines: census counts objects and finds classes, strings and stacks;
// places, index and table number the objects; load, columns and roots fill the [trace.Heap]; layout and sizes find out how
// the virtual machine lays out objects. values, rows and inflate read fields and contents later. histogram counts types
// without any of this, peek looks at the beginning for what a dump knows.
package hprof
