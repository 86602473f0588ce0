package trace_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// around are numbers at the limits of narrow columns.
var around = []uint32{0, 1, 253, 254, 255, 256, 65533, 65534, 65535, 65536, 1 << 31, math.MaxUint32}

func TestTypesAreThoseThatWereSet(t *testing.T) {
	for _, types := range []int{1, 65535, 65536, 65537} {
		list := []trace.TypeID{0, trace.TypeID(types - 1), trace.TypeID(types / 2), 0, trace.TypeID(types - 1)}
		c := trace.NewTypes(len(list), types)
		for o, of := range list {
			c.Set(trace.ObjectID(o), of)
		}
		other := trace.TypesOf(list)
		for o, of := range list {
			if c.At(trace.ObjectID(o)) != of || other.At(trace.ObjectID(o)) != of {
				t.Errorf("%d types: object %d has %d and %d, want %d", types, o, c.At(trace.ObjectID(o)), other.At(trace.ObjectID(o)), of)
			}
		}
		var got []trace.TypeID
		for o, of := range c.All() {
			if got = append(got, of); len(got) == 4 {
				if o != 3 {
					t.Errorf("%d types: the fourth object is %d", types, o)
				}
				break
			}
		}
		c.Move(1, 2, 3)
		c.Cut(4)
		want := []trace.TypeID{list[0], list[2], list[3], list[4]}
		for _, of := range c.All() {
			got = append(got, of)
		}
		if c.Len() != 4 || !slices.Equal(got, append(slices.Clone(list[:4]), want...)) {
			t.Errorf("%d types: %d", types, got)
		}
	}
}

// TestExtents checks columns with few and with many extents that need more than two bytes; many is more than one in 16 objects.
func TestExtents(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		list := make([]uint32, 1+r.IntN(200))
		for o := range list {
			if r.IntN(1+int(seed)) == 0 {
				list[o] = around[r.IntN(len(around))]
			}
		}
		c := tracetest.Extents(list)
		from := r.IntN(len(list))
		to := r.IntN(from + 1)
		for moved := range 2 {
			for o, want := range list {
				if got := c.At(trace.ObjectID(o)); got != want {
					t.Fatalf("seed %d, moved %d from %d to %d: object %d has %d, want %d", seed, moved, from, to, o, got, want)
				}
			}
			n := len(list) - from
			copy(list[to:], list[from:][:n])
			list = list[:to+n]
			c.Move(trace.ObjectID(to), trace.ObjectID(from), n)
			c.Cut(len(list))
			if c.Len() != len(list) {
				t.Fatalf("%d objects, want %d", c.Len(), len(list))
			}
			if from >= len(list) {
				break
			}
		}
	}
}

func TestRowsBeginWhereTheyWereSet(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 4))
		starts := make([]uint32, 1+r.IntN(300))
		for o := range len(starts) - 1 {
			n := uint32(r.IntN(4))
			if r.IntN(1+int(seed)) == 0 {
				n = []uint32{65533, 65534, 65535, 65536, 1 << 20}[r.IntN(5)]
			}
			starts[o+1] = starts[o] + n
		}
		rows := trace.RowsOf(starts)
		if rows.Len() != len(starts)-1 {
			t.Fatalf("rows of %d objects, want %d", rows.Len(), len(starts)-1)
		}
		for o, want := range starts {
			if got := rows.At(trace.ObjectID(o)); got != want {
				t.Fatalf("seed %d: the row of %d begins at %d, want %d", seed, o, got, want)
			}
		}
	}
}

func TestTooManyReferences(t *testing.T) {
	for _, last := range []uint32{0, 1} {
		c := trace.NewRowCounts(3)
		c.Set(1, math.MaxUint32)
		c.Set(2, last)
		if got := c.At(1); got != math.MaxUint32 {
			t.Errorf("%d references", got)
		}
		rows, err := c.Rows()
		if (err != nil) != (last == 1) {
			t.Errorf("%d more: %v", last, err)
		}
		if err == nil && (rows.At(1) != 0 || rows.At(2) != math.MaxUint32 || rows.At(3) != math.MaxUint32) {
			t.Errorf("rows begin at %d, %d, %d", rows.At(1), rows.At(2), rows.At(3))
		}
	}
}

func TestSlotsAreThoseThatWerePut(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 5))
		list := make([]uint16, 1+r.IntN(500))
		for i := range list {
			list[i] = uint16(r.IntN(255))
			if r.IntN(1+int(seed)) == 0 {
				list[i] = uint16(min(around[r.IntN(len(around))], math.MaxUint16))
			}
		}
		c := trace.NewSlots(len(list))
		var group sync.WaitGroup
		for from := 0; from < len(list); from += 50 { // several within a block of 64
			group.Go(func() { c.Put(from, list[from:min(from+50, len(list))]) })
		}
		group.Wait()
		from := r.IntN(len(list))
		to, n := r.IntN(from+1), r.IntN(len(list)-from)
		other := trace.NewSlots(len(list))
		other.Copy(to, &c, from, n)
		for i, want := range list {
			if got := c.At(uint32(i)); got != want {
				t.Fatalf("seed %d: reference %d has slot %d, want %d", seed, i, got, want)
			}
			if i < n && other.At(uint32(to+i)) != list[from+i] {
				t.Fatalf("seed %d: the copy of %d has slot %d, want %d", seed, from+i, other.At(uint32(to+i)), list[from+i])
			}
		}
		c.Copy(to, &c, from, n)
		c.Cut(to + n)
		for i := range n {
			if got := c.At(uint32(to + i)); got != list[from+i] {
				t.Fatalf("seed %d: reference %d was moved from %d and has slot %d, want %d", seed, to+i, from+i, got, list[from+i])
			}
		}
		if c.Len() != to+n {
			t.Fatalf("%d references, want %d", c.Len(), to+n)
		}
	}
}
