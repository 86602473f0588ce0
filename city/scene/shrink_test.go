package scene

import (
	"testing"

	"memcity/city/citytest"
)

func TestShrinkageFollowsWhatIsLost(t *testing.T) {
	const first = 1000
	before := 1.0
	for now := int64(0); now <= 1200; now++ {
		got := Shrinkage(first, now)
		switch {
		case now == 0 || now > first-first*shrinkShown:
			if got != 0 {
				t.Fatalf("%d of %d left: shown as shrunk by %v", now, first, got)
			}
		case now <= first-first*shrinkFull:
			if got != 1 {
				t.Fatalf("%d of %d left: %v, want all of the roof", now, first, got)
			}
		case got <= 0.3 || got > before:
			t.Fatalf("%d of %d left: %v after %v", now, first, got, before)
		}
		if now > 0 {
			before = got
		}
	}
	if got := Shrinkage(0, 5); got != 0 {
		t.Errorf("what was not there at first is shown as shrunk by %v", got)
	}
}

func TestRoofsShowShrinkingUnlessColoursShowNothing(t *testing.T) {
	settings := DefaultSettings()
	plan := planOf(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 100, 1600), citytest.Leaf("b", 100, 1600)),
		citytest.Inner("Heap", citytest.Leaf("a", 40, 640), citytest.Leaf("b", 300, 4800))), settings)
	c := plan.At(1, settings)
	a, b := &c.Buildings[mustFind(t, c, "Heap#a").Index], &c.Buildings[mustFind(t, c, "Heap#b").Index]
	palette := settings.Palette()
	if a.Shrunk != 1 || a.Color != palette.Growth(0) || palette.Roof(a.Color, a.Shrunk) != palette.Shrunk {
		t.Errorf("shrunk: %+v, want gray walls and a cool roof", a)
	}
	if b.Shrunk != 0 || palette.Roof(b.Color, b.Shrunk) != b.Color {
		t.Errorf("grown: %+v, want a roof like its walls", b)
	}
	settings.Color = PlainColors
	if c := plan.At(1, settings); c.Buildings[mustFind(t, c, "Heap#a").Index].Shrunk != 0 {
		t.Error("shown as shrunk though colours show nothing")
	}
}
