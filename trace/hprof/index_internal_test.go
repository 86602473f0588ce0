package hprof

import (
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
)

// collect builds both indexes from ids.
func collect(ids []uint64) (*rankIndex, sortedIndex) {
	bits := newBitCollector(0)
	w := bitWriter{all: bits}
	for _, id := range ids {
		w.add(id)
	}
	w.flush()
	return bits.index(), newSortedIndex(slices.Clone(ids))
}

// TestIndexesAgainstList compares both indexes with the sorted list of ids, for ids in it, next to it and far from it.
func TestIndexesAgainstList(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		base := r.Uint64N(1<<40) << pageShift
		var ids []uint64
		for range 1 + r.IntN(60) {
			id := base + r.Uint64N(4)<<pageShift // some pages in between stay empty
			switch r.IntN(3) {
			case 0:
				id += 8 * r.Uint64N(100)
			case 1:
				id += 1<<pageShift - 8*(1+r.Uint64N(3))
			default:
				id += 8 * r.Uint64N(1<<(pageShift-3))
			}
			ids = append(ids, id)
		}
		ranks, sorted := collect(ids)
		slices.Sort(ids)
		ids = slices.Compact(ids)
		for name, ix := range map[string]objectIndex{"ranks": ranks, "sorted": sorted} {
			checkIndex(t, name, ix, ids)
		}
	}
}

func checkIndex(t *testing.T, name string, ix objectIndex, ids []uint64) {
	t.Helper()
	if ix.len() != len(ids) || ix.id(trace.ObjectID(len(ids))) != 0 {
		t.Fatalf("%s: %d ids, want %d; the one beyond is %x", name, ix.len(), len(ids), ix.id(trace.ObjectID(len(ids))))
	}
	at := 0
	ix.each(func(o trace.ObjectID, id uint64) {
		if int(o) != at || id != ids[at] {
			t.Fatalf("%s: visits %d with id %x, want %d with %x", name, o, id, at, ids[at])
		}
		at++
	})
	if at != len(ids) {
		t.Fatalf("%s: visits %d of %d", name, at, len(ids))
	}
	for o, id := range ids {
		next := uint64(0)
		if o+1 < len(ids) {
			next = ids[o+1]
		}
		if got, ok := ix.find(id); !ok || int(got) != o || ix.id(trace.ObjectID(o)) != id || ix.next(id) != next {
			t.Fatalf("%s: %x is %d (%t), %d is %x, after it comes %x; want %d and %x", name, id, got, ok, o, ix.id(trace.ObjectID(o)),
				ix.next(id), o, next)
		}
		for _, other := range []uint64{id - 8, id + 8, id + 1, id + 4, id - 1<<pageShift, id + 1<<pageShift, id + 8<<pageShift, 0} {
			if _, in := slices.BinarySearch(ids, other); in {
				continue
			}
			if got, ok := ix.find(other); ok {
				t.Fatalf("%s: finds %x as %d", name, other, got)
			}
		}
	}
}

func TestIndexOfNothing(t *testing.T) {
	ranks, sorted := collect(nil)
	checkIndex(t, "ranks", ranks, nil)
	checkIndex(t, "sorted", sorted, nil)
	for _, ix := range []objectIndex{ranks, sorted} {
		if _, ok := ix.find(8); ok || ix.next(8) != 0 {
			t.Error("an empty index finds something")
		}
	}
	one, _ := collect([]uint64{1 << 30})
	if one.next(1<<30+3<<pageShift) != 0 || one.next(1<<30-1<<pageShift) != 0 {
		t.Error("an id on a page without ids has a next one")
	}
}

// TestIndexGivesUp checks that the file size limits the memory for addresses.
func TestIndexGivesUp(t *testing.T) {
	spread := func(n int, step uint64) (ids []uint64) {
		for i := range n {
			ids = append(ids, uint64(i)*step<<pageShift)
		}
		return ids
	}
	for _, test := range []struct {
		size int64
		ids  []uint64
		ok   bool
	}{
		{0, spread(64, 1), true}, {0, spread(65, 1), false}, {1 << 17, spread(65, 1), true}, {1 << 17, spread(66, 1), false},
		{0, []uint64{0, (1<<16 - 1) << pageShift}, true}, {0, []uint64{0, 1 << 16 << pageShift}, false},
		{16 << 10, []uint64{0, (1<<16 + 1<<10 - 1) << pageShift}, true}, {16 << 10, []uint64{0, (1<<16 + 1<<10) << pageShift}, false},
		{1 << 40, []uint64{8 << pageShift, (8 + 1<<22 - 1) << pageShift}, true}, {1 << 40, []uint64{8 << pageShift,
			(8 + 1<<22) << pageShift}, false},
	} {
		bits := newBitCollector(test.size)
		w := bitWriter{all: bits}
		for _, id := range test.ids {
			w.add(id)
		}
		w.flush()
		ix := bits.index()
		if (ix != nil) != test.ok {
			t.Errorf("file of %d bytes, %d ids up to %x: index is there: %t", test.size, len(test.ids), test.ids[len(test.ids)-1],
				ix != nil)
		} else if ix != nil {
			checkIndex(t, "ranks", ix, test.ids)
		}
	}
}

func TestOddIsOfAllIDs(t *testing.T) {
	w := bitWriter{all: newBitCollector(0)}
	for _, id := range []uint64{0x1000, 0x1010, 0x2004} {
		w.add(id)
	}
	if w.odd != 0x3014 {
		t.Errorf("ids or-ed are %x", w.odd)
	}
}

func TestClaims(t *testing.T) {
	c := newClaims(3)
	var got []bool
	for _, o := range []trace.ObjectID{2, 0, 2, 0, 1} {
		got = append(got, c.take(o))
	}
	if want := []bool{true, true, false, false, true}; !slices.Equal(got, want) {
		t.Errorf("taken %v, want %v", got, want)
	}
	c = nil
	for range 2 {
		if !c.take(5) {
			t.Error("without claims an object is not let through")
		}
	}
}

// TestTableAgainstMap compares the table with a map, for ids with colliding hashes.
func TestTableAgainstMap(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 4))
		var table idTable[int]
		want := map[uint64]*int{}
		for i := range r.IntN(500) {
			id := r.Uint64N(300) << (32 * r.Uint64N(2))
			table.put(id, &i)
			want[id] = &i
			if table.count != len(want) || 2*(table.count-1) >= len(table.slots) || len(table.slots) > max(64, 4*table.count) {
				t.Fatalf("seed %d: %d of %d ids in %d slots", seed, table.count, len(want), len(table.slots))
			}
		}
		var ids []uint64
		for id, v := range want {
			ids = append(ids, id)
			if table.find(id) != v {
				t.Fatalf("seed %d: wrong value of %x", seed, id)
			}
		}
		for range 100 {
			if id := r.Uint64(); want[id] == nil && table.find(id) != nil {
				t.Fatalf("seed %d: a value of %x", seed, id)
			}
		}
		slices.Sort(ids)
		all := table.all()
		for i, id := range ids {
			if len(all) != len(ids) || all[i] != want[id] {
				t.Fatalf("seed %d: %d values of %d, or in another order than the ids", seed, len(all), len(ids))
			}
		}
	}
}
