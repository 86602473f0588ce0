// Package goheap reads heap dumps of Go, as written by runtime/debug.WriteHeapDump. Each file is a GC point whose heap state is loaded on
// demand. Package trace/wire/goheap reads the records.
//
// A dump has the contents of all objects, and the offsets of the pointers in them, but no types and no names. The executable of the program
// has both. program reads its symbols and its table of functions, and dwarf its types. memory holds the contents of the dump.
//
// follow finds the types of objects: a package variable has a type, and so has every object that its pointers lead to. locals does the same for
// the local variables of goroutines. The types of values in interfaces, of closures and of large objects are in the dump itself, as addresses.
// An object accepts a type only if its pointers are at the offsets that the type has. Objects without a type are named after their sizes.
//
// Types without a name of their own, such as maps and slices, have the prefix go:. The name of a root is the name of the variable, and the
// path of the field if the variable is a struct or leads to a temporary without a name. Goroutines are threads, with their frames.
//
// Go writes the last bytes of some pages as if they were objects. They are left out, so that objects and bytes equal the numbers
// of runtime.MemStats in the dump.
package goheap
