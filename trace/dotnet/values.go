package dotnet

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/poll"
	"memcity/trace/wire/nettrace"
)

// snapshot returns a snapshot of a trace for the loader.
func (t *traceFile) snapshot(ctx context.Context, s *traced) snapshot {
	kinds, unknown := slices.Clone(t.kinds), len(t.kinds)
	kinds = append(kinds, kind{name: "(unknown type)"})
	r := &traceReader{trace: t, snapshot: s, unknown: unknown}
	result := snapshot{kinds: kinds, roots: s.roots, dependents: s.dependents, each: r.each}
	classes := t.declaring(ctx)
	for _, f := range s.statics {
		result.statics = append(result.statics, static{slot: f.Slot, object: f.Object, name: f.Name, class: classes[f.Name]})
	}
	return result
}

// traceReader reads the objects of a snapshot.
type traceReader struct {
	trace    *traceFile
	snapshot *traced
	unknown  int // index of the type of objects whose type has no name
}

// each calls visit for each object.
func (r *traceReader) each(ctx context.Context, progress trace.Progress, visit func(*object) error) (cut string, err error) {
	content, err := r.trace.file.Open()
	if err != nil {
		return "", err
	}
	defer content.Close()
	nodes := &values{file: content, spans: r.snapshot.nodes, size: nettrace.NodeSize}
	edges := &values{file: content, spans: r.snapshot.edges, size: nettrace.EdgeSize}
	var o object
	for n := 0; ; n++ {
		if err := poll.At(ctx, n); err != nil {
			return "", err
		}
		b, err := nodes.next()
		if err != nil {
			return "", err
		}
		if b == nil {
			break
		}
		if n%(1<<16) == 0 {
			progress.Report(int64(nodes.done), int64(len(nodes.spans)), "reading "+r.trace.file.Base())
		}
		node := nettrace.DecodeNode(b)
		if err := r.fill(&o, node, nodes, edges); err != nil {
			return "", err
		}
		if node.Size >= 1<<62 {
			return "", &nettrace.Fault{Offset: -1, Text: fmt.Sprintf("the object at 0x%x has %d bytes", node.Address, node.Size)}
		}
		if err := visit(&o); err != nil {
			return "", err
		}
	}
	return r.cut(nodes, edges), nil
}

// fill sets o to an object with its references. After lost events, it is unknown which references belong to which object.
func (r *traceReader) fill(o *object, node nettrace.Node, nodes, edges *values) error {
	o.address, o.size, o.references = node.Address, node.Size, o.references[:0]
	o.kind = r.unknown
	if k, known := r.trace.numbers[node.Type]; known && r.trace.kinds[k].name != "" {
		o.kind = k
	}
	if nodes.gap {
		edges.gap = true
	}
	for range node.Edges {
		b, err := edges.next()
		if err != nil {
			return err
		}
		if b == nil || edges.gap {
			edges.gap = true
			break
		}
		if to := binary.LittleEndian.Uint64(b); to != 0 {
			o.references = append(o.references, to)
		}
	}
	return nil
}

// cut returns why objects or references are missing; empty if none are.
func (r *traceReader) cut(nodes, edges *values) string {
	t, last := r.trace, r.snapshot == r.trace.last()
	switch {
	case last && t.fault != "" && !r.snapshot.ended:
		return t.fault + "; objects and references after it are missing"
	case nodes.gap:
		return "the runtime lost events with objects; their objects, and the references of all later objects, are missing"
	case edges.gap:
		return "the runtime lost events with references; these and all later references are missing"
	case !r.snapshot.ended:
		return "the trace ended before the snapshot was complete; objects are missing"
	case t.damaged > 0:
		return input.Plural(t.damaged, "event is", "events are") + " shorter than expected; left out"
	}
	return ""
}

// values reads the values of events in their order.
type values struct {
	file  io.ReaderAt
	spans []span
	size  int // of a value in bytes

	done   int // spans that were opened
	buffer []byte
	at     int
	gap    bool // true once an event was missing
}

// next returns the next value, which is valid until the next call; nil at the end.
func (v *values) next() ([]byte, error) {
	for v.at == len(v.buffer) {
		if v.done == len(v.spans) {
			return nil, nil
		}
		s := v.spans[v.done]
		if s.index != uint32(v.done) {
			v.gap = true
		}
		v.done++
		n := int(s.count) * v.size
		v.buffer = slices.Grow(v.buffer[:0], n)[:n]
		if read, err := v.file.ReadAt(v.buffer, s.offset); read < n {
			if err == io.EOF {
				err = errors.New("the file changed while it was being read")
			}
			return nil, err
		}
		v.at = 0
	}
	b := v.buffer[v.at : v.at+v.size]
	v.at += v.size
	return b, nil
}
