package group

import (
	"math"
	"testing"

	"memcity/trace"
)

// TestAgesAtTheirLimits checks the name of ages around the ends of classes: the first four are alone, then each class has twice as many.
func TestAgesAtTheirLimits(t *testing.T) {
	for age, want := range map[uint32]string{
		0: "0 GCs survived", 1: "1 GC survived", 2: "2 GCs survived", 3: "3 GCs survived", 4: "4 to 7 GCs survived", 7: "4 to 7 GCs survived",
		8: "8 to 15 GCs survived", 15: "8 to 15 GCs survived", 16: "16 to 31 GCs survived", 1 << 20: "1048576 to 2097151 GCs survived",
		1<<31 - 1: "1073741824 to 2147483647 GCs survived", 1 << 31: "2147483648 to 4294967295 GCs survived",
		math.MaxUint32 - 2: "2147483648 to 4294967295 GCs survived", indistinctAge: NotToldApart, noAge: BornBefore,
	} {
		class := AgeClass(age)
		if got := AgeName(class); got != want || class >= AgeClasses {
			t.Errorf("age %d, class %d: %q, want %q", age, class, got, want)
		}
	}
	seen := map[uint32]uint32{}
	for shift := range 32 { // no age is in a class of unknown ages, and classes ascend
		age := uint32(1) << shift
		class := AgeClass(age)
		if before, ok := seen[class]; ok || class >= AgeClasses-2 || shift > 0 && class < AgeClass(age-1) {
			t.Errorf("ages %d and %d are in class %d", before, age, class)
		}
		seen[class] = age
	}
}

// TestSizesAtTheirLimits checks that every size is between the numbers in the name of its class. Sizes of at most 16 bytes are one class,
// and each further class ends at twice as many.
func TestSizesAtTheirLimits(t *testing.T) {
	for class, want := range map[uint32]string{0: "up to 16 bytes", 4: "up to 16 bytes", 5: "17 to 32 bytes", 6: "33 to 64 bytes", 10: "513 to 1024 bytes",
		11: "over 1.0 to 2.0 kB", 12: "over 2.0 to 4.1 kB", 20: "over 524.3 kB to 1.0 MB", 21: "over 1.0 to 2.1 MB"} {
		if got := sizeName(class); got != want {
			t.Errorf("class %d: %q, want %q", class, got, want)
		}
	}
}

// TestNeighborsOfManyCalls checks that the marks of earlier calls have no effect once the number of calls starts again.
func TestNeighborsOfManyCalls(t *testing.T) {
	n := &neighbors{next: func(trace.ObjectID) []trace.ObjectID { return []trace.ObjectID{0, 1, 1, 2} }, seen: make([]uint32, 3)}
	for _, calls := range []uint32{0, 1, 7, math.MaxUint32 - 1, math.MaxUint32, 0, 1} {
		n.calls = calls
		for i := range n.seen {
			n.seen[i] = min(calls, 1) // as the first call left it
		}
		found, err := n.of(t.Context(), []trace.ObjectID{5, 6})
		if err != nil || len(found) != 3 {
			t.Errorf("call %d finds %v, %v", calls, found, err)
		}
	}
}
