// Package assemble builds a [trace.Heap] from objects that refer to each other by numbers of any size, such as addresses. Formats of runtimes
// other than the JVM share it.
//
// The caller reads its input twice. In the first pass, [Builder.Count] learns the objects, types and names of references. Then [Builder.Place]
// numbers the objects and assigns slots to names. In the second pass, [Builder.Add] fills the heap. types and slots contain the results of the
// first pass, and columns the results of the second.
package assemble
