package trees_test

import (
	"fmt"
	"maps"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// TestBaseWithMadeUpNumbers: groups that differ only by a runtime-generated number match, largest first. Groups of the same name match at
// any size. The remaining groups are new or gone.
func TestBaseWithMadeUpNumbers(t *testing.T) {
	this := citytest.Points(citytest.Inner("Heap",
		citytest.Leaf("app.A$$Lambda$31/0x000000080100", 5, 50), citytest.Leaf("app.A$$Lambda$30/0x000000080200", 90, 900),
		citytest.Leaf("app.B$$Lambda$1/0x07", 1, 10),
		citytest.Leaf("jdk.proxy2.$Proxy12", 7, 70), citytest.Leaf("jdk.proxy2.$Proxy13", 8, 80), citytest.Leaf("app.Plain2", 2, 20),
		citytest.Inner("app.C$$Lambda/0x000001", citytest.Leaf("app.C$$Lambda/0x000001.run(C.java:3)", 3, 30),
			citytest.Leaf("app.C$$Lambda/0x000001.get(C.java:3)", 4, 40))))
	other := citytest.Points(citytest.Inner("Heap",
		citytest.Leaf("app.A$$Lambda$14/0x000000080a00", 80, 800), citytest.Leaf("app.A$$Lambda$15/0x000000080b00", 6, 60),
		citytest.Leaf("app.A$$Lambda$16/0x000000080c00", 2, 20),
		citytest.Leaf("jdk.proxy2.$Proxy13", 3, 30), citytest.Leaf("jdk.proxy2.$Proxy9", 9, 90), citytest.Leaf("app.Plain1", 1, 10),
		citytest.Inner("app.C$$Lambda/0x000002", citytest.Leaf("app.C$$Lambda/0x000002.get(C.java:3)", 5, 50),
			citytest.Leaf("app.C$$Lambda/0x000002.other(C.java:3)", 6, 60)),
		citytest.Leaf("app.E", 1, 10)))
	base := citytest.BaseOf(other[0], false)
	before := base.Tree.Nodes[1].Name
	s := trees.NewSeries(this).WithBaseline(base)
	got := map[string]string{}
	for i := range s.Nodes[1:] {
		n := int32(i + 1)
		got[s.Name(n)] = fmt.Sprint(s.Before(0, n).Objects, " ", s.Objects(0, n))
	}
	want := map[string]string{
		"app.A$$Lambda$30/0x000000080200": "80 90", "app.A$$Lambda$31/0x000000080100": "6 5", "app.A$$Lambda$16/0x000000080c00": "2 0",
		"app.B$$Lambda$1/0x07": "0 1",
		"jdk.proxy2.$Proxy13":  "3 8", "jdk.proxy2.$Proxy12": "9 7", "app.Plain2": "0 2", "app.Plain1": "1 0",
		"app.C$$Lambda/0x000001": "11 7", "app.C$$Lambda/0x000001.get(C.java:3)": "5 4", "app.C$$Lambda/0x000001.run(C.java:3)": "0 3",
		"app.C$$Lambda/0x000002.other(C.java:3)": "6 0", "app.E": "1 0",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if base.Tree.Nodes[1].Name != before {
		t.Error("the tree of the base was changed")
	}
}
