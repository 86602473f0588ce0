package city

import "testing"

func TestLabelsTellBuildingsApart(t *testing.T) {
	inType := func(name string, packages ...*group) *group {
		g := inner(name, packages...)
		g.role = "Type"
		return g
	}
	pkg := func(name string, objects int64) *group {
		g := leaf(name, objects, objects)
		g.role = packageRole
		return g
	}
	for _, tt := range []struct {
		tree *group
		want map[string]string
	}{
		{inner("Heap", inType("java.lang.String", pkg("java.lang", 50)), inType("int[]", pkg("(primitive arrays)", 9))),
			map[string]string{"Heap#java.lang.String#java.lang": "String · java.lang", "Heap#int[]#(primitive arrays)": "int[] · (primitive arrays)"}},
		{inner("Heap", inner("java.util", leaf("Entry", 50, 50), leaf("Map", 20, 20)), inner("shop", leaf("Entry", 40, 40)), inner("dead", leaf("Map", 1, 1))),
			map[string]string{"Heap#java.util#Entry": "java.util · Entry", "Heap#shop#Entry": "shop · Entry", "Heap#java.util#Map": "Map", "Heap#dead#Map": "dead · Map"}},
		{inner("Heap", leaf("Node", 3, 3)), map[string]string{"Heap#Node": "Node"}},
	} {
		settings := DefaultSettings()
		settings.Children = AllChildren
		c := planOf(points(tt.tree), settings).At(0, settings)
		for key, want := range tt.want {
			if got := c.Plan.Label(c.Buildings[mustFind(t, c, key).Index].Node); got != want {
				t.Errorf("%s is called %q, want %q", key, got, want)
			}
		}
	}
}

func TestGrowthInBetweenMayExceedTheScale(t *testing.T) {
	at := func(a, b int64) *group { return inner("Heap", leaf("a", a, a), leaf("b", b, b)) }
	for _, tt := range []struct {
		points []PointTree
		want   bool
	}{
		{points(at(1, 5), at(9, 5), at(4, 6)), true},
		{points(at(1, 5), at(3, 5), at(4, 6)), false},
		{points(at(1, 5), at(1, 8), at(4, 1)), false},
	} {
		if got := planOf(tt.points, DefaultSettings()).Clamped(); got != tt.want {
			t.Errorf("growth in between exceeds that over the window: %v, want %v", got, tt.want)
		}
	}
}
