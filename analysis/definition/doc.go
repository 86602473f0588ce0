// Package definition reads what users write to group objects their own way, and makes it run: classifiers and filters as
// typed expressions over the properties of an object, features as ranges of code, and the list of packages that are the
// program's own. docs/classifiers.md is the manual.
//
// A definition file is text in YAML. Expressions are those of github.com/expr-lang/expr, over one variable, object, whose
// properties the table in property.go lists. When a file is loaded, each expression is parsed, its properties are found
// and turned into variables, its types are checked, guards are added, and it is compiled:
//
//	text ─ parse ─► tree ─ resolve ─► object.fields["a.b"] is one variable ─ check ─► types ─ guard ─► bounded ─► program
//
// The library bounds the memory of lists. The guards bound the rest: rounds of predicates, the length of texts, and lists
// in lists; functions that depend on the clock or on the order of maps are not offered. A fault in one object is counted
// and gives it a key of its own; it never ends a run.
//
// What a caller does:
//
//	files, faults := fault.LoadAll(os.DirFS(folder), "*.yaml", definition.Load)
//	registry, more := definition.Register(group.Builtin(), files, reported)
//	chain, err := registry.Parse("size-band,type")
package definition
