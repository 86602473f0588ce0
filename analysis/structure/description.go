package structure

import (
	"strings"
)

// Use selects the role of a reference's target.
type Use uint8

// Uses of references.
const (
	Follow Use = iota // part, whose own references are followed
	Leaf              // contents
	Never             // outside the data structure, even if other references of the description match
)

// Ref is a kind of references that the objects of a type may have.
type Ref struct {
	Use Use

	// Text is the name of the targets' type as written. Namespace is the surrounding namespace, or empty. The name stands for two names: as
	// written and prefixed by the namespace. Only the former applies if Text starts with *.
	Text, Namespace string

	Line, Column int
}

// Names returns the type names that the reference stands for. A * in a name stands for any text.
func (r *Ref) Names() []string {
	if r.Namespace == "" || strings.HasPrefix(r.Text, "*") {
		return []string{r.Text}
	}
	return []string{r.Text, r.Namespace + "." + r.Text}
}

// any reports whether the reference stands for all types.
func (r *Ref) any() bool { return r.Text == anyType || r.Text == rootType }

const (
	anyType  = "*"
	rootType = "java.lang.Object"
)

// Description defines which references of a type's objects belong to a data structure.
type Description struct {
	Type string // full name
	Head bool   // true if its objects are heads of data structures; false if they are internal
	Refs []Ref

	File         string
	Line, Column int
}

// File contains the descriptions of one file, in order.
type File struct {
	Name         string
	Descriptions []*Description
}

// Library contains at most one description per type. It is read-only once built.
type Library struct {
	Descriptions []*Description
	of           map[string]int32 // index by full type name
}

// Merge combines files. A description replaces one of the same type in an earlier file.
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

// Find returns the description of a type by its full name; nil if the type has none of its own.
func (l *Library) Find(name string) *Description {
	if i, ok := l.of[name]; ok {
		return l.Descriptions[i]
	}
	return nil
}
