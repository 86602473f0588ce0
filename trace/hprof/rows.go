package hprof

import (
	"cmp"
	"context"
	"io"
	"runtime"
	"slices"
	"sync"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// Rows and contents are read in a pass over the whole file. Goroutines decode chunks in parallel, but visit their results in chunk order,
// one after the other.

// turns lets the goroutines of a scan act in chunk order.
type turns struct {
	mu   sync.Mutex
	cond *sync.Cond
	next int // chunk whose turn it is
	over bool
}

func newTurns() *turns {
	t := &turns{}
	t.cond = sync.NewCond(&t.mu)
	return t
}

// take waits for the turn of a chunk and calls act, unless the scan is over.
func (t *turns) take(chunk int, act func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.next != chunk && !t.over {
		t.cond.Wait()
	}
	if t.over {
		return
	}
	act()
	t.next++
	t.cond.Broadcast()
}

// run calls work, then act at the turn of the chunk. If one of them panics, the scan is over, because other goroutines would wait forever.
func (t *turns) run(chunk int, work, act func()) {
	done := false
	defer func() {
		if !done {
			t.stop()
		}
	}()
	work()
	t.take(chunk, act)
	done = true
}

func (t *turns) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	t.cond.Broadcast()
}

// scan reads the dump once. It calls read for every chunk, with at most the given number of workers in parallel. The functions that read
// returns are called in chunk order.
func (s *valueSource) scan(ctx context.Context, workers int, read func(worker int, c *hprof.Chunk) (visit func())) error {
	content, err := s.open()
	if err != nil {
		return err
	}
	defer content.Close()
	r, err := hprof.NewReader(content, s.file.Size)
	if err != nil {
		return s.fail(err)
	}
	r.ClassTag = s.tag
	t := newTurns()
	defer context.AfterFunc(ctx, t.stop)()
	_, err = r.Scan(ctx, workers, func(worker int, c *hprof.Chunk) error {
		var visit func()
		t.run(c.Index, func() { visit = read(worker, c) }, func() { visit() })
		return nil
	})
	return cmp.Or(err, s.check(content))
}

// rowPlan describes how to read the selected fields of a type.
type rowPlan struct {
	id     trace.TypeID
	fields []rowField
}

type rowField struct {
	at   int // offset in the values of an instance, in bytes
	kind trace.ValueKind
}

// rowWorker contains the rows of a chunk.
type rowWorker struct {
	objects []trace.ObjectID
	plans   []*rowPlan
	values  []trace.Value
}

// Rows implements [trace.ValueSource].
func (s *valueSource) Rows(ctx context.Context, selections []trace.Selection, visit func(o trace.ObjectID, row []trace.Value)) error {
	var plans idTable[rowPlan]
	for _, sel := range selections {
		if class := s.heap.Types[sel.Type].Class; class != trace.NoObject {
			plans.put(s.index.id(class), s.rowPlan(sel))
		}
	}
	once := s.onlyOnce()
	workers := make([]rowWorker, runtime.GOMAXPROCS(0))
	return s.scan(ctx, len(workers), func(worker int, c *hprof.Chunk) func() {
		w := &workers[worker]
		w.read(s, c, &plans)
		return func() {
			values := w.values
			for i, o := range w.objects {
				n := len(w.plans[i].fields)
				if once.take(o) {
					visit(o, values[:n:n])
				}
				values = values[n:]
			}
		}
	})
}

// onlyOnce returns claims that accept only the first object with each ID; nil if IDs are unique.
func (s *valueSource) onlyOnce() *claims {
	if s.twice {
		return newClaims(s.index.len())
	}
	return nil
}

func (s *valueSource) rowPlan(sel trace.Selection) *rowPlan {
	p := &rowPlan{id: sel.Type}
	layout := s.Layout(sel.Type)
	offsets := make([]int, len(layout))
	at := 0
	for i, f := range layout {
		offsets[i] = at
		at += s.size(f.Kind)
	}
	for _, f := range sel.Fields {
		p.fields = append(p.fields, rowField{offsets[f], layout[f].Kind})
	}
	return p
}

func (w *rowWorker) read(s *valueSource, c *hprof.Chunk, plans *idTable[rowPlan]) {
	w.objects, w.plans, w.values = w.objects[:0], w.plans[:0], w.values[:0]
	var r hprof.Record
	var plan *rowPlan
	last, started := uint64(0), false
	for c.Next(&r) {
		if r.Kind != hprof.Instance {
			continue
		}
		if class := r.Values[hprof.InstanceClass]; !started || class != last {
			last, started, plan = class, true, plans.find(class)
		}
		if plan == nil {
			continue
		}
		o, ok := s.index.find(r.Values[0])
		if !ok || s.heap.TypeOf.At(o) != plan.id {
			continue
		}
		w.objects, w.plans = append(w.objects, o), append(w.plans, plan)
		for _, f := range plan.fields {
			w.values = append(w.values, s.valueAt(r.Body, f.at, f.kind))
		}
	}
}

// fewArrays is the largest number of arrays for which reading each is faster than reading the whole file.
const fewArrays = 2000

// Contents implements [trace.ValueSource].
func (s *valueSource) Contents(ctx context.Context, arrays []trace.ObjectID, limit int, visit func(int, trace.ValueKind, []byte)) error {
	if len(arrays) <= fewArrays {
		for i, o := range arrays {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := s.content(o, limit, func(kind trace.ValueKind, content []byte) { visit(i, kind, content) }); err != nil {
				return err
			}
		}
		return nil
	}
	once := s.onlyOnce()
	workers := make([]contentWorker, runtime.GOMAXPROCS(0))
	var long []int // arrays whose content is not in their chunk
	err := s.scan(ctx, len(workers), func(worker int, c *hprof.Chunk) func() {
		w := &workers[worker]
		w.read(s, c, arrays)
		return func() {
			for _, f := range w.found {
				switch {
				case !once.take(arrays[f.array]):
				case len(f.content) < min(limit, f.length):
					long = append(long, f.array)
				case len(f.content) > 0 && s.blank && isBlank(f.content):
				default:
					visit(f.array, f.kind, f.content)
				}
			}
		}
	})
	for _, i := range long {
		if err == nil {
			err = s.content(arrays[i], limit, func(kind trace.ValueKind, content []byte) { visit(i, kind, content) })
		}
	}
	return err
}

// content calls visit with the content of an array, unless it is missing or blank.
func (s *valueSource) content(o trace.ObjectID, limit int, visit func(trace.ValueKind, []byte)) error {
	return s.record(o, func(file io.ReaderAt, r *objectPlace) error {
		content, err := r.content(file, 0, int64(limit))
		if err == nil && r.Kind == hprof.PrimitiveArray && (len(content) == 0 || !s.blank || !isBlank(content)) {
			visit(valueKind(hprof.BasicType(r.Values[hprof.ArrayType])), content)
		}
		return err
	})
}

// contentWorker contains the arrays found in a chunk.
type contentWorker struct{ found []foundContent }

type foundContent struct {
	array   int // index in arrays
	kind    trace.ValueKind
	length  int // size of the content in bytes
	content []byte
}

func (w *contentWorker) read(s *valueSource, c *hprof.Chunk, arrays []trace.ObjectID) {
	w.found = w.found[:0]
	next := 0 // array expected next, if the file is in object order
	var r hprof.Record
	for c.Next(&r) {
		if r.Kind != hprof.PrimitiveArray {
			continue
		}
		o, ok := s.index.find(r.Values[0])
		if !ok {
			continue
		}
		if next >= len(arrays) || arrays[next] != o {
			i, found := slices.BinarySearchFunc(arrays, o, func(a, b trace.ObjectID) int { return cmp.Compare(a, b) })
			if !found {
				continue
			}
			next = i
		}
		t := hprof.BasicType(r.Values[hprof.ArrayType])
		length := int(r.Values[hprof.ArrayLength]) * t.Size(s.idSize)
		w.found = append(w.found, foundContent{next, valueKind(t), length, r.Body})
		next++
	}
}
