package ui

import (
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/structures"
	"memcity/city/view/table"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/trace"
)

// TestAbsent opens the group and the graph view at a GC point where the selection has no objects.
func TestAbsent(t *testing.T) {
	names := trace.NewNames()
	var points []trees.PointTree
	for i, objects := range []int64{0, 18, 3} {
		tree := &trace.Tree{Names: names, Nodes: []trace.Node{
			{Name: names.ID("Heap"), Place: trace.Place{Parent: -1, End: 3}, Objects: objects + 5, Bytes: 500},
			{Name: names.ID("Gone"), Role: names.ID("Type"), Place: trace.Place{End: 2}, Objects: objects, Bytes: 8 * objects},
			{Name: names.ID("Stays"), Role: names.ID("Type"), Place: trace.Place{End: 3}, Objects: 5, Bytes: 80},
		}}
		points = append(points, trees.PointTree{Time: trace.Millis(i), Source: i, Tree: tree})
	}
	series := trees.NewSeries(points)
	m := uitest.Sample()
	m.Plan = scene.NewPlan(series, trees.NewMeta(series, trees.Window{To: 2}), scene.DefaultSettings())
	m.Catalog = &trees.Catalog{}
	m.State.Selection, m.State.More = "Heap#Gone", nil
	for view, panel := range map[state.View]model.ID{inspect.View.ID: "group", graphs.View.ID: "graph"} {
		m.State.View = view
		k := newTest(t, m, uitest.Screen, 1)
		uitest.Find(t, k, panel, "text", "No objects at this GC point")
		uitest.Find(t, k, panel, "text", "The selection is largest at GC point 2: 18.")
		uitest.Click(k, uitest.Find(t, k, panel, "button", "Go to GC point 2"))
		uitest.Wanted(t, k, model.Do{Action: state.GoTo{Point: 1}})
	}
	m.At = 2
	if _, absent := m.Absent(); absent {
		t.Error("a selection with objects is called absent")
	}
}

// TestCountedOnly opens views of single objects at a GC point with counts only, and goes to the GC point with objects.
func TestCountedOnly(t *testing.T) {
	m := uitest.CountedOnly(uitest.Sample())
	m.State.Selection, m.State.More = "Heap#app#Product", nil
	for view, panel := range map[state.View]model.ID{inspect.View.ID: "group", graphs.View.ID: "graph"} {
		m.State.View = view
		k := newTest(t, m, uitest.Screen, 1)
		uitest.Find(t, k, panel, "text", "Objects are only counted here")
		uitest.Click(k, uitest.Find(t, k, panel, "button", "Go to GC point 1"))
		uitest.Wanted(t, k, model.Do{Action: state.GoTo{}})
	}
	m.State.View = structures.View.ID
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, "structures", "text", "Objects are only counted at the end of the window")
	uitest.Click(k, uitest.Find(t, k, "structures", "button", "To GC point 1"))
	uitest.Wanted(t, k, model.Do{Action: state.SetWindow{}})
	m.State.View = table.View.ID
	m.State.Views = table.View.With(m.State.Views, table.State{Columns: []table.Column{table.ColumnName, table.ColumnRetainedBytes}})
	uitest.Find(t, newTest(t, m, uitest.Screen, 1), "heap", "text", "no deep or retained sizes: objects are only counted at this GC point")
	m.State.View = state.CityView
	group := *m.Selection
	group.NoReferences = true
	m.Selection = &group
	if text := uitest.Describe(newTest(t, m, uitest.Screen, 1).Seen()); !strings.Contains(text, "inspector: text This GC point has only counts") {
		t.Errorf("the inspector says\n%s", text)
	}
}
