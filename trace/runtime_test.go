package trace

import "testing"

func TestRuntimeNames(t *testing.T) {
	for r := JVM; r <= Other; r++ {
		if got := RuntimeOf(r.String()); got != r {
			t.Errorf("RuntimeOf(%q) = %d, want %d", r, got, r)
		}
	}
	if got := RuntimeOf("lua"); got != Other {
		t.Errorf("RuntimeOf(lua) = %v, want other", got)
	}
}

func TestElementsAfterFields(t *testing.T) {
	h := &Heap{Types: []Type{{Name: "Map", References: []string{"map", "key"}, Elements: true, Weak: []uint16{1, 3}}}, Align: 1}
	h.TypeOf = TypesOf([]TypeID{0})
	typ := &h.Types[0]
	for _, c := range []struct {
		slot          uint16
		name          string
		element, weak bool
	}{{0, "map", false, false}, {1, "key", false, true}, {2, "[0]", true, false}, {3, "[1]", true, true}, {65535, "[65535 or later]", true, false}} {
		if name, element, weak := h.SlotName(0, c.slot), typ.IsElement(c.slot), typ.IsWeak(c.slot); name != c.name || element != c.element || weak != c.weak {
			t.Errorf("slot %d: %q, element %v, weak %v", c.slot, name, element, weak)
		}
	}
}
