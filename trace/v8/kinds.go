package v8

import (
	"memcity/trace/wire/v8"
)

// nodeKind is the type of a node. The values do not depend on the version of V8.
type nodeKind uint8

const (
	otherNode nodeKind = iota
	hiddenNode
	arrayNode
	stringNode
	objectNode
	codeNode
	closureNode
	regexpNode
	numberNode
	nativeNode
	syntheticNode
	consNode
	slicedNode
	symbolNode
	bigintNode
	shapeNode
)

var nodeKinds = map[string]nodeKind{"hidden": hiddenNode, "array": arrayNode, "string": stringNode, "object": objectNode, "code": codeNode,
	"closure": closureNode, "regexp": regexpNode, "number": numberNode, "native": nativeNode, "synthetic": syntheticNode,
	"concatenated string": consNode, "sliced string": slicedNode, "symbol": symbolNode, "bigint": bigintNode, "object shape": shapeNode}

// hasName reports whether the name of a node of this kind contributes to the name of its type.
func (k nodeKind) hasName() bool {
	switch k {
	case stringNode, consNode, slicedNode, numberNode, symbolNode, bigintNode, regexpNode:
		return false
	}
	return true
}

// edgeKind is the type of an edge.
type edgeKind uint8

const (
	otherEdge edgeKind = iota
	contextEdge
	elementEdge
	propertyEdge
	internalEdge
	hiddenEdge
	shortcutEdge
	weakEdge
)

var edgeKinds = map[string]edgeKind{"context": contextEdge, "element": elementEdge, "property": propertyEdge, "internal": internalEdge,
	"hidden": hiddenEdge, "shortcut": shortcutEdge, "weak": weakEdge}

// hasName reports whether the column name_or_index of an edge of this kind contains a name.
func (k edgeKind) hasName() bool { return k != elementEdge && k != hiddenEdge && k != otherEdge }

// columns are the indices of the columns of nodes and edges; -1 for missing ones.
type columns struct {
	nodes, edges                              int // numbers per row
	kind, name, id, size, count, call, parted int
	edgeKind, edgeName, to                    int
	nodeKinds                                 []nodeKind
	edgeKinds                                 []edgeKind
}

func columnsOf(m *v8.Meta) columns {
	n := func(name string) int { return v8.Column(m.NodeFields, name) }
	e := func(name string) int { return v8.Column(m.EdgeFields, name) }
	c := columns{nodes: len(m.NodeFields), edges: len(m.EdgeFields), kind: n("type"), name: n("name"), id: n("id"), size: n("self_size"),
		count: n("edge_count"), call: n("trace_node_id"), parted: n("detachedness"), edgeKind: e("type"), edgeName: e("name_or_index"),
		to: e("to_node")}
	for _, name := range v8.Values(m.NodeTypes, c.kind) {
		c.nodeKinds = append(c.nodeKinds, nodeKinds[name])
	}
	for _, name := range v8.Values(m.EdgeTypes, c.edgeKind) {
		c.edgeKinds = append(c.edgeKinds, edgeKinds[name])
	}
	return c
}

// nodeKindOf returns the kind of the node with the given row.
func (c *columns) nodeKindOf(row []uint64) nodeKind {
	if k := row[c.kind]; k < uint64(len(c.nodeKinds)) {
		return c.nodeKinds[k]
	}
	return otherNode
}

// edgeKindOf returns the kind of the edge with the given row.
func (c *columns) edgeKindOf(row []uint64) edgeKind {
	if k := row[c.edgeKind]; k < uint64(len(c.edgeKinds)) {
		return c.edgeKinds[k]
	}
	return otherEdge
}
