package memtree

import (
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// WriteTree writes a document in the default format, regardless of t.Format. It is compact, with whole numbers, and leaves have no
// "children". Sizes of closures are not part of the format and are left out.
func WriteTree(w io.Writer, time int64, t *Tree) error {
	e := newEncoder(w)
	e.token(jsontext.BeginObject)
	e.name("time")
	e.token(jsontext.Int(time))
	e.name("root")
	var ends []int32 // end of each node whose children are being written
	var key []byte
	for i := range int32(len(t.Nodes)) {
		for len(ends) > 0 && ends[len(ends)-1] == i {
			ends = ends[:len(ends)-1]
			e.closeNode()
		}
		key = t.AppendKey(key[:0], i)
		if e.node(t, i, key); t.Nodes[i].End > i+1 {
			e.name("children")
			e.token(jsontext.BeginArray)
			ends = append(ends, t.Nodes[i].End)
		} else {
			e.token(jsontext.EndObject)
		}
	}
	for range ends {
		e.closeNode()
	}
	if t.Fleet != nil {
		e.fleet(t.Fleet) // after the tree, so that the first bytes identify the format
	}
	e.token(jsontext.EndObject)
	return e.err
}

// WriteMap writes a pointer map document.
func WriteMap(w io.Writer, time int64, m *Map) error {
	e := newEncoder(w)
	e.token(jsontext.BeginObject)
	e.name("time")
	e.token(jsontext.Int(time))
	e.name("pointerMap")
	if m.Null {
		e.token(jsontext.Null)
	} else {
		e.token(jsontext.BeginObject)
		for r, key := range m.Rows {
			e.name(m.Keys[key])
			e.token(jsontext.BeginObject)
			for k := m.Start[r]; k < m.Start[r+1]; k++ {
				e.name(m.Keys[m.To[k]])
				e.token(jsontext.Int(m.Counts[k]))
			}
			e.token(jsontext.EndObject)
		}
		e.token(jsontext.EndObject)
	}
	e.token(jsontext.EndObject)
	return e.err
}

// encoder keeps the first error, so that callers need no error checks.
type encoder struct {
	enc *jsontext.Encoder
	err error
}

func newEncoder(w io.Writer) *encoder {
	return &encoder{enc: jsontext.NewEncoder(w, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
}

func (e *encoder) token(t jsontext.Token) {
	if e.err == nil {
		e.err = e.enc.WriteToken(t)
	}
}

func (e *encoder) name(s string) { e.token(jsontext.String(s)) }

func (e *encoder) node(t *Tree, i int32, key []byte) {
	n := &t.Nodes[i]
	e.token(jsontext.BeginObject)
	e.name("key")
	e.name(string(key))
	e.name("name")
	e.name(t.Texts[n.Name])
	e.name("role")
	e.name(t.Texts[n.Role])
	e.name("bytes")
	e.token(jsontext.Int(n.Bytes))
	e.name("objects")
	e.token(jsontext.Int(n.Objects))
	if t.Fleet == nil {
		return
	}
	if g, ok := t.Fleet.Groups[i]; ok {
		e.amounts(&g)
	}
}

func (e *encoder) closeNode() {
	e.token(jsontext.EndArray)
	e.token(jsontext.EndObject)
}
