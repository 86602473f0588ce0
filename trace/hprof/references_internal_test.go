package hprof

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
)

// TestRowsAgainstLists combines rows of chunks and of class objects, in any order.
func TestRowsAgainstLists(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 9))
		n := 1 + r.IntN(60)
		rows := make([][]trace.ObjectID, n)
		order := r.Perm(n)
		if seed%2 == 0 {
			slices.Sort(order)
		}
		h, counts := &trace.Heap{}, trace.NewRowCounts(n)
		total := int64(0)
		class := make([]bool, n)
		for o := range rows {
			rows[o] = make([]trace.ObjectID, r.IntN(4))
			for i := range rows[o] {
				rows[o][i] = trace.ObjectID(r.IntN(n))
			}
			counts.Set(trace.ObjectID(o), uint32(len(rows[o])))
			if class[o] = r.IntN(5) == 0; !class[o] {
				total += int64(len(rows[o]))
			}
		}
		part := func(objects []int) (p refPart) {
			for _, o := range objects {
				p.runs = addRun(p.runs, objectRun{trace.ObjectID(o), 1})
				for i, to := range rows[o] {
					p.to, p.slots = append(p.to, to), append(p.slots, uint16(10*o+i))
				}
			}
			return p
		}
		var classes, others []int
		for _, o := range order {
			if class[o] {
				classes = append(classes, o)
			} else {
				others = append(others, o)
			}
		}
		slices.Sort(classes)
		all := newRefRows(h, counts, part(classes), total+int64(r.IntN(3)))
		for chunk := range slices.Chunk(others, 1+r.IntN(9)) {
			p := part(chunk)
			if err := all.add(&p); err != nil {
				t.Fatal(seed, err)
			}
		}
		if err := all.finish(); err != nil {
			t.Fatal(seed, err)
		}
		if seed%2 == 0 && len(all.runs) != 1 {
			t.Errorf("seed %d: objects in order are %d runs", seed, len(all.runs))
		}
		for o, row := range rows {
			from, to := h.RefStart.At(trace.ObjectID(o)), h.RefStart.At(trace.ObjectID(o+1))
			if !slices.Equal(h.RefTo[from:to], row) || from != to && int(h.RefSlot.At(from)) != 10*o {
				t.Errorf("seed %d: object %d refers to %v, want %v", seed, o, h.RefTo[from:to], row)
			}
		}
	}
}

// TestRowsThatDoNotFit checks the error for more references than the first pass counted.
func TestRowsThatDoNotFit(t *testing.T) {
	counts := func(of ...uint32) *trace.RowCounts {
		c := trace.NewRowCounts(len(of))
		for o, n := range of {
			c.Set(trace.ObjectID(o), n)
		}
		return c
	}
	rows := newRefRows(&trace.Heap{}, counts(2, 1), refPart{}, 2)
	if err := rows.add(&refPart{[]objectRun{{0, 1}}, make([]trace.ObjectID, 2), make([]uint16, 2)}); err != nil {
		t.Error(err)
	}
	if err := rows.add(&refPart{[]objectRun{{1, 1}}, make([]trace.ObjectID, 1), make([]uint16, 1)}); err != errChanged {
		t.Errorf("one too many: %v", err)
	}
	if err := rows.add(&refPart{[]objectRun{{1, 1}}, nil, nil}); err != errChanged {
		t.Errorf("a row that is not there: %v", err)
	}
	if err := newRefRows(&trace.Heap{}, counts(2), refPart{}, 2).finish(); err != errChanged {
		t.Errorf("counts without rows: %v", err)
	}
	full := &refRows{heap: &trace.Heap{}, counts: counts(math.MaxUint32, 1)}
	if err := full.finish(); err == nil || err.Error() != "the heap has more than 4294967295 references" {
		t.Errorf("too many references: %v", err)
	}
}

// TestValueBytes checks that zeros of long instances take no memory.
func TestValueBytes(t *testing.T) {
	long := make([]byte, 2*manyValues)
	long[7], long[manyValues] = 1, 2
	for _, test := range []struct {
		values []byte
		want   int64
	}{{nil, 0}, {long[:manyValues-1], manyValues - 1}, {long[:manyValues], 8}, {long, 16}, {slices.Repeat([]byte{1}, manyValues), manyValues}} {
		if got := valueBytes(test.values, 8); got != test.want {
			t.Errorf("%d bytes of values are %d, want %d", len(test.values), got, test.want)
		}
	}
}
