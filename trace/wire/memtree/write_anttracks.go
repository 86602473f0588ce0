package memtree

import (
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// WriteAntTracks writes a document in the AntTracks format, regardless of t.Format. It is compact, with whole numbers, and leaves have no
// "children". The classifiers are the distinct roles in order of appearance. Like AntTracks, it writes closure sizes below 1 as -1. A node
// with an empty name gets the member "name", to distinguish it from a node whose name is missing.
func WriteAntTracks(w io.Writer, time int64, t *Tree) error {
	e := newEncoder(w)
	e.token(jsontext.BeginObject)
	ids := e.classifiers(t)
	e.name("time")
	e.token(jsontext.Int(time))
	e.name("root")
	var ends []int32  // end of each node whose children are being written
	var path []string // their names
	var key []byte
	for i := range int32(len(t.Nodes)) {
		for len(ends) > 0 && ends[len(ends)-1] == i {
			ends, path = ends[:len(ends)-1], path[:len(path)-1]
			e.closeNode()
		}
		n := &t.Nodes[i]
		key = t.AppendKey(key[:0], i)
		e.antNode(n, append(path, t.Texts[n.Name]), string(key), ids)
		if n.End > i+1 {
			e.name("children")
			e.token(jsontext.BeginArray)
			ends, path = append(ends, n.End), append(path, t.Texts[n.Name])
		} else {
			e.token(jsontext.EndObject)
		}
	}
	for range ends {
		e.closeNode()
	}
	e.token(jsontext.EndObject)
	return e.err
}

// classifiers writes the list of roles and returns the ID of each role.
func (e *encoder) classifiers(t *Tree) map[uint32]int64 {
	ids := map[uint32]int64{0: -1}
	e.name("classifiers")
	e.token(jsontext.BeginArray)
	for i := range t.Nodes {
		role := t.Nodes[i].Role
		if _, ok := ids[role]; ok {
			continue
		}
		id := int64(len(ids) - 1)
		ids[role] = id
		e.token(jsontext.BeginObject)
		e.name("name")
		e.name(t.Texts[role])
		e.name("id")
		e.token(jsontext.Int(id))
		e.token(jsontext.EndObject)
	}
	e.token(jsontext.EndArray)
	return ids
}

// antNode writes all members of a node except its children.
func (e *encoder) antNode(n *Node, path []string, key string, ids map[uint32]int64) {
	e.token(jsontext.BeginObject)
	name := path[len(path)-1]
	e.name("key")
	e.name(name)
	if name == "" {
		e.name("name")
		e.name(name)
	}
	e.name("fullKey")
	e.token(jsontext.BeginArray)
	for _, part := range path {
		e.name(part)
	}
	e.token(jsontext.EndArray)
	e.name("fullKeyAsString")
	e.name(key)
	for _, member := range []struct {
		name  string
		value int64
	}{
		{"classifierId", ids[n.Role]}, {"bytes", n.Bytes}, {"objects", n.Objects},
		{"transitiveClosureSize", closureSize(n.Deep)}, {"retainedSize", closureSize(n.Retained)},
	} {
		e.name(member.name)
		e.token(jsontext.Int(member.value))
	}
}

func closureSize(n int64) int64 {
	if n < 1 {
		return -1
	}
	return n
}
