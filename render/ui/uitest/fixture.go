package uitest

import (
	"fmt"
	"image"
	"math"
	"slices"
	"time"

	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/city/view/pods"
	"memcity/render/ui/model"
	"memcity/trace"
)

// SamplePrograms are running programs, two of which cannot be recorded.
var SamplePrograms = []exchange.Program{
	{PID: 4711, Name: "com.example.shop.Main", Arguments: "--port 8080 --profile production", VM: "OpenJDK 17.0.9",
		Running: 3*time.Hour + 5*time.Minute, User: "me", Folder: "/home/me/shop"},
	{PID: 812, Name: "shop-worker.jar", VM: "OpenJDK 25.0.1", Running: 42 * time.Second, User: "postgres", Foreign: true,
		Folder: "/var/lib/postgresql"},
	{PID: 9, Name: "org.apache.cassandra.service.CassandraDaemon", VM: "OpenJDK 11.0.2", Running: 1000 * time.Hour,
		Problem: "it belongs to another user (cassandra)"},
	{PID: 5120, Name: "locked.jar", VM: "OpenJDK 21.0.1", Running: -1, Problem: "it was started with -XX:+DisableAttachMechanism"},
}

// RecordModel shows the recording dialog over the start screen.
func RecordModel() model.Model {
	m := StartModel()
	m.CanRecord = true
	m.Record = &model.Record{Programs: SamplePrograms, Listed: true,
		RecordChoices: model.RecordChoices{Options: exchange.DefaultRecordOptions()}}
	m.Record.Commands = []model.CommandLine{{Line: "java -jar shop.jar --port 8080", Folder: "/home/me/shop"}, {Line: "mvn test", Folder: ""}}
	return m
}

func LiveStatus() exchange.RecordStatus {
	return exchange.RecordStatus{Program: "com.example.shop.Main", PID: 4711, File: "/home/me/shop-2026.mct",
		For: 83*time.Second + 400*time.Millisecond, Started: true,
		Points: 23, GCs: 41, Objects: 345_678, Size: 12_340_000, Overhead: 0.034,
		Output: []string{"shop is open on port 8080", "customer 1", "customer 2"}}
}

// LiveModel shows the city of a live recording.
func LiveModel() model.Model {
	m := Sample()
	m.CanRecord = true
	m.State = state.Step(m.State, state.GoTo{Point: 22})
	m.Live = &model.Live{Ours: true, Status: LiveStatus(), Shown: true, Input: exchange.Live{Growing: true, Points: 23}}
	return m
}

// WaitingModel shows a recording without a GC point.
func WaitingModel() model.Model {
	m := StartModel()
	m.CanRecord = true
	s := LiveStatus()
	s.Points, s.Objects, s.Size, s.For = 0, 0, 812, 3*time.Second
	m.Live = &model.Live{Ours: true, Status: s}
	return m
}

// RuledModel shows rules, one of which has fired.
func RuledModel() model.Model {
	m := LiveModel()
	m.RulesOpen = true
	a := budget.Rule{Group: "java.util.HashMap$Node", Limit: 10_000}
	b := budget.Rule{Kind: budget.GrowthAbove, Group: "Heap#java.util", By: "package,type", Unit: trees.Bytes, Limit: 20,
		Outcome: budget.StopRecording}
	m.Live.Input.Rules = []exchange.RuleState{
		{Rule: a, Fired: &budget.FiredRule{Rule: a, Point: 12, Keys: []string{"Heap#java.util#HashMap$Node"}, Value: 12_345,
			Text: "java.util.HashMap$Node had 12,345 objects at GC point 13, more than 10,000"}},
		{Rule: b, Armed: true},
	}
	return m
}

// Sample fills every panel of the city view.
func Sample() model.Model {
	s := state.NewState(23, scene.DefaultSettings())
	s.Point = 16
	m := model.Model{State: s, Name: "persons", Format: "memory tree (default format)", Groups: 1512,
		Catalog: SampleCatalog}
	var history []trees.Amount
	for i := range 23 {
		v := int64(20_000 + 1000*i + int(9000*math.Sin(float64(i))))
		m.Points = append(m.Points, model.Point{Time: trees.Millis(300 + 250*i), Objects: v, Bytes: v * 48})
		history = append(history, trees.Amount{Objects: v / 3, Bytes: v * 9})
	}
	m.Selection = &model.Group{Key: "Heap#java.util#LinkedList$Node", Building: true, Solid: true,
		Path: []model.Part{{Key: "Heap", Name: "Heap", Role: ""}, {Key: "Heap#java.util", Name: "java.util", Role: "Package"},
			{Key: "Heap#java.util#LinkedList$Node", Name: "LinkedList$Node", Role: "Type"}},
		Objects: 12_345, Bytes: 296_280, FirstObjects: 1_200, FirstBytes: 28_800, LastObjects: 12_345, LastBytes: 296_280, Rank: 2,
		Ranked: 1480, History: history,
		In: []model.Link{{Key: "b", Name: "com.example.persons.registry.PersonRegistryEntry", Own: 812, Partner: 812,
			Color: scene.RGB{R: 100}, AtLeast: false},
			{Key: "a", Name: "java.util.LinkedList", Own: 1, Partner: 1, Color: scene.RGB{R: 200}, AtLeast: false}},
		Out: []model.Link{{Key: "c", Name: "com.example.Person", Own: 12_344, Partner: 12_344, Color: scene.RGB{G: 200}, AtLeast: false},
			{Key: "d", Name: "java.util.LinkedList$Node", Own: 12_300, Partner: 12_344, Color: scene.RGB{G: 200}, AtLeast: false}},
		NotShown: scene.Unseen{In: 2, Out: 3, Groups: 5}}
	m.Legend = model.Legend{RedGrowth: 11_145, Largest: 14_002, LargestName: "java.lang.String",
		References: true,
		Buildings:  1480, Slabs: 20, NotShown: 12, Grew: 900,
		Hidden: scene.Hidden{Groups: 12, Objects: 152, Bytes: 4096}, Objects: m.Points[16].Objects, Bytes: m.Points[16].Bytes}
	m.Minimap = SampleMap()
	return m
}

// FleetModel shows a fleet, with the pods of a group.
func FleetModel() model.Model {
	m := Sample()
	m.Legend.Fleet = true
	m.Selection.Pods = &pods.Report{Of: 12, Outliers: 1, Sentences: []string{"LinkedList$Node leaks on 7 of 10 pods of shop 1.5 that could show it; held by the static field Main.cache.",
		"LinkedList$Node takes 296 kB on a pod (median of 12; 3 have it); shop-1-78d5c9-abcde is far above the others: 900 kB, 3.0 times the median."}}
	for i, name := range []string{"shop-1-78d5c9-abcde", "shop-2", "shop-3"} {
		m.Selection.Pods.Rows = append(m.Selection.Pods.Rows, pods.Row{Name: name, Version: "1.5", Recording: fmt.Sprintf("/dumps/%s.hprof", name), Point: 6,
			Group: "Heap#LinkedList$Node", Amount: trees.Amount{Objects: int64(30_000 - 9000*i), Bytes: int64(900_000 - 270_000*i)}, Outlier: i == 0})
	}
	m.Selection.Pods.Rows[2].Recording = ""
	return m
}

// VersionsModel shows a fleet with version storeys and wall-clock times.
func VersionsModel() model.Model {
	m := FleetModel()
	m.Clock, m.State.Division = 1_790_035_200_000, scene.ByVersion
	v := &model.Versions{}
	for i, names := range [][]string{{"shop 1.5", "people 2.1", "office-with-a-long-name 2026.11.27-rc1", "search 3"}, {"shop 1.4", "people 2.0"}, {"people 1.9"}} {
		v.Names[i] = names
		v.Counts.Classes[i] = trees.Amount{Objects: int64(100 * (i + 1)), Bytes: int64(1000 * (i + 1))}
	}
	m.Legend.Versions = v
	m.Selection.Pods.Rows[2].Version, m.Selection.Pods.Rows[2].Later = "1.4", 1
	return m
}

// SampleMap is a map of four districts with three buildings each.
func SampleMap() *model.Minimap {
	m := &model.Minimap{Ground: model.MapRect{X: -60, Z: -40, W: 120, D: 80, Color: scene.RGB{R: 0x17, G: 0x33, B: 0x5c}},
		View: []float32{-50, -35, 45, -30, 20, 30, -20, 32}}
	for i := range 4 {
		x, z := float32(-55+60*(i%2)), float32(-36+38*(i/2))
		m.Rects = append(m.Rects, model.MapRect{X: x, Z: z, W: 50, D: 34, Color: scene.RGB{R: 0xa9, G: 0xcf, B: 0xf2}})
		for j := range 3 {
			m.Rects = append(m.Rects, model.MapRect{X: x + 5 + 15*float32(j), Z: z + 8, W: 10, D: 10,
				Color: scene.RGB{R: uint8(80 * j), G: 60, B: 50}})
		}
	}
	m.Selected = []model.MapRect{m.Rects[2]}
	return m
}

// Several selects three groups, one inside another.
func Several() model.Model {
	m := Sample()
	a := m.Selection
	b := &model.Group{Key: "Heap#java.util", Path: a.Path[:2], Objects: 14_000, Bytes: 400_000, FirstObjects: 3_000, FirstBytes: 90_000,
		LastObjects: 14_000, LastBytes: 400_000}
	c := &model.Group{Key: "Heap#java.lang#String", Building: true,
		Path: []model.Part{{Key: "Heap", Name: "Heap", Role: ""}, {Key: "Heap#java.lang", Name: "java.lang", Role: "Package"},
			{Key: "Heap#java.lang#String", Name: "String", Role: "Type"}}, Objects: 500, Bytes: 12_000, FirstObjects: 700, FirstBytes: 16_800,
		LastObjects: 500, LastBytes: 12_000, Color: scene.RGB{R: 200}}
	m.Selections = []*model.Group{c, b, a}
	for _, g := range m.Selections {
		m.State = state.Step(m.State, state.Select{Key: g.Key, Add: true})
	}
	return m
}

func StartModel() model.Model {
	m := model.Model{State: state.NewState(0, scene.DefaultSettings())}
	for i, d := range []string{"Persons in a linked list", "A cache that is never emptied", "Short-lived strings"} {
		m.Demos = append(m.Demos, model.Demo{Name: fmt.Sprint("demo", i), Title: d,
			Text: "A small program whose heap grows from GC point to GC point; look at what keeps it alive."})
	}
	m.Recent = []model.Recent{{Path: "/home/me/dumps/shop-server.hprof", Name: "shop-server.hprof"},
		{Path: "/mnt/usb/old.zip", Name: "old.zip", Missing: true}}
	return m
}

var Screen = image.Pt(1280, 720)

// SampleCatalog contains a part of each kind, some of which are unavailable.
var SampleCatalog = &trees.Catalog{
	Classifiers: []trees.CatalogEntry{
		{Name: "type", Role: "Type", Description: "The type of the object.", Example: "java.util.HashMap$Node[]", Cardinality: "one"},
		{Name: "package", Role: "Package", Description: "The package of the object's type.", Example: "java.util", Cardinality: "one"},
		{Name: "call-sites", Role: "Call Sites", Description: "The code locations up the call chain.", Example: "app.Shop.open(Shop.java:17)",
			Cardinality: "hierarchy"},
		{Name: "age", Role: "Age", Description: "The number of GCs survived.", Example: "2 GCs survived", Cardinality: "one",
			Missing: "needs objects followed over Several GC points, which traces have"},
		{Name: "no-java", Description: "No objects of types in the packages java.*.", Example: "no-java", Kind: trees.Filters},
		{Name: "where", Description: "Only objects for which an expression is true.", Example: "where(object.size >= 1024)",
			Kind: trees.Filters, Argument: "EXPR"},
		{Name: "points-to", Role: "Points-to", Description: "The objects that the group refers to.", Kind: trees.Transforms},
	},
	Ready: []trees.ReadyChain{
		{Title: "Package, type", Text: "What the heap is made of, package by package.", By: seq.Of("package", "type")},
		{Title: "Type", Text: "A building for each type.", By: seq.Of("type")},
		{Title: "Types of the program", Text: "Without those of the JDK.", By: seq.Of("type"), Filters: seq.Of("no-java")},
		{Title: "Age, type", Text: "How long objects have lived.",
			Missing: `classifier "age": needs objects followed over Several GC points, which traces have`},
	},
	Missing: [4]string{trees.Retained: "needs GC roots, available in heap dumps"},
	Check: func(g trees.Grouping) trees.ChainFaults {
		f := trees.ChainFaults{By: make([]string, g.By.Len()), Filters: make([]string, g.Filters.Len())}
		for i, name := range g.By.All() {
			if slices.Contains(g.By.Slice()[:i], name) {
				f.By[i] = "named twice"
			}
		}
		for i, name := range g.Filters.All() {
			if name == "where()" {
				f.Filters[i] = "column 1: an expression is missing"
			}
		}
		return f
	},
}

func PictureModel() model.Model {
	m := Sample()
	m.Picture = &model.Picture{Options: model.PictureOptions{Scale: 2, Legend: true, Caption: true, Labels: true}, Width: 1280, Height: 760}
	return m
}

const Mega = 1_000_000

// GroupModel shows the group view with a report. object is the object shown; nil for none.
func GroupModel(r *inspect.Report, object *inspect.ObjectReport) model.Model {
	m := Sample()
	m.Plan = planOf("Product", "Node", "Small")
	m.Selection.Key, m.Selection.Path = "Heap#app#Product",
		[]model.Part{{Key: "Heap", Name: "Heap", Role: ""}, {Key: "Heap#app", Name: "app", Role: "Package"},
			{Key: "Heap#app#Product", Name: "Product", Role: "Type"}}
	m.State = state.Step(state.Step(m.State, state.Select{Key: "Heap#app#Product"}), state.Show{View: inspect.View.ID})
	m.State.Settings.Unit = trees.Bytes
	m.Results = inspect.Kind.With(m.Results, inspect.Query{Keys: seq.Of("Heap#app#Product")}, r)
	if object != nil {
		m.State = state.Step(m.State, state.WalkTo{Object: object.Object})
		m.Results = inspect.ObjectKind.With(m.Results, inspect.ObjectQuery{Object: object.Object}, object)
	}
	return m
}

var Tall = image.Pt(1920, 1600)

func HelpModel(page string) model.Model {
	return model.Model{Help: &model.HelpRequest{Page: page, Number: 1}, State: state.NewState(0, scene.DefaultSettings())}
}

// CountedOnly makes m show the last of three GC points, where only the first has more than counts per type.
func CountedOnly(m model.Model) model.Model {
	m.Plan, m.Catalog, m.At = planAt(3, "Product", "Node", "Small"), &trees.Catalog{}, 2
	m.State.Window = trees.Window{To: 2}
	return m
}

// planOf returns a plan with one package of types.
func planOf(types ...string) *scene.Plan { return planAt(1, types...) }

// planAt is like planOf with the given number of GC points, where the first has references.
func planAt(points int, types ...string) *scene.Plan {
	names := trace.NewNames()
	t := &trace.Tree{Names: names,
		Nodes: []trace.Node{{Name: names.ID("Heap"), Place: trace.Place{Parent: -1, End: int32(len(types) + 2)}, Objects: 100, Bytes: 2400},
			{Name: names.ID("app"), Role: names.ID("Package"), Place: trace.Place{End: int32(len(types) + 2)}, Objects: 100, Bytes: 2400}}}
	for i, name := range types {
		t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(name), Role: names.ID("Type"), Place: trace.Place{Parent: 1, End: int32(i + 3)},
			Objects: 10, Bytes: 240})
	}
	list := make([]trees.PointTree, points)
	for i := range list {
		list[i] = trees.PointTree{Tree: t, Source: i}
	}
	if points > 1 {
		none := trace.PointerMap{Start: make([]uint32, len(t.Nodes)+1)}
		list[0].Pointers = &trace.Pointers{PointsTo: none, PointedFrom: none}
	}
	s := trees.NewSeries(list)
	return scene.NewPlan(s, trees.NewMeta(s, trees.Window{To: points - 1}), scene.DefaultSettings())
}
