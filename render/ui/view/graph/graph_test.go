package graph

import (
	"fmt"
	"image"
	"math"
	"reflect"
	"strings"
	"testing"

	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/view/graphs"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// newGraph lays out a picture of four layers with three boxes each.
func newGraph(t *testing.T) (*widget.Core, *graphs.Picture) {
	t.Helper()
	p := uitest.GraphOf(4, 3)
	k, _ := newTest(t, uitest.GraphModel(p), uitest.Screen, 1)
	return k, p
}

// Shows replaces the model.
func Shows(k *widget.Core, m model.Model) {
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
}

func step(kind graphs.StepKind, node string) model.Event {
	return model.Do{Action: state.Explore{Step: graphs.Step{Kind: kind, Node: node}}}
}

func TestGraphWithoutPicture(t *testing.T) {
	ready := uitest.GraphModel(nil)
	ready.Catalog = nil
	nothing := uitest.GraphModel(nil)
	nothing.State = state.Step(state.NewState(3, scene.DefaultSettings()), state.Show{View: graphs.View.ID})
	stopped := uitest.GraphModel(nil)
	e := stopped.State.Explored()
	stopped.Results.Request = query.NewRequest(graphs.Kind.Of(graphs.Query{Walk: e.Walk()}))
	none := uitest.GraphOf(2, 1)
	none.NoReferences = true
	for _, c := range []struct {
		m    model.Model
		want string
	}{
		{ready, "Single objects are needed"}, {nothing, "Select a group to see what keeps it alive"}, {stopped, "No graph"},
		{uitest.GraphModel(none), "References are needed"}, {uitest.GraphModel(nil), "Searching for what keeps the selection alive…"},
	} {
		uitest.Find(t, newCore(t, c.m, uitest.Screen, 1), "graph", "text", c.want)
		for _, size := range []image.Point{{640, 480}, {400, 480}, {640, 540}} { // at 200 %
			uitest.CheckTexts(t, newCore(t, c.m, size, 2), size)
		}
	}
	nothing.CanSearch = true
	k, _ := newTest(t, nothing, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "Search"))
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "City"))
	uitest.Wanted(t, k, model.Run(action.PanelSearch), model.Do{Action: state.Show{View: state.CityView}})
	k, _ = newTest(t, stopped, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "Try again"))
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "Undo the step"))
	uitest.Wanted(t, k, model.Run(action.WorkRetry), model.Do{Action: state.ExploreBack{}})
}

func TestGraphReports(t *testing.T) {
	k, p := newGraph(t)
	uitest.Find(t, k, "graph", "text", p.Words+".")
	if it := uitest.Find(t, k, "graph", "node", p.Nodes[0].Title); it.Value != "GC root, keeps 1,000 alive, on the strongest path" {
		t.Errorf("a GC root is %q", it.Value)
	}
	if it := uitest.Find(t, k, "graph", "node", p.Nodes[10].Title); it.Value != "1,000 objects, 24 kB, selected" {
		t.Errorf("what is queried is %q", it.Value)
	}
	e := uitest.Find(t, k, "graph", "edge", p.Nodes[0].Title+" → "+p.Nodes[3].Title)
	if e.Value != "keeps 1,000 alive, by value" {
		t.Errorf("an edge is %q", e.Value)
	}
	k.Take(model.Pointer{Kind: model.PointerMove, At: uitest.Middle(e.Rect)})
	k.Take(widget.Tick(widget.HintDelay))
	if want := model.EdgeText(p, &p.Edges[0]); k.ShownHint.Text != want {
		t.Errorf("over the edge %q, want %q", k.ShownHint.Text, want)
	}
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "Copy description"))
	uitest.Wanted(t, k, model.CopyText{Text: p.Words})
	for _, it := range k.Seen() {
		if it.Panel == "graph" && strings.Contains(it.Text, "left out") {
			t.Errorf("nothing is left out, but %q", it.Text)
		}
	}
	cut := *p
	cut.Cut, cut.Words, cut.NoRoots = 7, "", true
	k, _ = newTest(t, uitest.GraphModel(&cut), uitest.Screen, 1)
	uitest.Find(t, k, "graph", "text", "7 smaller groups are not shown")
	forms, _ := graphStory(&cut)
	uitest.Find(t, k, "graph", "text", forms[0])
}

func TestGraphByPointer(t *testing.T) {
	k, p := newGraph(t)
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "References to "+p.Nodes[4].Title))
	uitest.Wanted(t, k, step(graphs.ExpandIn, "1.1"))
	k, p = newGraph(t)
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "Referenced by "+p.Nodes[4].Title))
	uitest.Wanted(t, k, step(graphs.ExpandOut, "1.1"))

	k, p = newGraph(t)
	at := uitest.Middle(uitest.Find(t, k, "graph", "node", p.Nodes[4].Title).Rect)
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	k.Take(model.Pointer{Kind: model.PointerPress, At: at, Buttons: model.Secondary})
	k.Take(model.Pointer{Kind: model.PointerRelease, At: at})
	for _, row := range []string{"What refers to it", "What it refers to", "Paths to GC roots from here", "Remove", "Copy as text"} {
		if uitest.Find(t, k, model.Menu, "button", row).Off {
			t.Errorf("%q is off", row)
		}
	}
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Show its group in the city"))
	uitest.Wanted(t, k, model.Do{Action: state.Visit{View: state.CityView, Key: p.Nodes[4].Group}})

	k, _ = newGraph(t)
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "Save and more"))
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Save as PNG…"))
	events := uitest.Taken(k)
	if save, ok := events[0].(model.Save); len(events) != 1 || !ok || !strings.HasSuffix(save.Name, "-graph.png") {
		t.Errorf("events are %v", events)
	}
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "Undo step"))
	uitest.Wanted(t, k, model.Do{Action: state.ExploreBack{}})
}

func TestGraphByKey(t *testing.T) {
	k, p := newGraph(t)
	uitest.FocusOn(t, k, "Heap graph")
	on := func(want string) {
		t.Helper()
		if of(k).node != want {
			t.Errorf("on node %q, want %q", of(k).node, want)
		}
	}
	for _, c := range []struct{ key, want string }{{model.KeyHome, "3.0"}, {model.KeyUp, "2.0"}, {model.KeyRight, "2.1"},
		{model.KeyRight, "2.2"}, {model.KeyRight, "2.2"},
		{model.KeyLeft, "2.1"}, {model.KeyUp, "1.0"}, {model.KeyUp, "0.0"}, {model.KeyUp, "0.0"}, {model.KeyDown, "1.0"}} {
		if !widget.Takes(k.FocusKind, model.Key{Name: c.key}) {
			t.Fatalf("%s is not taken", c.key)
		}
		k.Take(model.Key{Name: c.key})
		on(c.want)
	}
	if it := uitest.Find(t, k, "graph", "node", p.Nodes[3].Title); !it.Focused {
		t.Error("the node that keys are on is not shown as focused")
	}
	for _, c := range []struct {
		key  model.Key
		want model.Event
	}{
		{model.Key{Name: model.KeyUp, Mods: action.Shift}, step(graphs.ExpandIn, "1.0")},
		{model.Key{Name: model.KeyDown, Mods: action.Shift}, step(graphs.ExpandOut, "1.0")},
		{model.Key{Name: "R"}, step(graphs.PathsToRoot, "1.0")}, {model.Key{Name: model.KeyDelete}, step(graphs.RemoveNode, "1.0")},
		{model.Key{Name: "U"}, model.Do{Action: state.ExploreBack{}}},
		{model.Key{Name: "U", Mods: action.Shift}, model.Do{Action: state.ExploreForward{}}},
	} {
		k, _ = newGraph(t)
		uitest.FocusOn(t, k, "Heap graph")
		of(k).node = "1.0"
		if !widget.Takes(k.FocusKind, c.key) {
			t.Fatalf("%v is not taken", c.key)
		}
		k.Take(c.key)
		uitest.Wanted(t, k, c.want)
	}
	Shows(k, uitest.GraphModel(p))
	k.Take(model.Key{Name: model.KeyReturn})
	if it, ok := uitest.FocusedItem(k); !ok || it.Panel != model.Menu {
		t.Fatalf("Return opens no menu: the focus is on %q", it.Text)
	}
	k.Take(model.Key{Name: model.KeyEscape})
	if it, _ := uitest.FocusedItem(k); it.Text != "Heap graph" {
		t.Errorf("after the menu, the focus is on %q", it.Text)
	}
	if widget.Takes(k.FocusKind, model.Key{Name: "P"}) || widget.Takes(k.FocusKind, model.Key{Name: model.KeyEscape}) {
		t.Error("the picture takes keys of the window")
	}
}

// Steps that a node does not allow do nothing.
func TestGraphLimits(t *testing.T) {
	k, _ := newGraph(t)
	uitest.FocusOn(t, k, "Heap graph")
	for node, keys := range map[string][]model.Key{
		"0.0": {{Name: model.KeyUp, Mods: action.Shift}, {Name: model.KeyDown, Mods: action.Shift}, {Name: "R"}},
		"3.0": {{Name: model.KeyDelete}}, "": {{Name: model.KeyDelete}, {Name: "R"}},
	} {
		for _, e := range keys {
			of(k).node = node
			k.Take(e)
		}
	}
	uitest.Wanted(t, k)
}

// A step keeps its node at the same position on the screen.
func TestGraphDoesNotJump(t *testing.T) {
	p := uitest.GraphOf(4, 2)
	k, name := newCore(t, uitest.GraphModel(p), uitest.Screen, 1), p.Nodes[3].Title
	before := uitest.Find(t, k, "graph", "node", name)
	m := uitest.GraphModel(p)
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "References to "+name))
	m.State = k.Model.State
	Shows(k, m)
	if it := uitest.Find(t, k, "graph", "graph", "Heap graph"); it.Value != "8 nodes, 9 edges" {
		t.Errorf("the old picture is %s", it.Value)
	}
	uitest.Taken(k)
	uitest.Click(k, before) // in the old picture: nothing happens
	next := *p
	next.Query.Steps = seq.Of(m.State.Explored().Steps...)
	next.Nodes = append([]graphs.Node{{Key: "new", Title: "com.example.New", X: 460 + 20, Y: 112, W: 200, H: 60}}, next.Nodes...)
	next.Edges = nil
	for i := range next.Nodes[1:] {
		next.Nodes[i+1].X += 30
		next.Nodes[i+1].Y += 20
	}
	next.W, next.H = 460+20+200, next.H+20
	m.Results = graphs.Kind.With(m.Results, next.Query, &next)
	Shows(k, m)
	if after := uitest.Find(t, k, "graph", "node", name); after.Rect != before.Rect {
		t.Errorf("the node moved from %v to %v", before.Rect, after.Rect)
	}
	uitest.Find(t, k, "graph", "node", "com.example.New")
	uitest.Wanted(t, k)

	far := next
	step := graphs.Step{Kind: graphs.ExpandOut, Node: "3.0"}
	far.Query.Steps = far.Query.Steps.With(step)
	far.Nodes = append([]graphs.Node{{Key: "far", Title: "com.example.Far", X: 300, Y: 1000, W: 216, H: 60}}, next.Nodes...)
	m.State = state.Step(m.State, state.Explore{Step: step})
	m.Results = graphs.Kind.With(m.Results, far.Query, &far)
	Shows(k, m)
	area := of(k).view.area
	if new := of(k).view.node(&far.Nodes[0]); new.Y < area.Y || new.Bottom() > area.Bottom() {
		t.Errorf("what was added is at %v, beside %v", new, area)
	}

	other := uitest.GraphOf(2, 2)
	other.Query.Objects.Keys = seq.Of("Heap#other")
	m.State, m.Results = state.Step(m.State, state.Select{Key: "Heap#other"}), graphs.Kind.With(m.Results, other.Query, other)
	Shows(k, m)
	if of(k).view.fits != fitsStart {
		t.Error("the picture of other objects is not made to fit")
	}
}

func TestGraphMoves(t *testing.T) {
	k, p := newGraph(t)
	name := p.Nodes[4].Title
	start := uitest.Find(t, k, "graph", "node", name).Rect
	uitest.Drag(k, uitest.Middle(start), uitest.Middle(start).Add(image.Pt(20, 3)), uitest.Middle(start).Add(image.Pt(60, -30)))
	if moved := uitest.Find(t, k, "graph", "node", name).Rect; moved != start.Add(image.Pt(60, -30)) {
		t.Errorf("dragged from %v to %v", start, moved)
	}
	if of(k).node != "" {
		t.Error("dragging is clicking")
	}
	k, _ = newGraph(t)
	at := uitest.Middle(start)
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: -2})
	if now := uitest.Find(t, k, "graph", "node", name).Rect; !at.In(now) ||
		math.Abs(float64(now.Dx())/float64(start.Dx())-graphZoomStep*graphZoomStep) > 0.02 {
		t.Errorf("zoomed from %v to %v", start, now)
	}
	k.Take(model.Key{Name: model.KeyTab})
	uitest.FocusOn(t, k, "Heap graph")
	k.Take(model.Key{Name: "0"})
	if now := uitest.Find(t, k, "graph", "node", name).Rect; now != start {
		t.Errorf("made to fit, it is at %v, want %v", now, start)
	}
	for range 60 {
		k.Take(model.Key{Name: "+"})
	}
	if z := of(k).view.zoom; z != maxGraphZoom {
		t.Errorf("zoom %v", z)
	}
	uitest.Drag(k, uitest.Middle(k.Rects["graph"]), image.Pt(5000, 5000), image.Pt(9000, 9000), image.Pt(99_000, 99_000))
	area := of(k).view.area
	if seen := of(k).view.box(0, 0, p.W, p.H).Intersect(area); seen.Empty() {
		t.Error("the picture can be lost")
	}
}

// The view initially shows the whole picture. For a large one it shows the strongest path at a readable size.
func TestGraphStart(t *testing.T) {
	k, view := newTest(t, uitest.GraphModel(uitest.GraphOf(4, 40)), uitest.Screen, 1)
	v := &view.view
	if v.zoom < readableZoom {
		t.Errorf("zoom %v", v.zoom)
	}
	p := view.picture
	listed := 0
	for _, it := range k.Seen() {
		if it.Panel == "graph" && it.Kind == "node" {
			listed++
		}
	}
	if listed == 0 || listed > 40 {
		t.Errorf("%d nodes of %d are listed, though few can be seen", listed, len(p.Nodes))
	}
	for i := range p.Nodes {
		if p.Nodes[i].Strongest && !lies(v.node(&p.Nodes[i]), v.area) {
			t.Errorf("node %d of the strongest path is not seen", i)
		}
	}
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "Fit"))
	if all := v.box(0, 0, p.W, p.H); !lies(all, v.area) {
		t.Errorf("fitted, the picture takes %v of %v", all, v.area)
	}
}

// lies reports whether a box is inside another one, except for rounding.
func lies(b, in canvas.Box) bool {
	return b.X > in.X-0.1 && b.Y > in.Y-0.1 && b.Right() < in.Right()+0.1 && b.Bottom() < in.Bottom()+0.1
}

func TestGraphSizes(t *testing.T) {
	cut := uitest.GraphOf(5, 4)
	cut.Cut = 12
	for _, p := range []*graphs.Picture{uitest.GraphOf(2, 1), cut, nil} {
		for _, scale := range []float64{1, 1.5, 2} {
			for _, dp := range []image.Point{{320, 240}, {420, 500}, {640, 480}, {1024, 640}, {1920, 1080}} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				for _, theme := range []scene.Theme{scene.Light, scene.Dark} {
					m := uitest.GraphModel(p)
					m.State.Settings.Theme = theme
					uitest.CheckTexts(t, newCore(t, m, size, scale), size)
				}
			}
		}
	}
}

func TestRenderGraph(t *testing.T) {
	img, err := RenderGraph(uitest.GraphOf(3, 2), scene.Light)
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X < 2*470 || size.Y < 2*284 {
		t.Errorf("a picture of %v", size)
	}
	colors := map[any]bool{}
	for y := range img.Bounds().Dy() {
		colors[img.At(img.Bounds().Dx()/4, y)] = true
	}
	if len(colors) < 5 {
		t.Errorf("%d colors", len(colors))
	}
	wide := uitest.GraphOf(1, 200)
	if img, err = RenderGraph(wide, scene.Dark); err != nil {
		t.Fatal(err)
	}
	if w := img.Bounds().Dx(); w > widget.MaxSheet || w < widget.MaxSheet-10 {
		t.Errorf("a very wide picture has %d pixels", w)
	}
}

// The outline of a line has a constant width.
func TestThicken(t *testing.T) {
	got := canvas.Thicken([]canvas.Point{canvas.Pt(0, 0), canvas.Pt(10, 0), canvas.Pt(10, 20)}, 2)
	want := []canvas.Point{canvas.Pt(0, 2), canvas.Pt(8, 2), canvas.Pt(8, 20), canvas.Pt(12, 20), canvas.Pt(12, -2), canvas.Pt(0, -2)}
	for i := range want {
		if len(got) != len(want) || math.Abs(float64(got[i].X-want[i].X))+math.Abs(float64(got[i].Y-want[i].Y)) > 1e-4 {
			t.Fatalf("outline %v, want %v", got, want)
		}
	}
	if got := canvas.Thicken([]canvas.Point{canvas.Pt(5, 5), canvas.Pt(5, 5)}, 1); !reflect.DeepEqual(got,
		[]canvas.Point{canvas.Pt(5, 5), canvas.Pt(5, 5), canvas.Pt(5, 5), canvas.Pt(5, 5)}) {
		t.Errorf("of no length: %v", got)
	}
}

func BenchmarkGraph(b *testing.B) {
	for _, size := range []image.Point{{X: 1280, Y: 720}, {X: 1920, Y: 1080}} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			k, view := newTest(b, uitest.GraphModel(uitest.GraphOf(8, 10)), size, 1)
			k.Paint()
			v := &view.view
			for i := range b.N {
				v.x += float32(i%2*2 - 1)
				k.Layout()
				k.Paint()
			}
		})
	}
}

// TestRootSource: the menu of a GC root opens the line of its field. Nodes of objects have no line.
func TestRootSource(t *testing.T) {
	k, _ := newTest(t, uitest.GraphModel(uitest.GraphOf(3, 1)), uitest.Screen, 1)
	menu := func(node string) {
		at := uitest.Middle(uitest.Find(t, k, "graph", "node", node).Rect)
		uitest.ClickWith(k, at, model.Secondary, 0)
		uitest.Taken(k)
	}
	menu("static field com.example.persons.Main0.holder")
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Open in the editor"))
	uitest.Wanted(t, k, model.OpenSource{Name: "com.example.persons.Main0.holder"})
	menu("com.example.persons.registry.Holder1_0")
	for _, it := range k.Seen() {
		if it.Text == "Open in the editor" {
			t.Error("a node of objects has a line")
		}
	}
}
