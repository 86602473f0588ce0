package definition

import (
	"memcity/analysis/fault"
	"memcity/analysis/group"
	"memcity/trace"
)

// Definition is a classifier or filter that a user has written. It is checked and does not change; several goroutines may
// use it.
type Definition struct {
	Name        string
	Kind        group.Kind // Groups or Filters
	Description string
	Example     string
	Cardinality group.Cardinality // One, Many or Hierarchy
	// Needs is what a recording must know of its objects for the expression to run.
	Needs trace.Knowledge

	File         string
	Line, Column int // of the definition in the file, from 1

	expression *expression
	find       func(offset int) place // a place in the expression's text as one in the file
}

// Kinds of definitions, as written in a file.
const (
	classifierKind = "classifier"
	filterKind     = "filter"
)

// title names the definition in messages.
func (d *Definition) title() string {
	if d.Kind == group.Filters {
		return filterKind + " " + d.Name
	}
	return classifierKind + " " + d.Name
}

func (d *Definition) fault(offset int, text string) *fault.Fault {
	at := d.find(offset)
	return &fault.Fault{File: d.File, Line: at.line, Column: at.column, Text: text}
}
