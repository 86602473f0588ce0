package definition

import (
	"memcity/analysis/group"
	"memcity/analysis/userfile"
	"memcity/trace"
)

// Definition is a classifier or filter that a user has written. It is checked, immutable and safe for concurrent use.
type Definition struct {
	Name        string
	Kind        group.Kind // Groups or Filters
	Description string
	Example     string
	Cardinality group.Cardinality // One, Many or Hierarchy
	// Needs is the knowledge of a recording that the expression requires.
	Needs trace.Knowledge

	File         string
	Line, Column int // 1-based position of the definition in the file

	expression *expression
	find       func(offset int) place // position in the file for an offset in the expression
}

// Kinds of definitions, as written in a file.
const (
	classifierKind = "classifier"
	filterKind     = "filter"
)

// title returns the name of the definition for messages.
func (d *Definition) title() string {
	if d.Kind == group.Filters {
		return filterKind + " " + d.Name
	}
	return classifierKind + " " + d.Name
}

func (d *Definition) fault(offset int, text string) *userfile.Fault {
	at := d.find(offset)
	return &userfile.Fault{File: d.File, Line: at.line, Column: at.column, Text: text}
}
