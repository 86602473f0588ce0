package dump

import (
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
	"memcity/city/view/held"
)

// The dump of a city by staleness contains the staleness of each building.
func TestDumpedStaleness(t *testing.T) {
	all := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 10, 100), citytest.Leaf("b", 4, 40), citytest.Leaf("c", 4, 40)))
	p := scenetest.Plan(all, scene.DefaultSettings())
	r := &held.Report{Query: held.Query{Threshold: 0.5}, Tree: all[0].Tree, Groups: make([]held.Counts, 4), Exact: true,
		Holders: []held.Holder{{}}, Labels: []string{"java.util.HashMap@A.java:1"}}
	r.Groups[1] = held.Counts{Known: true, Held: trees.Amount{Objects: 5, Bytes: 50}, Stale: held.Mean{Objects: 0.5, Bytes: 0.25},
		Above: held.Mean{Objects: 0.125, Bytes: 0.0625}}
	r.Groups[2] = held.Counts{Known: true, Largest: held.None}
	c := p.Used(scene.NewHeld(p.Series, 0, r), scene.DefaultSettings())
	d := Of(c, "test", scene.DefaultSettings(), scene.Target{})
	var out strings.Builder
	if err := d.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"staleness of 1 collection, stale above 0.50\n",
		"    in collections 5 objects, 50 bytes, staleness 0.50, mostly in java.util.HashMap@A.java:1\n", "    in no recorded collection\n"} {
		if strings.Count(out.String(), want) != 1 {
			t.Errorf("printed\n%s\nwithout %q", out.String(), want)
		}
	}
	if u := d.Buildings[0].Use; u == nil || *u != (Use{5, 50, 0.5, 0.25, 0.125, 0.0625, "java.util.HashMap@A.java:1"}) || d.Buildings[2].Use != nil {
		t.Errorf("%+v", d.Buildings)
	}
	if s := d.Staleness; s == nil || *s != (Staleness{0.5, 1, true}) || OfHeld(nil) != nil {
		t.Errorf("%+v", d.Staleness)
	}
}
