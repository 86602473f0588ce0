package graph

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"math"

	"memcity/trace"
)

// keptGraph is the stored form of a graph. It contains everything that reports need, but does not allow further steps.
type keptGraph struct {
	Nodes       []keptNode
	Edges       []Edge
	Selected    int64
	Cut         int
	Strongest   *Path
	Unreachable bool
	Heap        int // number of objects in the heap state
}

// keptNode is a stored node. Its objects are delta-encoded, and it contains the name of their type.
type keptNode struct {
	Node
	Gaps     []byte
	TypeName string
}

// Size returns the number of objects in the graph.
func (g *Graph) Size() (objects int) {
	for i := range g.Nodes {
		objects += len(g.Nodes[i].Objects)
	}
	return objects
}

// MarshalBinary encodes the graph for an index.
func (g *Graph) MarshalBinary() ([]byte, error) {
	kept := keptGraph{make([]keptNode, len(g.Nodes)), g.Edges, g.Selected, g.Cut, g.Strongest, g.Unreachable(), g.source.heap.Len()}
	for i := range g.Nodes {
		n := &kept.Nodes[i]
		n.Node, n.Gaps, n.TypeName = g.Nodes[i], gapsOf(g.Nodes[i].Objects), g.Nodes[i].typeName
		n.Objects = nil
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(&kept)
	return b.Bytes(), err
}

// UnmarshalBinary decodes the result of MarshalBinary into g. It returns an error if the data is invalid.
func (g *Graph) UnmarshalBinary(d []byte) error {
	var kept keptGraph
	if err := gob.NewDecoder(bytes.NewReader(d)).Decode(&kept); err != nil {
		return err
	}
	*g = Graph{Nodes: make([]Node, len(kept.Nodes)), Edges: kept.Edges, Selected: kept.Selected, Cut: kept.Cut, Strongest: kept.Strongest,
		unreachable: kept.Unreachable}
	for i := range kept.Nodes {
		n, ok := &kept.Nodes[i], false
		if n.Objects, ok = objectsOf(n.Gaps, kept.Heap); !ok {
			return errors.New("an object is missing")
		}
		g.Nodes[i] = n.Node
		g.Nodes[i].typeName = n.TypeName
	}
	return g.check()
}

// check returns an error if the graph refers to nodes or edges that it does not contain.
func (g *Graph) check() error {
	missing := func(i int32, n int) bool { return i < 0 || int(i) >= n }
	for i := range g.Edges {
		if missing(g.Edges[i].From, len(g.Nodes)) || missing(g.Edges[i].To, len(g.Nodes)) {
			return errors.New("a node is missing")
		}
	}
	p := g.Strongest
	if p == nil {
		return nil
	}
	if len(p.Nodes) == 0 || len(p.Objects) != len(p.Nodes) || len(p.Edges) != len(p.Nodes)-1 {
		return errors.New("a part of the strongest path is missing")
	}
	for i, n := range p.Nodes {
		if missing(n, len(g.Nodes)) || i > 0 && missing(p.Edges[i-1], len(g.Edges)) {
			return errors.New("a part of the strongest path is not in the graph")
		}
	}
	return nil
}

// gapsOf delta-encodes ascending objects, in about a byte each.
func gapsOf(objects []trace.ObjectID) []byte {
	gaps, last := make([]byte, 0, len(objects)), trace.ObjectID(0)
	for _, o := range objects {
		gaps = binary.AppendUvarint(gaps, uint64(o-last))
		last = o
	}
	return gaps
}

// objectsOf decodes the result of gapsOf. ok is false if it is invalid for a heap with the given number of objects.
func objectsOf(gaps []byte, heap int) (objects []trace.ObjectID, ok bool) {
	last := uint64(0)
	for len(gaps) > 0 {
		gap, n := binary.Uvarint(gaps)
		if n <= 0 || gap > math.MaxUint32 || last+gap >= uint64(heap) {
			return nil, false
		}
		gaps, last = gaps[n:], last+gap
		objects = append(objects, trace.ObjectID(last))
	}
	return objects, true
}
