package v8

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/scratch"
	"memcity/trace/wire/v8"
)

// node is the index of a node in the file. It has the type of an object, because references overwrite the targets of edges.
type node = trace.ObjectID

// noNode means none.
const noNode = trace.NoObject

// noText is the index of a text that does not exist.
const noText = math.MaxUint32

// Flags of nodes.
const (
	isPage     = 1 << iota // reachable from the global objects, see [loader.markPage]
	isHub                  // see [loader.findHubs]
	isDetached             // in a DOM tree that is not in the document
	isAttached             // in the document
	isModule               // its slots are the variables of a module, see [loader.findModules]
	ofVariable             // the value of a variable of a module
)

// tables are the tables of a snapshot in columns.
type tables struct {
	col columns

	// By node.
	kinds []nodeKind
	names []uint32 // indices of texts
	ids   []uint64
	sizes []uint32
	flags []uint8
	first []uint32 // first edge; one more than nodes
	calls []uint32 // call in the trace tree at which the node was allocated; nil if unknown

	// By edge.
	edgeKinds []edgeKind
	edgeNames []uint32 // indices of texts, or of elements
	to        []node

	lines  map[node]uint32 // 1-based line of the source, of functions
	scopes scopeTable
	texts  texts
	trace  traceTree

	slots   uint64 // number of edges according to the nodes
	linked  bool   // the edges were read
	strings bool   // reading the texts has begun

	lastText uint32 // largest index of a text

	large int64 // nodes larger than 4 GiB
	wrong int64 // texts that do not exist
	fault *v8.Fault
}

// reader reads the tables of a file.
type reader struct {
	*v8.Reader
	tables
	ctx      context.Context
	file     trace.File
	content  trace.Content
	progress trace.Progress
	size     int64  // largest possible size of the uncompressed file in bytes
	maxText  uint64 // largest possible index of a text
}

func openReader(ctx context.Context, f trace.File, progress trace.Progress) (*reader, error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	wire, err := v8.NewReader(input.NewReader(ctx, io.NewSectionReader(content, 0, f.Size)))
	if err != nil {
		content.Close()
		return nil, err
	}
	r := &reader{Reader: wire, ctx: ctx, file: f, content: content, progress: progress, size: f.Size}
	if r.Compressed() {
		r.size *= inflation
	}
	r.maxText = uint64(max(0, min(r.size/minText, math.MaxUint32-2)))
	r.col = columnsOf(&wire.Header.Meta)
	return r, nil
}

// reportStored reports the number of bytes read.
func (r *reader) reportStored() {
	r.progress.Report(r.Stored(), r.file.Size, "reading "+r.file.Base())
}

// traced reports whether the nodes have allocation sites.
func (r *reader) traced() bool { return r.col.call >= 0 && len(r.Header.Meta.CallFields) > 0 }

// errNoNodes reports a file without nodes.
var errNoNodes = errors.New("the heap snapshot has no nodes")

// readTables reads the tables. If the file ends within its texts, the rest of them is missing.
func (r *reader) readTables() error {
	for {
		name, err := r.Next()
		if err == nil {
			err = r.readTable(name)
		}
		var fault *v8.Fault
		switch {
		case err == nil:
			continue
		case r.strings && errors.As(err, &fault):
			r.fault = fault
		case err != io.EOF:
			return err
		case len(r.kinds) == 0:
			return errNoNodes
		case !r.linked || !r.strings:
			return &v8.Fault{Offset: r.Offset(), Text: "edges or strings are missing"}
		}
		return nil
	}
}

func (r *reader) readTable(name string) error {
	m := &r.Header.Meta
	switch {
	case name == "nodes" && r.kinds == nil:
		return r.readNodes()
	case name == "edges" && !r.linked:
		return r.readEdges()
	case name == "trace_function_infos" && len(m.FunctionFields) > 0:
		return r.readFunctions(m.FunctionFields)
	case name == "trace_tree" && r.calls != nil:
		return r.readCalls(m.CallFields)
	case name == "locations" && r.kinds != nil && len(m.LocationFields) > 0:
		return r.readLocations(m.LocationFields)
	case name == "scopes" && r.kinds != nil:
		return r.readScopes(m.ScopeFields)
	case name == "scope_context_vars":
		return r.readVariables(m.VariableFields)
	case name == "scope_uses":
		return r.readUses(m.UseFields)
	case name == "strings" && !r.strings:
		if !r.linked {
			return &v8.Fault{Offset: r.Offset(), Text: "strings come before edges"}
		}
		r.strings = true
		r.needTexts()
		return r.texts.read(r.Reader)
	}
	return r.Skip()
}

const (
	// inflation is the largest ratio of the size of a file to its compressed size.
	inflation = 1100
	// minText and minNumber are the smallest sizes of a text and of a number in bytes, with a comma.
	minText, minNumber = 3, 2
	// admitEvery is the number of rows after which more memory is asked for.
	admitEvery = 1 << 20
)

// plausible returns a number of rows from the header, limited by the size of the file.
func (r *reader) plausible(rows int64, width int) int {
	return int(max(0, min(rows, r.size/int64(minNumber*width), math.MaxUint32-1)))
}

// admit asks for the memory of the given numbers of nodes and edges.
func (r *reader) admit(nodes, edges int) error {
	return trace.Admit(r.ctx, trace.Volume{Objects: int64(nodes), References: int64(edges), Bytes: 19*int64(nodes) + 9*int64(edges)})
}

func (r *reader) readNodes() error {
	h := &r.Header
	n := r.plausible(h.Nodes, r.col.nodes)
	if err := r.admit(n, r.plausible(h.Edges, r.col.edges)); err != nil {
		return err
	}
	r.kinds, r.names, r.ids, r.sizes = make([]nodeKind, 0, n), scratch.Make[uint32](n)[:0], scratch.Make[uint64](n)[:0], scratch.Make[uint32](n)[:0]
	r.flags, r.first = scratch.Make[uint8](n)[:0], scratch.Make[uint32](n + 1)[:0]
	traced := r.traced()
	asked := max(n, admitEvery)
	err := r.Rows(r.col.nodes, func(rows []uint64, offset int64) error {
		if len(r.kinds) >= asked {
			asked += admitEvery
			if err := r.admit(asked, 0); err != nil {
				return err
			}
		}
		for ; len(rows) > 0; rows = rows[r.col.nodes:] {
			r.addNode(rows, traced)
			if len(r.kinds) >= math.MaxUint32 || r.slots > math.MaxUint32 {
				return &v8.Fault{Offset: offset, Text: "there are more than 4,294,967,295 nodes or edges"}
			}
		}
		r.reportStored()
		return nil
	})
	r.first = append(r.first, uint32(r.slots))
	return err
}

// addNode adds a node with the given row. The number of its edges may exceed the limit.
func (r *reader) addNode(row []uint64, traced bool) {
	size, flags := row[r.col.size], uint8(0)
	if size > math.MaxUint32 {
		r.large++
		size = math.MaxUint32
	}
	if r.col.parted >= 0 {
		flags = flagsOf(row[r.col.parted])
	}
	r.kinds = append(r.kinds, r.col.nodeKindOf(row))
	r.names = append(r.names, r.textIndex(row[r.col.name]))
	r.ids = append(r.ids, row[r.col.id])
	r.sizes = append(r.sizes, uint32(size))
	r.flags = append(r.flags, flags)
	r.first = append(r.first, uint32(r.slots))
	r.slots += row[r.col.count]
	if traced {
		r.addCall(row[r.col.call])
	}
}

// addCall stores the call of the trace tree that allocated the last node, 0 for unknown.
func (r *reader) addCall(call uint64) {
	if call == 0 && r.calls == nil {
		return
	}
	for len(r.calls) < len(r.kinds)-1 {
		r.calls = append(r.calls, 0)
	}
	r.calls = append(r.calls, uint32(min(call, math.MaxUint32)))
}

// textIndex returns the index of a text; noText if a file of this size cannot have as many texts.
func (r *reader) textIndex(index uint64) uint32 {
	if index > r.maxText {
		r.wrong++
		return noText
	}
	r.lastText = max(r.lastText, uint32(index))
	return uint32(index)
}

func (r *reader) readEdges() error {
	if r.kinds == nil {
		return &v8.Fault{Offset: r.Offset(), Text: "edges come before nodes"}
	}
	n := r.plausible(int64(r.slots), r.col.edges)
	if err := r.admit(len(r.kinds), n); err != nil {
		return err
	}
	r.edgeKinds, r.edgeNames, r.to = make([]edgeKind, 0, n), scratch.Make[uint32](n)[:0], scratch.Make[node](n)[:0]
	width, nodes := uint64(r.col.nodes), uint64(len(r.kinds))
	err := r.Rows(r.col.edges, func(rows []uint64, offset int64) error {
		for ; len(rows) > 0; rows = rows[r.col.edges:] {
			if uint64(len(r.to)) >= r.slots {
				return &v8.Fault{Offset: offset, Text: fmt.Sprintf("there are more edges than the %d that the nodes have", r.slots)}
			}
			to := rows[r.col.to]
			if to%width != 0 || to/width >= nodes {
				return &v8.Fault{Offset: offset, Text: fmt.Sprintf("edge %d leads to %d, which is no node", len(r.to), to)}
			}
			kind := r.col.edgeKindOf(rows)
			name := uint32(min(rows[r.col.edgeName], math.MaxUint32))
			if kind.hasName() {
				name = r.textIndex(rows[r.col.edgeName])
			}
			r.edgeKinds = append(r.edgeKinds, kind)
			r.edgeNames = append(r.edgeNames, name)
			r.to = append(r.to, node(to/width))
		}
		r.reportStored()
		return nil
	})
	if err != nil {
		return err
	}
	if uint64(len(r.to)) < r.slots {
		return &v8.Fault{Offset: r.Offset(), Text: fmt.Sprintf("there are %d edges, but the nodes have %d", len(r.to), r.slots)}
	}
	r.linked = true
	return nil
}

// readLocations stores the lines of functions.
func (r *reader) readLocations(fields []string) error {
	object, line := v8.Column(fields, "object_index"), v8.Column(fields, "line")
	if object < 0 || line < 0 {
		return r.Skip()
	}
	r.lines = map[node]uint32{}
	return r.Rows(len(fields), func(rows []uint64, _ int64) error {
		for ; len(rows) > 0; rows = rows[len(fields):] {
			n := rows[object] / uint64(r.col.nodes)
			if n < uint64(len(r.kinds)) && r.kinds[n] == closureNode && rows[line] < math.MaxUint32 {
				r.lines[node(n)] = uint32(rows[line]) + 1
			}
		}
		return nil
	})
}

// edgesOf returns the range of the edges of a node.
func (t *tables) edgesOf(n node) (from, to uint32) { return t.first[n], t.first[n+1] }

// follow returns the target of the first internal edge of a node whose name is one of the given texts; noNode if there is none.
func (t *tables) follow(n node, names ...uint32) node {
	from, to := t.edgesOf(n)
	for e := from; e < to; e++ {
		if t.edgeKinds[e] == internalEdge {
			for _, name := range names {
				if t.edgeNames[e] == name && name != noText {
					return t.to[e]
				}
			}
		}
	}
	return noNode
}
