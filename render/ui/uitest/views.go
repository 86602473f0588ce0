package uitest

import (
	"fmt"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/city/view/guides"
	"memcity/city/view/overview"
	"memcity/city/view/structures"
	"memcity/city/view/table"
	"memcity/city/view/treemap"
	"memcity/city/view/trends"
	"memcity/render/ui/model"
	"memcity/trace"
)

// OverviewModel shows the overview of a recording with 12 GC points, one per second, and a GC every quarter of a second. The heap grows from
// the fifth point.
func OverviewModel() model.Model {
	m := HeapModel(2, 2)
	names := trace.NewNames()
	var points []trees.PointTree
	e := &window.Evolution{}
	for i := range 12 {
		bytes := int64(4_000_000 + 900_000*max(0, i-4) + 50_000*(i%2))
		points = append(points, trees.PointTree{Time: trace.Millis(1000 * i), Source: i, Tree: &trace.Tree{Names: names,
			Nodes: []trace.Node{{Name: names.ID("Heap"), Place: trace.Place{Parent: -1, End: 1}, Objects: bytes / 40, Bytes: bytes}}}})
		e.Times, e.Sources = append(e.Times, time.Duration(i)*time.Second), append(e.Sources, i)
		e.Points = append(e.Points, window.Point{Time: e.Times[i], Bytes: bytes, Objects: bytes / 40, GC: uint32(4 * i)})
	}
	for i := range 44 {
		start := time.Duration(i)*250*time.Millisecond + 100*time.Millisecond
		gc := overview.GC{Number: uint32(i + 1), Start: start, End: start + 4*time.Millisecond, Pause: 4 * time.Millisecond, Kind: "Young",
			Cause:  "G1 Evacuation Pause",
			Before: 12_000_000, After: 5_000_000 + int64(max(0, i-16))*200_000, Capacity: 20_000_000}
		switch {
		case i == 20:
			gc.Kind, gc.Pause, gc.End = "Full", 90*time.Millisecond, start+90*time.Millisecond
		case i%11 == 5:
			gc.Concurrent, gc.End = true, start+120*time.Millisecond
		}
		e.GCs = append(e.GCs, gc)
	}
	series := trees.NewSeries(points)
	m.State = state.Step(state.NewState(12, scene.DefaultSettings()), state.Show{View: overview.View.ID})
	m.Plan = scene.NewPlan(series, trees.NewMeta(series, m.State.Window), m.State.Settings)
	m.At, m.Points = 11, nil
	for i := range 12 {
		m.Points = append(m.Points, model.Point{Time: points[i].Time, Objects: series.Objects(i, 0), Bytes: series.Bytes(i, 0)})
	}
	q := overview.Query{Points: 12, Limits: overview.DefaultLimits()}
	m.Results = overview.Kind.With(query.Results{}, q, &overview.Overview{Query: q, Evolution: e, Found: []overview.SuspiciousWindow{
		{Kind: overview.LeakWindow, From: 4, To: 11, Start: 4 * time.Second, End: 11 * time.Second, Score: 907_000, Average: 577_000,
			FirstBytes: 4_000_000, LastBytes: 10_350_000, PeakBytes: 10_350_000},
		{Kind: overview.SteepestWindow, From: 6, To: 7, Start: 6 * time.Second, End: 7 * time.Second, Score: 950_000, Average: 577_000,
			FirstBytes: 5_800_000, LastBytes: 6_750_000},
		{Kind: overview.OverheadWindow, From: 18, To: 22, Start: 4600 * time.Millisecond, End: 5604 * time.Millisecond, Score: 0.11,
			Average: 0.02, GCs: 5, Pause: 106 * time.Millisecond},
	}})
	return m
}

// EventsModel shows a recording with GCs only.
func EventsModel() model.Model {
	m := OverviewModel()
	m.NoStates, m.Points, m.Plan = "it has no heap states", nil, &scene.Plan{Series: trees.NewSeries(nil)}
	m.State = state.Step(state.NewState(0, m.State.Settings), state.Show{View: overview.View.ID})
	e := *overview.Kind.Result(&m.Results).Evolution
	e.Sources, e.Times, e.Points = nil, nil, nil
	for _, gc := range e.GCs {
		e.Points = append(e.Points, window.Point{Time: gc.End, Bytes: gc.After, GC: gc.Number})
	}
	o := *overview.Kind.Result(&m.Results)
	o.Evolution, o.Found = &e, o.Found[2:]
	m.Results = overview.Kind.With(m.Results, o.Query, &o)
	return m
}

// GraphOf returns a picture with layers of boxes. The first layer contains GC roots, the last the queried objects. Every box refers to the
// two below it.
func GraphOf(layers, wide int) *graphs.Picture {
	const boxW, boxH, gapX, gapY = 216, 60, 28, 52
	p := &graphs.Picture{Queried: trees.Amount{Objects: 1000, Bytes: 48_000},
		Words: "1,000 Value are kept alive by 1,000 Holder, these by the static field Main.holder",
		Query: graphs.Query{Walk: graphs.Walk{Objects: graphs.Objects{Keys: seq.Of("Heap#app#Value")},
			Steps: seq.Of(graphs.Step{Kind: graphs.PathsToRoot})}}}
	for l := range layers {
		for i := range wide {
			n := graphs.Node{Key: fmt.Sprint(l, ".", i), Title: fmt.Sprintf("com.example.persons.registry.Holder%d_%d", l, i),
				Group:  fmt.Sprintf("Heap#app#Holder%d_%d", l, i),
				Amount: trees.Amount{Objects: 1000, Bytes: 24_000}, Alive: int64(1000 / (i + 1)), Strongest: i == 0, CanIn: l > 0, CanOut: true,
				X: float64(i) * (boxW + gapX), Y: float64(l) * (boxH + gapY), W: boxW, H: boxH}
			switch l {
			case 0:
				n.Root, n.Kind, n.Title, n.Group, n.CanOut = true, "static field", fmt.Sprintf("static field com.example.persons.Main%d.holder", i),
					"", false
			case layers - 1:
				n.Queried = true
			}
			p.Nodes = append(p.Nodes, n)
		}
	}
	for l := range layers - 1 {
		for i := range wide {
			for to := i; to <= min(i+1, wide-1); to++ {
				from, below := &p.Nodes[l*wide+i], &p.Nodes[(l+1)*wide+to]
				p.Edges = append(p.Edges, graphs.Edge{From: l*wide + i, To: (l+1)*wide + to, Alive: int64(1000 / (i + to + 1)), References: 1000,
					Fields: "value", Field: "value",
					Strongest: i+to == 0, Points: []graphs.Point{{X: from.X + boxW/2, Y: from.Y + boxH},
						{X: below.X + boxW/2 + float64(10*(i-to)), Y: below.Y}}})
			}
		}
	}
	p.W, p.H = float64(wide*(boxW+gapX)-gapX), float64(layers*(boxH+gapY)-gapY)
	return p
}

// GraphModel shows the graph view with a picture.
func GraphModel(p *graphs.Picture) model.Model {
	m := Sample()
	m.Catalog, m.Plan = &trees.Catalog{}, &scene.Plan{Series: &trees.Series{}}
	m.State = state.Step(state.Step(m.State, state.Select{Key: "Heap#app#Value"}), state.Show{View: graphs.View.ID})
	if p != nil {
		m.Results = graphs.Kind.With(m.Results, p.Query, p)
	}
	return m
}

// TreeModel shows the tree view of the recording of [TrendsModel].
func TreeModel(packages, types int) model.Model {
	m := TrendsModel(packages, types)
	m.Results = query.Results{}
	m.State.View = treemap.View.ID
	return m
}

// TrendsModel shows the trends view of a recording with ten GC points, one per second: packages of types, where the very first type grows
// most. It calls ResolveTrends.
func TrendsModel(packages, types int) model.Model {
	series := PackagesSeries(10, 1000, packages, types, func(p, i, j int) int { return 100*(i+1) + 10*(j+1) + p*(packages-i)*(types-j) })
	settings := scene.DefaultSettings()
	m := model.Model{State: state.NewState(10, settings), Name: "trends", Format: "hprof", At: 9, CanSearch: true, Groups: len(series.Nodes),
		Catalog: &trees.Catalog{}, Plan: scene.NewPlan(series, trees.NewMeta(series, trees.Window{From: 0, To: 9}), settings)}
	for p := range 10 {
		m.Points = append(m.Points, model.Point{Time: trees.Millis(1000 * p), Objects: series.Objects(p, 0), Bytes: series.Bytes(p, 0)})
	}
	m.State.View = trends.View.ID
	ResolveTrends(&m)
	return m
}

// StructuresModel shows the structures view of a recording with two GC points. One map grows and owns its pools, one shares them, and one
// does not change.
func StructuresModel() model.Model {
	names := trace.NewNames()
	var points []trees.PointTree
	for p := range 2 {
		t := &trace.Tree{Names: names}
		add := func(name, role string, parent int32, n int64) int32 {
			t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(name), Role: names.ID(role), Place: trace.Place{Parent: parent}, Objects: n,
				Bytes: 32 * n})
			return int32(len(t.Nodes) - 1)
		}
		n := int64(100 + 900*p)
		root := add("Heap", "", -1, 3*n)
		app := add("app.http", "Package", root, n)
		add("Pool", "Type", app, n)
		util := add("java.util", "Package", root, 2*n)
		add("HashMap", "Type", util, 3)
		add("LinkedList", "Type", util, n)
		for i := range t.Nodes {
			t.Nodes[i].End = int32(len(t.Nodes))
		}
		t.Nodes[app].End, t.Nodes[2].End, t.Nodes[4].End = util, util, 5
		points = append(points, trees.PointTree{Time: trace.Millis(100 * p), Source: p, Tree: t, Pointers: &trace.Pointers{}})
	}
	series, settings := trees.NewSeries(points), scene.DefaultSettings()
	m := model.Model{State: state.NewState(2, settings), Name: "pools", At: 1, CanSearch: true, Groups: len(series.Nodes),
		Catalog: &trees.Catalog{}, Plan: scene.NewPlan(series, trees.NewMeta(series, trees.Window{From: 0, To: 1}), settings)}
	for p := range 2 {
		m.Points = append(m.Points, model.Point{Time: trees.Millis(100 * p), Objects: series.Objects(p, 0), Bytes: series.Bytes(p, 0)})
	}
	m.State.View = structures.View.ID
	r := StructuresReport()
	held := structures.HeldQuery{Point: 1, Object: 11}
	m.Results = structures.Kind.With(m.Results, r.Query, r)
	m.Results = structures.HeldKind.With(m.Results, held,
		&structures.HeldReport{Query: held, Words: "1 HashMap is kept alive by 1 Manager, this by the static field Main.manager"})
	return m
}

// ChurnModel shows the churn view of a recording with estimated deaths, most of them young buffers from one site.
func ChurnModel() model.Model {
	m := HeapModel(3, 2)
	m.State.View = churns.View.ID
	names := trace.NewNames()
	tree := &trace.Tree{Names: names}
	add := func(name, role string, parent, end int32, objects, bytes int64) {
		tree.Nodes = append(tree.Nodes,
			trace.Node{Name: names.ID(name), Role: names.ID(role), Place: trace.Place{Parent: parent, End: end}, Objects: objects, Bytes: bytes})
	}
	add("Garbage", "", -1, 10, 100, 8000)
	add("0 GCs survived", "Age", 0, 7, 80, 7000)
	add("byte[]", "Type", 1, 5, 20, 6000)
	add("app.Main.read(Main.java:12)", "Allocation Site", 2, 5, 20, 6000)
	add("app.Main.main(Main.java:3)", "Call Site", 3, 5, 20, 6000)
	add("p1.T1.0", "Type", 1, 7, 60, 1000)
	add("app.Main.make(Main.java:20)", "Allocation Site", 5, 7, 60, 1000)
	add("2 GCs survived", "Age", 0, 10, 20, 1000)
	add("p1.T1.0", "Type", 7, 10, 20, 1000)
	add("(not sampled)", "Allocation Site", 8, 10, 20, 1000)
	estimated := make([]bool, len(tree.Nodes))
	for i := range estimated[:5] {
		estimated[i] = true
	}
	r := &churns.Analysis{From: 2, To: 4, End: 2 * time.Second, GCs: make([]trace.GC, 3), Freed: 9000, Rate: 4500, Average: 3000, Tree: tree,
		Estimated: estimated, Samples: 7,
		Garbage: churns.Amount{Amount: trees.Amount{Objects: 100, Bytes: 8000}, Estimated: true},
		Young:   churns.Amount{Amount: trees.Amount{Objects: 80, Bytes: 7000}},
		Suspects: []churns.Suspect{
			{Type: "byte[]", Amount: churns.Amount{Amount: trees.Amount{Objects: 20, Bytes: 6000}, Estimated: true}, Share: 6.0 / 7,
				Site:   "app.Main.read(Main.java:12)",
				AtSite: churns.Amount{Amount: trees.Amount{Objects: 20, Bytes: 6000}}, Domain: "app.Main.main(Main.java:3)",
				AtDomain: churns.Amount{Amount: trees.Amount{Objects: 20, Bytes: 6000}}},
			{Type: "p1.T1.0", Amount: churns.Amount{Amount: trees.Amount{Objects: 60, Bytes: 1000}}, Share: 1.0 / 7,
				Site: "app.Main.make(Main.java:20)", AtSite: churns.Amount{Amount: trees.Amount{Objects: 60, Bytes: 1000}}}},
		Notes: []string{"Objects that died at their first GC are missing from GC 4 on: no later heap state shows which allocations survived."}}
	q := churns.Query{To: 4, Bytes: true}
	m.Results = overview.Kind.With(query.Results{}, overview.Query{}, &overview.Overview{Evolution: &window.Evolution{}})
	m.Results = churns.Kind.With(m.Results, q, &churns.Report{Query: q, Analysis: r})
	return m
}

// AllocatedModel shows only allocations.
func AllocatedModel() model.Model {
	m := ChurnModel()
	r := *churns.Kind.Result(&m.Results).Analysis
	r.Basis, r.Young, r.Notes, r.Samples = churns.Allocated, churns.Amount{}, nil, 0
	q := churns.Kind.Result(&m.Results).Query
	m.Results = churns.Kind.With(m.Results, q, &churns.Report{Query: q, Analysis: &r})
	return m
}

// FreedModel shows only GCs.
func FreedModel() model.Model {
	m := ChurnModel()
	freed := &churns.Analysis{Basis: churns.Freed, From: 2, To: 4, GCs: make([]trace.GC, 3), Freed: 9000, Rate: 4500, Average: 4500}
	m.Results = churns.Kind.With(m.Results, churns.Query{}, &churns.Report{Analysis: freed})
	return m
}

// PackagesSeries returns a series with GC points the given number of milliseconds apart. It has packages p0, p1, … with types T0.0, T0.1, …,
// and count objects of 24 bytes of each type.
func PackagesSeries(points, apart, packages, types int, count func(point, pack, kind int) int) *trees.Series {
	names := trace.NewNames()
	var list []trees.PointTree
	for p := range points {
		t := &trace.Tree{Names: names}
		add := func(name, role string, parent int32) int {
			t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(name), Role: names.ID(role), Place: trace.Place{Parent: parent}})
			return len(t.Nodes) - 1
		}
		add("Heap", "", -1)
		for i := range packages {
			pack := add(fmt.Sprintf("p%d", i), "Package", 0)
			for j := range types {
				leaf := add(fmt.Sprintf("T%d.%d", i, j), "Type", int32(pack))
				n := int64(count(p, i, j))
				for _, at := range []int{0, pack, leaf} {
					t.Nodes[at].Objects += n
					t.Nodes[at].Bytes += 24 * n
				}
				t.Nodes[leaf].End = int32(leaf + 1)
			}
			t.Nodes[pack].End = int32(len(t.Nodes))
		}
		t.Nodes[0].End = int32(len(t.Nodes))
		list = append(list, trees.PointTree{Time: trace.Millis(apart * p), Source: p, Tree: t})
	}
	return trees.NewSeries(list)
}

// HeapModel shows the heap view of a recording with two GC points: packages of types, with the first package and type the largest. At the
// second point every number is twice as large. Deep sizes are five times the shallow ones, retained sizes three times.
func HeapModel(packages, types int) model.Model {
	series := PackagesSeries(2, 100, packages, types, func(p, i, j int) int { return (packages - i) * (types - j) * (p + 1) })
	settings := scene.DefaultSettings()
	m := model.Model{State: state.NewState(2, settings), Name: "table", At: 1, CanSearch: true, Groups: len(series.Nodes),
		Catalog: &trees.Catalog{}, Plan: scene.NewPlan(series, trees.NewMeta(series, trees.Window{From: 0, To: 1}), settings)}
	for p := range 2 {
		m.Points = append(m.Points, model.Point{Time: trees.Millis(100 * p), Objects: series.Objects(p, 0), Bytes: series.Bytes(p, 0)})
	}
	m.State.View = table.View.ID
	m.Results = table.SizesKind.With(m.Results, table.SizesQuery{}, SizesOf(series, true))
	return m
}

func SizesOf(series *trees.Series, roots bool) *trees.Sizes {
	s := &trees.Sizes{Series: series, Point: 1, Whole: true, Groups: make([]trees.GroupSizes, len(series.Nodes))}
	for i := range s.Groups {
		shallow := series.Amount(1, int32(i))
		s.Groups[i] = trees.GroupSizes{HasDeep: true, Deep: trees.Amount{Objects: 5 * shallow.Objects, Bytes: 5 * shallow.Bytes}}
		if roots {
			s.Groups[i].HasRetained, s.Groups[i].Retained = true, trees.Amount{Objects: 3 * shallow.Objects, Bytes: 3 * shallow.Bytes}
		}
	}
	return s
}

// DiffModel shows the diff view of the recording of HeapModel, where half of the earlier objects died.
func DiffModel(packages, types int) model.Model {
	m := HeapModel(packages, types)
	m.State.View = diffs.View.ID
	s := m.Plan.Series
	t := &diffs.Tree{Names: s.Names, Followed: diffs.ByContent, Pairs: diffs.Pairs{Certain: 90, Probable: 3}, Rate: 0.9}
	for i := range s.Nodes {
		n, node := &s.Nodes[i], int32(i)
		before := s.Amount(0, node)
		after := s.Amount(1, node)
		stays := trees.Amount{Objects: before.Objects / 2, Bytes: before.Bytes / 2}
		less := func(a trees.Amount) trees.Amount {
			return a.Minus(stays)
		}
		t.Nodes = append(t.Nodes, diffs.Node{Name: n.Name, Role: n.Role, Place: n.Place, Before: before, After: after,
			Change: &diffs.Change{Died: less(before), Survived: stays, Born: less(after)}})
	}
	q := diffs.Query{From: 0, To: 1}
	m.Results = diffs.Kind.With(query.Results{}, q, &diffs.Report{Query: q, Tree: t})
	return m
}

// ResolveTrends resolves the query of the view.
func ResolveTrends(m *model.Model) {
	s := m.Plan.Series
	w := m.State.Window
	q := trends.View.Of(m.State.Views).Query(trees.Grouping{SizeKind: m.State.Settings.SizeKind}, m.State.Settings.Unit == trees.Bytes,
		w.From, w.To)
	looked := s.Only(func(source int) bool { return source >= w.From && source <= w.To })
	m.Results = trends.Kind.With(query.Results{}, q, q.Report(looked, w.To-w.From+1))
}

// StructuresReport returns a report that grows from 100 kB to 1.1 MB. The first map owns 95 % of that, the second shares 40 %.
func StructuresReport() *structures.Report {
	pools := func(before, now int64) []structures.LeafGroup {
		group := func(kind, site string, before, now int64) structures.LeafGroup {
			return structures.LeafGroup{Type: kind, Site: site, Before: &structures.StructureSize{Objects: before, Bytes: 32 * before},
				Now: structures.StructureSize{Objects: now, Bytes: 32 * now}}
		}
		return []structures.LeafGroup{group("app.http.Pool", "app.http.Manager.pool():12", before, now),
			group("app.http.Pool", "app.http.Main.main():3", before, before), group("java.lang.String", "", 5, 5)}
	}
	structure := func(kind string, object uint32, sizes structures.Sizes) structures.Structure {
		return structures.Structure{Type: kind, Object: object, Parts: 10, Leaves: 20, Nested: 1, Sizes: sizes, Contents: pools(100, 1000),
			Smaller: 2}
	}
	growth := func(kind string, object uint32, before, after structures.Sizes, p structures.Portion) structures.Grown {
		return structures.Grown{Structure: structure(kind, object, after), Was: object - 10, Before: before, Portions: &p, Judged: &p}
	}
	still := SizesAt(3000, 3000, 3000, 3000)
	first, shared := SizesAt(980_000, 990_000, 400_000, 400_000), SizesAt(8000, 990_000, 410_000, 410_000)
	lists := structure("java.util.LinkedList", 13, still)
	lists.Contents, lists.Smaller = nil, 0
	return &structures.Report{
		Query: structures.Query{From: 0, To: 1}, Whole: true,
		Now: &structures.Structures{Heads: 40, Contained: 4, Heap: structures.StructureSize{Objects: 11_000, Bytes: 1_100_000}, LeftOut: 33,
			Types: []structures.Type{{Type: "java.util.HashMap", Heads: 3, Contained: 1,
				Own: structures.StructureSize{Objects: 900, Bytes: 810_000}, Retained: &structures.StructureSize{Objects: 9000, Bytes: 985_000}},
				{Type: "java.util.LinkedList", Heads: 37, Contained: 3, Own: structures.StructureSize{Objects: 60, Bytes: 3000}}},
			List: []structures.Structure{structure("java.util.HashMap", 11, first), structure("java.util.HashMap", 12, shared), lists}},
		Growth: &structures.Growth{HeapBefore: structures.StructureSize{Objects: 1000, Bytes: 100_000},
			HeapAfter: structures.StructureSize{Objects: 11_000, Bytes: 1_100_000},
			Identity:  "native", Rate: 1, Alive: 36, Gone: 1, New: 3, Contained: 4, LeftOut: 29,
			List: []structures.Grown{
				growth("java.util.HashMap", 11, SizesAt(30_000, 40_000, 10_000, 10_000), first,
					structures.Portion{Retained: 95, Reachable: 95, Own: 39, Deep: 39}),
				growth("java.util.HashMap", 12, SizesAt(8000, 40_000, 10_000, 10_000), shared,
					structures.Portion{Retained: 0, Reachable: 95, Own: 40, Deep: 40}),
				growth("java.util.LinkedList", 13, still, still, structures.Portion{}),
			}},
		Proposed: []structures.Proposed{{Type: "app.http.Ring", Text: "DS app.http.Ring { app.http.Entry[]; }\n",
			Why: "app.http.Ring has an array of its own", Heads: 1, Parts: 2, Leaves: 3, Bytes: 400},
			{Type: "app.http.Stack", Text: "DS app.http.Stack { app.http.Node; }\napp.http.Node { app.http.Node; (*); }\n",
				Why: "app.http.Stack has a backbone", Heads: 2, Parts: 20, Leaves: 20, Bytes: 300}},
	}
}

func SizesAt(retained, reachable, own, deep int64) structures.Sizes {
	size := func(bytes int64) *structures.StructureSize {
		return &structures.StructureSize{Objects: bytes / 100, Bytes: bytes}
	}
	return structures.Sizes{Retained: size(retained), Reachable: size(reachable), Own: size(own), Deep: size(deep)}
}

// Guided is the sample with a leak found.
func Guided() model.Model {
	m := Sample()
	m.Drawers.Guide = true
	h := findings.Highlight{View: "graph", By: []string{"type"}, Keys: []string{"Heap#com.example.Person"}, At: 3, From: 1, To: 3}
	leak := findings.Finding{Rule: findings.RuleLeak,
		Title: "Leak: Person objects pile up in the LinkedList of the static field Main.persons", Confidence: 0.95, Highlight: h,
		Numbers: []findings.FindingNumber{{Name: "growth", Value: 650000, Unit: "bytes"}, {Name: "share of the heap", Value: 0.5, Unit: "share"}},
		Explain: []string{"From GC point 1 to 3 the heap grew."}, Doubts: []string{"A cache looks the same at every GC point."},
		Terms: []findings.Term{{Term: "GC point", Text: "a moment at which the heap is known"}},
		Next:  []findings.Step{{Text: "See how its data structure grew", Show: findings.Highlight{View: "structures"}}},
		Growth: &findings.Pile{Groups: []findings.Group{{Type: "com.example.Person", GrowthObjects: 4400, GrowthBytes: 105600}},
			Path: []findings.PathStep{{Type: "static field Main.persons"}, {Type: "java.util.LinkedList", Objects: 1},
				{Field: "item", Type: "com.example.Person", Objects: 4600}}},
		References: []findings.Reference{{Text: "the static field Main.persons", Bytes: 679272, Objects: 27601},
			{Text: "LinkedList$Node.item", Bytes: 284304, Objects: 11495, Recommended: true}}}
	other := findings.Finding{Rule: findings.RuleCollections, Title: "Empty and nearly empty collections waste 40 kB", Confidence: 0.5,
		Highlight: findings.Highlight{View: "heap"}}
	m.Results = guides.Kind.With(m.Results, guides.Query{},
		&guides.Report{Report: &findings.Report{Verdict: findings.Verdict{Text: "It leaks: Person, held by static field Main.persons.", Judged: true},
			Findings: []findings.Finding{leak, other}, Missing: []string{"GC overhead: no GC events in this input."}}})
	return m
}
