package scene

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/city/view/held"
)

// heldAt returns a report on a tree in which a collection holds half of a and all of b. It has no data on d.
func heldAt(all []trees.PointTree) *held.Report {
	r := &held.Report{Query: held.Query{Threshold: 0.5}, Tree: all[0].Tree, Groups: make([]held.Counts, len(all[0].Tree.Nodes)),
		Holders: []held.Holder{{Elements: 9, Staleness: 0.25}}, Labels: []string{"java.util.HashMap@A.java:1"}}
	set := func(node int, objects, bytes int64, staleness, above float64) {
		r.Groups[node] = held.Counts{Known: true, Held: trees.Amount{Objects: objects, Bytes: bytes},
			Stale: held.Mean{Objects: staleness, Bytes: staleness / 2}, Above: held.Mean{Objects: above, Bytes: above / 2}, Largest: 0}
	}
	set(1, 5, 50, 0.5, 0.5)
	set(2, 4, 40, 0.25, 0)
	r.Groups[3] = held.Counts{Known: true, Largest: held.None}
	return r
}

// TestUsed: colors end at the threshold, mixed with gray if collections hold only a part. Dust is the stale share of the group.
func TestUsed(t *testing.T) {
	all := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 10, 100), citytest.Leaf("b", 4, 40), citytest.Leaf("c", 3, 30),
		citytest.Leaf("d", 2, 20)))
	for _, unit := range []trees.Unit{trees.Objects, trees.Bytes} {
		settings := DefaultSettings()
		settings.Unit = unit
		series := trees.NewSeries(all)
		p := NewPlan(series, trees.NewMeta(series, trees.Window{}), settings)
		h := NewHeld(p.Series, 0, heldAt(all))
		c := p.Used(h, settings)
		palette, gray := settings.Palette(), settings.Palette().Growth(0)
		share := 1.0 // held share of the bytes, relative to that of the objects
		if unit == trees.Bytes {
			share = 0.5
		}
		for name, want := range map[string]struct {
			color RGB
			dust  float64
			label string
		}{
			"a": {gray.mix(palette.Stale(share), 0.5), 0.25 * share, "java.util.HashMap@A.java:1"},
			"b": {palette.Stale(0.5 * share), 0, "java.util.HashMap@A.java:1"},
			"c": {gray, 0, ""},
			"d": {gray, 0, ""},
		} {
			node, _ := p.Series.Find("Heap#" + name)
			b := c.Buildings[p.Target(node).Index]
			if b.Color != want.color || b.Dust != want.dust || b.Opacity != 1 || b.Shrunk != 0 {
				t.Errorf("%v %s: %v, dust %g, want %+v", unit, name, b.Color, b.Dust, want)
			}
			u := h.UseOf(node)
			if name == "d" != (u == nil) || u != nil && u.Label != want.label {
				t.Errorf("%s: %+v", name, u)
			}
		}
		if c.Used != h || c.Aged != nil {
			t.Error("the city does not say what it shows")
		}
	}
	if held, staleness, stale := Stale(nil, trees.Objects, 5); held+staleness+stale != 0 {
		t.Error("something is known of nothing")
	}
	if held, _, _ := Stale(&held.Counts{Held: trees.Amount{Objects: 5}}, trees.Objects, 0); held != 0 {
		t.Error("a share of nothing")
	}
}

// TestStalePalettes: the ends of the scale and dust are distinct from each other and from gray.
func TestStalePalettes(t *testing.T) {
	for _, s := range []Settings{{}, {ColorBlind: true}, {ColorBlind: true, Theme: Dark}} {
		p := s.Palette()
		if p.Stale(-1) != p.Stale(0) || p.Stale(2) != p.Stale(1) || p.Stale(0) == p.Stale(1) || p.Dusty(p.Stale(1), 0) != p.Stale(1) ||
			p.Dusty(p.Stale(1), 1) != p.Dust || p.Dust.Luminance()-p.Stale(1).Luminance() < 0.3 || p.Dust.Luminance()-p.Stale(0).Luminance() < 0.3 {
			t.Errorf("%+v", s)
		}
	}
}
