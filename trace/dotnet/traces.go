package dotnet

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/nettrace"
)

// span is a part of a file with objects or references.
type span struct {
	offset int64  // of the first value in the file
	index  uint32 // of the event in its snapshot
	count  uint32 // of values
}

// traced is a heap snapshot in a trace.
type traced struct {
	time         time.Time
	gc           uint32
	nodes, edges []span
	roots        []root
	statics      []nettrace.StaticRoot
	dependents   map[uint64][]uint64
	ended        bool
}

// traceFile is a trace and the snapshots in it.
type traceFile struct {
	file      trace.File
	process   int
	kinds     []kind
	defined   []nettrace.Type // types with a definition in a module
	numbers   map[uint64]int  // index into kinds, by the number of the type in the runtime
	snapshots []*traced
	fault     string // why the rest of the file is missing; empty if nothing is
	bytes     int64  // of memory
	damaged   int    // events that are shorter than their contents
}

// scan finds the snapshots of a trace. It reads the whole file, but keeps only types, roots and the places of objects.
func scan(ctx context.Context, f trace.File, progress trace.Progress) (*traceFile, error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	t := &traceFile{file: f, numbers: map[uint64]int{}}
	r, err := nettrace.NewReader(input.NewReader(ctx, io.NewSectionReader(content, 0, f.Size)))
	if err != nil {
		return nil, err
	}
	if r.Header.Pointer != 8 {
		return nil, &nettrace.Fault{Offset: -1, Text: fmt.Sprintf("the process had pointers of %d bytes; expected a process of 64 bits, with 8", r.Header.Pointer)}
	}
	r.Grow = func(n int64) error { return trace.Admit(ctx, trace.Volume{Bytes: n}) }
	t.process = r.Header.Process
	var e nettrace.Event
	for n := 0; ; n++ {
		err := r.Next(&e)
		switch {
		case err == io.EOF:
			return t, t.finish()
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case trace.RefusedBy(err) != nil:
			return nil, err
		case nettrace.IsCut(err):
			t.fault = "the file ends too early"
			return t, t.finish()
		case err != nil:
			t.fault = err.Error()
			return t, t.finish()
		}
		if n%1024 == 0 {
			progress.Report(e.Offset, f.Size, "opening "+f.Base())
			if err := trace.Admit(ctx, trace.Volume{Bytes: t.bytes}); err != nil {
				return nil, err
			}
		}
		if e.Provider == nettrace.Runtime && !t.learn(&e, r.Header.Time(e.Ticks)) {
			t.damaged++
		}
	}
}

// finish removes a last snapshot without objects, and sorts the events of the others. It returns an error if the trace contains no objects.
func (t *traceFile) finish() error {
	for len(t.snapshots) > 0 && len(t.snapshots[len(t.snapshots)-1].nodes) == 0 {
		t.snapshots = t.snapshots[:len(t.snapshots)-1]
	}
	for _, s := range t.snapshots { // not when they are loaded, which may happen several times
		slices.SortStableFunc(s.nodes, byIndex)
		slices.SortStableFunc(s.edges, byIndex)
	}
	if len(t.snapshots) > 0 {
		return nil
	}
	text := "the trace contains no heap snapshot; record one with the keyword GCHeapSnapshot (0x1980001) of the provider " + nettrace.Runtime
	if t.fault != "" {
		text = t.fault
	}
	return &nettrace.Fault{Offset: -1, Text: text}
}

func byIndex(a, b span) int { return cmp.Compare(a.index, b.index) }

// learn stores the contents of an event. It reports whether the event is complete.
func (t *traceFile) learn(e *nettrace.Event, at time.Time) bool {
	switch e.ID {
	case nettrace.Types:
		return nettrace.EachType(e.Payload, t.addType)
	case nettrace.GCStart:
		c, ok := nettrace.DecodeCollection(e.Payload)
		if ok && (len(t.snapshots) == 0 || len(t.last().nodes) > 0) {
			t.snapshots = append(t.snapshots, &traced{dependents: map[uint64][]uint64{}})
		}
		if ok {
			s := t.last()
			s.time, s.gc, s.ended, s.roots, s.statics = at, c.Number, false, nil, nil
		}
		return ok
	case nettrace.GCEnd:
		if s := t.last(); s != nil && len(s.nodes) > 0 {
			s.ended = true
		}
		return true
	}
	s := t.last()
	if s == nil || s.ended {
		return true
	}
	return t.learnObjects(s, e)
}

// learnObjects stores the contents of an event about the objects of a snapshot.
func (t *traceFile) learnObjects(s *traced, e *nettrace.Event) bool {
	t.bytes += rootBytes
	switch e.ID {
	case nettrace.Nodes:
		return addSpan(&s.nodes, e, nettrace.NodeSize)
	case nettrace.Edges:
		return addSpan(&s.edges, e, nettrace.EdgeSize)
	case nettrace.Roots:
		return nettrace.EachRoot(e.Payload, func(r nettrace.Root) {
			if r, ok := rootOf(r); ok {
				s.roots = append(s.roots, r)
				t.bytes += rootBytes
			}
		})
	case nettrace.CCWs:
		return nettrace.EachCCW(e.Payload, func(o uint64) {
			s.roots = append(s.roots, root{o, trace.RootVMInternal, countedHandle})
			t.bytes += rootBytes
		})
	case nettrace.StaticRoots:
		return nettrace.EachStatic(e.Payload, func(r nettrace.StaticRoot) {
			s.statics = append(s.statics, r)
			t.bytes += rootBytes + int64(len(r.Name))
		})
	case nettrace.Dependents:
		return nettrace.EachDependent(e.Payload, func(key, value uint64) {
			if key != 0 && value != 0 {
				s.dependents[key] = append(s.dependents[key], value)
				t.bytes += rootBytes
			}
		})
	}
	return true
}

func (t *traceFile) last() *traced {
	if len(t.snapshots) == 0 {
		return nil
	}
	return t.snapshots[len(t.snapshots)-1]
}

// maxKinds is the largest number of types of a trace. Further types have no name.
const maxKinds = 1 << 22

func kindOf(t nettrace.Type) kind { return kind{t.Name, strconv.FormatUint(t.Module, 16)} }

func (t *traceFile) addType(k nettrace.Type) {
	if n, known := t.numbers[k.ID]; known {
		t.kinds[n] = kindOf(k)
		return
	}
	if len(t.kinds) < maxKinds {
		t.numbers[k.ID] = len(t.kinds)
		if k.Kind != nettrace.KindArray && k.Kind != nettrace.KindVector {
			t.defined = append(t.defined, k)
		}
		t.kinds = append(t.kinds, kindOf(k))
		t.bytes += 3*rootBytes + 2*int64(len(k.Name))
	}
}

// addSpan adds the place of the values in an event.
func addSpan(spans *[]span, e *nettrace.Event, size int) bool {
	index, count, ok := nettrace.Batch(e.Payload, size)
	if !ok {
		return false
	}
	*spans = append(*spans, span{e.Offset + nettrace.BatchSize, index, count})
	return true
}
