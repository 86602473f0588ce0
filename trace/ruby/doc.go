// Package ruby reads heap dumps of Ruby, as written by ObjectSpace.dump_all. Each file is a GC point whose heap state is loaded on demand.
// Package trace/wire/ruby reads single lines.
//
// Types are named after their classes, for which a dump has the addresses. Objects with a singleton class have the type of its
// superclass. Classes of Ruby's core have the prefix ruby:, and objects inside the virtual machine have names such as ruby:(method entry). A
// dump has no names of variables. The script in the manual adds them. Otherwise, variables of a class are named after the types of their
// values, such as (Hash), and references of other objects after their places.
//
// Loading reads a file three times. classes reads classes and names, because the line of a class may come after the lines of its objects. Then
// load fills the [trace.Heap] by two passes with package trace/internal/assemble. roots, sites and variables complete it. series finds the
// order of the files, and faults collects the faults of a file.
package ruby
