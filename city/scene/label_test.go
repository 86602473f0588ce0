package scene

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

func TestLabelsAreDistinct(t *testing.T) {
	inType := func(name string, packages ...*citytest.Group) *citytest.Group {
		g := citytest.Inner(name, packages...)
		g.Role = "Type"
		return g
	}
	pkg := func(name string, objects int64) *citytest.Group {
		g := citytest.Leaf(name, objects, objects)
		g.Role = trees.PackageRole
		return g
	}
	for _, tt := range []struct {
		tree *citytest.Group
		want map[string]string
	}{
		{citytest.Inner("Heap", inType("java.lang.String", pkg("java.lang", 50)), inType("int[]", pkg("(primitive arrays)", 9))),
			map[string]string{"Heap#java.lang.String#java.lang": "String · java.lang",
				"Heap#int[]#(primitive arrays)": "int[] · (primitive arrays)"}},
		{citytest.Inner("Heap", citytest.Inner("java.util", citytest.Leaf("Entry", 50, 50), citytest.Leaf("Map", 20, 20)),
			citytest.Inner("shop", citytest.Leaf("Entry", 40, 40)), citytest.Inner("dead", citytest.Leaf("Map", 1, 1))),
			map[string]string{"Heap#java.util#Entry": "java.util · Entry", "Heap#shop#Entry": "shop · Entry", "Heap#java.util#Map": "Map",
				"Heap#dead#Map": "dead · Map"}},
		{citytest.Inner("Heap", citytest.Leaf("Node", 3, 3)), map[string]string{"Heap#Node": "Node"}},
	} {
		settings := DefaultSettings()
		settings.Children = AllChildren
		c := planOf(citytest.Points(tt.tree), settings).At(0, settings)
		for key, want := range tt.want {
			if got := c.Plan.Label(c.Buildings[mustFind(t, c, key).Index].Node); got != want {
				t.Errorf("%s is called %q, want %q", key, got, want)
			}
		}
	}
}
