// Package dotnet reads heap snapshots of .NET: the event traces that the runtime writes (.nettrace), and the graphs of PerfView and dotnet-gcdump
// (.gcdump). Each snapshot is a GC point. A trace may contain several. Packages trace/wire/nettrace and trace/wire/gcdump read single
// events and nodes.
//
// names converts the names of types to C#. Neither format has names of fields, indices of array elements or identities of objects. Types that
// are nested in other types have neither a namespace nor the name of the outer type. Nested types of .NET itself get the prefix System:. A
// static field has a name, but no class; assemblies of the program may name it. The runtime stores the values of static fields in arrays, which
// [loader] takes out of the paths: an array refers to no value that a static field holds.
//
// assemblies finds the classes of static fields. traces finds the snapshots of a trace in a first pass. values reads their objects where they
// are in the file. dumps reads a graph. load fills the [trace.Heap] from either, by two passes with package trace/internal/assemble.
package dotnet
