package retained

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestListTable checks that lists have the same number if and only if they are equal, and come back unchanged.
func TestListTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	table, lists := newListTable(), map[uint32][]int32{}
	for range 5000 {
		list := make([]int32, random.IntN(4))
		for i := range list {
			list[i] = random.Int32N(12)
		}
		number := table.number(list)
		if before, ok := lists[number]; ok && !slices.Equal(before, list) {
			t.Fatalf("%v and %v have the number %d", before, list, number)
		}
		lists[number] = list
		if (number == 0) != (len(list) == 0) {
			t.Fatalf("%v has the number %d", list, number)
		}
	}
	if want := 1 + 12 + 12*12 + 12*12*12; len(lists) > want || len(lists) < want/2 || len(lists) != len(table.start)-1 {
		t.Errorf("%d lists have numbers, of %d that there may be; the table has %d", len(lists), want, len(table.start)-1)
	}
	for number, list := range lists {
		if got := table.list(number); !slices.Equal(got, list) {
			t.Errorf("the list %d is %v and was %v", number, got, list)
		}
	}
}
