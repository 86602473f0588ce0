package tracetest

import "memcity/trace"

// LinkedList is a java.util.LinkedList under construction.
type LinkedList struct {
	Head trace.ObjectID

	b    *HeapBuilder
	node trace.TypeID
	last trace.ObjectID
}

// LinkedList adds a java.util.LinkedList of 32 bytes, and the types of lists and of their nodes of 24 bytes.
func (b *HeapBuilder) LinkedList() *LinkedList {
	list := b.Type("java.util.LinkedList", 32, "first", "last")
	node := b.Type("java.util.LinkedList$Node", 24, "item", "next", "prev")
	return &LinkedList{b.Object(list), b, node, trace.NoObject}
}

// Add appends a node with an item and returns the node.
func (l *LinkedList) Add(item trace.ObjectID) trace.ObjectID {
	n := l.b.Object(l.node)
	l.b.Refer(n, "item", item)
	if l.last == trace.NoObject {
		l.b.Refer(l.Head, "first", n)
	} else {
		l.b.Refer(l.last, "next", n)
		l.b.Refer(n, "prev", l.last)
	}
	l.b.Refer(l.Head, "last", n)
	l.last = n
	return n
}
