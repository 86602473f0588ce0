package leak

import (
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
)

// TestPlaceIndex compares the index with a map while it grows.
func TestPlaceIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var x placeIndex
	want := map[placeKey]Place{}
	for range 30_000 {
		key := placeKey{Place(random.IntN(200)) - 1, uint32(random.IntN(20)), uint32(random.IntN(20))}
		got, ok := x.get(key)
		if place, has := want[key]; ok != has || ok && got != place {
			t.Fatalf("%v: %d, %v; want %d, %v", key, got, ok, place, has)
		}
		if !ok {
			p := Place(random.IntN(100))
			x.put(key, p)
			want[key] = p
		}
	}
	if x.count != len(want) || 3*x.count > 2*len(x.entries) || len(x.entries) > 4*x.count {
		t.Errorf("%d entries in %d slots, want %d", x.count, len(x.entries), len(want))
	}
}

// TestQueue checks that objects are taken in the order added, across chunks, and that taken objects are released.
func TestQueue(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var q queue
	var want []trace.ObjectID
	next := trace.ObjectID(0)
	for range 200 {
		for range random.IntN(2 * queueChunk / 8) {
			q.add(next)
			want = append(want, next)
			next++
		}
		for range random.IntN(min(len(want)+1, queueChunk/5)) {
			if got := q.take(); got != want[0] {
				t.Fatalf("%d is taken, want %d", got, want[0])
			}
			want = want[1:]
		}
		if q.count != len(want) || len(q.chunks) > q.count/queueChunk+2 {
			t.Fatalf("%d in %d chunks, want %d", q.count, len(q.chunks), len(want))
		}
	}
	if got := q.all(); !slices.Equal(got, want) {
		t.Errorf("%d are left, want %d", len(got), len(want))
	}
	for q.count > 0 {
		q.take()
	}
	if len(q.all()) != 0 {
		t.Error("something is left")
	}
}
