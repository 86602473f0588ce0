package lines

import (
	"memcity/trace/internal/assemble"
	"memcity/trace/wire/lines"
)

// Kinds of objects and roots with named variables.
const (
	moduleKind = "module"
	classKind  = "class"
)

// variables is the reference of a module to a dictionary with its variables, in Python.
const variables = "__dict__"

// modules are the modules and classes whose named references are variables.
type modules struct {
	names        map[uint64]string // by id
	dictionaries map[uint64]uint64 // ids of the dictionaries with the variables of modules
}

// add adds an object of the given kind, if that is a module or class. The first name of an object counts.
func (m *modules) add(kind string, id uint64, name string) {
	if kind != moduleKind && kind != classKind {
		return
	}
	if m.names == nil {
		m.names, m.dictionaries = map[uint64]string{}, map[uint64]uint64{}
	}
	if m.names[id] == "" {
		m.names[id] = name
	}
}

// object learns whether an object is a module or class.
func (m *modules) object(r *lines.Record, texts *lines.Texts) {
	m.add(texts.Of(r.What), r.ID, texts.Of(r.Name))
	if len(m.names) == 0 || m.names[r.ID] == "" {
		return
	}
	for _, ref := range r.References {
		if ref.Name != 0 && ref.Name != lines.Many && !ref.Null && texts.Of(ref.Name) == variables {
			m.dictionaries[r.ID] = ref.To
		}
	}
}

// own tells the builder whose references are variables.
func (m *modules) own(b *assemble.Builder) {
	for id, name := range m.names {
		if dictionary, ok := m.dictionaries[id]; ok {
			id = dictionary
		}
		b.Own(id, name)
	}
}
