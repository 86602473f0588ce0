// Package definition loads and evaluates user-defined groupings of objects: classifiers and filters as typed expressions over the
// properties of an object, features as ranges of code, and the list of packages that belong to the program. docs/classifiers.md is the
// manual.
//
// A definition file is in YAML. Expressions are written in the language of github.com/expr-lang/expr. They have one variable, object, whose
// properties are listed in property.go. When a file is loaded, each expression is parsed, its properties are replaced by variables, its
// types are checked, guards are added, and it is compiled:
//
//	text ─ parse ─► tree ─ resolve ─► object.fields["a.b"] is one variable ─ check ─► types ─ guard ─► bounded ─► program
//
// The library limits the memory of lists. Guards limit the rest: iterations of predicates, the length of texts, and lists in lists.
// Functions that depend on the clock or on the order of maps are not available. An error for one object is counted, and puts the object
// into a separate group. It never stops the evaluation.
//
// Example:
//
//	files, faults := fault.LoadAll(os.DirFS(folder), "*.yaml", definition.Load)
//	registry, more := definition.Register(group.Builtin(), files, reported)
//	chain, err := registry.Parse("size-band,type")
package definition
