package threads

import (
	"fmt"
	"iter"
	"strings"

	"memcity/analysis/threads"
	"memcity/city/query"
	"memcity/city/trees"
	"memcity/city/view/rows"
	"memcity/trace"
	"memcity/words"
)

// State is the state of the threads view.
type State struct {
	Sort   Column // NoColumn for bytes
	Upward bool   // true for ascending order
	// Open contains, by key, whether threads list their frames, and frames their variables.
	Open rows.Expansion
}

// Kind links queries for threads to their reports.
var Kind = query.NewKind[Query, *Report]("threads")

// Query requests the threads of a GC point.
type Query struct{ Point int } // 0-based, of the recording

// Column is a column of the threads view.
type Column uint8

// Columns of the threads view.
const (
	NoColumn Column = iota
	Name
	Objects
	Bytes
	Share // of the reachable bytes
)

var columnNames = []string{"", "name", "objects", "bytes", "share"}

// String returns the stable lower-case name.
func (c Column) String() string { return columnNames[c] }

// ParseColumn returns the column with the given name.
func ParseColumn(text string) (Column, error) {
	return trees.ParseName[Column]("column", columnNames, text)
}

// SortedBy returns the sort column of the threads.
func (s State) SortedBy() Column {
	if s.Sort == NoColumn {
		return Bytes
	}
	return s.Sort
}

// Level is the kind of a row.
type Level uint8

// Levels of rows: the heap, its threads, the frames of a thread, and the variables of a frame.
const (
	HeapRow Level = iota
	ThreadRow
	FrameRow
	VariableRow
)

// Parts of a report.
type (
	Found    = threads.Report
	Thread   = threads.Thread
	Frame    = threads.Frame
	Variable = threads.Variable
)

// NoObject is the object of a thread whose object is unknown.
const NoObject = trace.NoObject

// Report contains the threads of a GC point as a tree in pre-order. It is read-only.
type Report struct {
	Query   Query
	Threads *Found
	nodes   []node
}

// node is a row of the tree.
type node struct {
	name        string
	parent, end int32
	level       Level
	rank        int32 // position among its siblings
	thread      int32 // index into the report's threads; -1 for the heap
	object      trace.ObjectID
	alone       trace.Amount // freed if it ended; 0 for variables
}

// NewReport returns the tree of a report. The cost is linear in frames and variables.
func NewReport(q Query, found *Found) *Report {
	b := builder{&Report{Query: q, Threads: found}, map[siblings]int{}}
	b.add(node{name: "Heap", parent: -1, thread: -1, object: NoObject, alone: found.Reachable})
	for i := range found.Threads {
		b.thread(int32(i))
	}
	b.nodes[0].end = int32(len(b.nodes))
	return b.Report
}

// builder adds the nodes of a report.
type builder struct {
	*Report
	same map[siblings]int // number of nodes that had this name
}

// siblings are nodes with the same parent and name.
type siblings struct {
	parent int32
	name   string
}

// add adds a node without children and returns its index. Siblings of the same name are numbered, so that keys are unique.
func (b *builder) add(n node) (at int32) {
	plain := siblings{n.parent, n.name}
	for b.same[siblings{n.parent, n.name}] > 0 {
		b.same[plain]++
		n.name = fmt.Sprintf("%s (%d)", plain.name, b.same[plain])
	}
	b.same[siblings{n.parent, n.name}]++
	at = int32(len(b.nodes))
	n.end = at + 1
	b.nodes = append(b.nodes, n)
	return at
}

func (b *builder) thread(i int32) {
	t := &b.Threads.Threads[i]
	at := b.add(node{name: t.Title(), level: ThreadRow, rank: i, thread: i, object: t.Object, alone: t.Alone})
	rank := int32(0)
	frame := func(name string, alone trace.Amount, list []Variable) {
		inside := b.add(node{name: name, parent: at, level: FrameRow, rank: rank, thread: i, object: NoObject, alone: alone})
		rank++
		for k, v := range list {
			b.add(node{name: words.Printable(v.Type), parent: inside, level: VariableRow, rank: int32(k), thread: i, object: v.Object})
		}
		b.nodes[inside].end = int32(len(b.nodes))
	}
	for k := range t.Frames {
		f := &t.Frames[k]
		frame(words.Printable(f.Text), f.Freed, f.Variables)
	}
	if len(t.Other) > 0 || len(t.Frames) > 0 && t.Own.Bytes > 0 {
		frame(OwnName, t.Own, t.Other)
	}
	b.nodes[at].end = int32(len(b.nodes))
}

// OwnName is the name of the row for the memory that a thread keeps alive in addition to its frames.
const OwnName = "the thread's object, thread-locals, and variables in no known frame"

// Len returns the number of rows; [rows.Tree] explains the other methods.
func (r *Report) Len() int             { return len(r.nodes) }
func (r *Report) Parent(i int32) int32 { return r.nodes[i].parent }
func (r *Report) End(i int32) int32    { return r.nodes[i].end }
func (r *Report) IsLeaf(i int32) bool  { return r.nodes[i].end == i+1 }

func (r *Report) Children(i int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for c := i + 1; c < r.nodes[i].end; c = r.nodes[c].end {
			if !yield(c) {
				return
			}
		}
	}
}

// Name returns the name of a row, which no sibling has.
func (r *Report) Name(i int32) string { return r.nodes[i].name }

// Level returns the kind of a row.
func (r *Report) Level(i int32) Level { return r.nodes[i].level }

// IsOwn reports whether a row is the one named [OwnName].
func (r *Report) IsOwn(i int32) bool {
	n := &r.nodes[i]
	return n.level == FrameRow && int(n.rank) == len(r.Threads.Threads[n.thread].Frames)
}

// Object returns the object of a thread or variable; ok is false for other rows, and if the object is unknown.
func (r *Report) Object(i int32) (object uint32, ok bool) {
	o := r.nodes[i].object
	return uint32(o), o != NoObject
}

// Of returns the thread that a row belongs to; nil for the heap.
func (r *Report) Of(i int32) *Thread {
	if t := r.nodes[i].thread; t >= 0 {
		return &r.Threads.Threads[t]
	}
	return nil
}

// Alone returns the amount that would be freed if a thread ended or a method returned; for the heap, all that is reachable. ok is false for
// variables.
func (r *Report) Alone(i int32) (alone trace.Amount, ok bool) {
	return r.nodes[i].alone, r.nodes[i].level != VariableRow
}

// Share returns the part of the reachable bytes that a row keeps alive, from 0 to 1.
func (r *Report) Share(i int32) float64 {
	return float64(r.nodes[i].alone.Bytes) / float64(max(1, r.Threads.Reachable.Bytes))
}

// Failed returns the names of the threads that failed with an OutOfMemoryError, separated by commas; empty for none.
func (r *Report) Failed() string {
	var names []string
	for i := range r.Threads.Threads {
		if t := &r.Threads.Threads[i]; t.Failed {
			names = append(names, words.Printable(t.Name))
		}
	}
	return strings.Join(names, ", ")
}

// Key returns the key of a row.
func (r *Report) Key(i int32) string {
	key := r.nodes[i].name
	for up := r.nodes[i].parent; up >= 0; up = r.nodes[up].parent {
		key = r.nodes[up].name + "#" + key
	}
	return key
}

// Find returns the row with the given key; -1 for none. The cost is linear in the siblings of the row and of those above it.
func (r *Report) Find(key string) int32 {
	rest, ok := strings.CutPrefix(key, r.nodes[0].name)
	if !ok {
		return -1
	}
	at := int32(0)
	for rest != "" {
		below := int32(-1)
		for c := range r.Children(at) {
			if tail, ok := strings.CutPrefix(rest, "#"+r.nodes[c].name); ok && (tail == "" || tail[0] == '#') {
				below, rest = c, tail
				break
			}
		}
		if below < 0 {
			return -1
		}
		at = below
	}
	return at
}

// Rows returns the rows of the view. Threads are in the order of a column, frames from the innermost. With a query, they are the matching
// rows, those above and those below. An empty query matches all. The error is a *[trees.QueryError]. The cost is linear in the rows.
func (r *Report) Rows(s *State, query string) (rows.TableRows, error) {
	l := rows.Listing{Tree: r, Name: r.Name, There: func(int32) bool { return true }, Open: s.Open, Upward: s.Upward}
	if s.SortedBy() != Name {
		l.Value = func(i int32) float64 {
			n := &r.nodes[i]
			switch {
			case n.level > ThreadRow && s.Upward:
				return float64(n.rank)
			case n.level > ThreadRow:
				return -float64(n.rank)
			case s.SortedBy() == Objects:
				return float64(n.alone.Objects)
			}
			return float64(n.alone.Bytes)
		}
	}
	return l.Rows(query)
}
