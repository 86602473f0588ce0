package graph

import (
	"math/rand/v2"
	"testing"

	"memcity/trace"
)

func TestNodeNumbers(t *testing.T) {
	for _, n := range []int{0, 1, blockSize - 1, blockSize, blockSize + 1, 5*blockSize + 3} {
		random := rand.New(rand.NewPCG(1, uint64(n)))
		numbers, want := newNodeNumbers(n), make([]int32, n)
		for o := range want {
			want[o] = -1
		}
		set := func(o int, node int32) {
			numbers.set(trace.ObjectID(o), node)
			want[o] = node
		}
		for range min(n, 300) {
			set(random.IntN(n), random.Int32N(5)-1)
		}
		if n > 0 {
			set(0, 1<<31-2)
			set(n-1, 0)
		}
		for o := range want {
			if got := numbers.of(trace.ObjectID(o)); got != want[o] {
				t.Fatalf("%d objects: object %d has node %d; expected %d", n, o, got, want[o])
			}
		}
	}
}

func TestNodeNumbersOfFewObjectsTakeLittle(t *testing.T) {
	numbers := newNodeNumbers(100 * blockSize)
	numbers.set(7*blockSize, 1)
	numbers.set(8*blockSize, -1)
	taken := 0
	for _, b := range numbers.blocks {
		if b != nil {
			taken++
		}
	}
	if taken != 1 {
		t.Errorf("%d blocks for one object", taken)
	}
}
