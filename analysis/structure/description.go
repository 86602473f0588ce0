package structure

import (
	"strings"
)

// Use says what becomes of the target of a reference.
type Use uint8

// Uses of references.
const (
	Follow Use = iota // a part, whose own references are looked at
	Leaf              // contents
	Never             // not of the data structure, whatever other references of the description say
)

// Ref is one kind of references that the objects of a type may have.
type Ref struct {
	Use Use

	// Text is the name of the targets' type as it is written, Namespace the one around it, or empty. Both readings of the
	// name are meant: as it is, and with the namespace in front, unless Text begins with *.
	Text, Namespace string

	Line, Column int
}

// Names returns the type names that the reference means; a * in them stands for any text.
func (r *Ref) Names() []string {
	if r.Namespace == "" || strings.HasPrefix(r.Text, "*") {
		return []string{r.Text}
	}
	return []string{r.Text, r.Namespace + "." + r.Text}
}

// any reports whether the reference means all types.
func (r *Ref) any() bool { return r.Text == anyType || r.Text == rootType }

const (
	anyType  = "*"
	rootType = "java.lang.Object"
)

// Description says which references of a type's objects belong to a data structure.
type Description struct {
	Type string // full name
	Head bool   // its objects are data structures; else they are internal to some
	Refs []Ref

	File         string
	Line, Column int
}

// File is the descriptions of one file, in order.
type File struct {
	Name         string
	Descriptions []*Description
}

// Library is descriptions to work with, one for each type. Read-only once made.
type Library struct {
	Descriptions []*Description
	of           map[string]int32 // by full type name
}

// Merge puts files together. A description replaces one of the same type in an earlier file.
func Merge(files ...*File) *Library {
	l := &Library{of: map[string]int32{}}
	for _, f := range files {
		for _, d := range f.Descriptions {
			if i, ok := l.of[d.Type]; ok {
				l.Descriptions[i] = d
				continue
			}
			l.of[d.Type] = int32(len(l.Descriptions))
			l.Descriptions = append(l.Descriptions, d)
		}
	}
	return l
}

// Find returns the description of a type by its full name; nil if it has none of its own.
func (l *Library) Find(name string) *Description {
	if i, ok := l.of[name]; ok {
		return l.Descriptions[i]
	}
	return nil
}
