// Package definition loads and runs what users write to group objects in their own way: classifiers and filters as typed expressions over
// the properties of an object, features as ranges of code, and the list of packages that belong to the program. docs/classifiers.md is the
// manual.
//
// A definition file is in YAML. Expressions are those of github.com/expr-lang/expr over one variable, object, whose properties are listed
// in property.go. When a file is loaded, each expression is parsed, its properties are replaced by variables, its types are checked, guards
// are added, and it is compiled:
//
//	text ─ parse ─► tree ─ resolve ─► object.fields["a.b"] is one variable ─ check ─► types ─ guard ─► bounded ─► program
//
// The library limits the memory of lists. Guards limit the rest: iterations of predicates, the length of texts, and lists in lists.
// Functions that depend on the clock or on the order of maps are not available. An error for one object is counted and gives the object a
// key of its own. It never ends a run.
//
// A caller does:
//
//	files, faults := fault.LoadAll(os.DirFS(folder), "*.yaml", definition.Load)
//	registry, more := definition.Register(group.Builtin(), files, reported)
//	chain, err := registry.Parse("size-band,type")
package definition
