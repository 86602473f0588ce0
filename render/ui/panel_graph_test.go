package ui

import (
	"fmt"
	"image"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"memcity/city"
)

// graphOf makes a picture of layers of boxes, the first of GC roots and the last of what is asked about. Every box refers
// to the two below it.
func graphOf(layers, wide int) *city.GraphPicture {
	const boxW, boxH, gapX, gapY = 216, 60, 28, 52
	p := &city.GraphPicture{Asked: city.Amount{Objects: 1000, Bytes: 48_000}, Words: "1,000 Value are kept alive by 1,000 Holder, these by the static field Main.holder",
		Ask: city.AskGraph{Keys: []string{"Heap#app#Value"}, Steps: []city.GraphStep{{Kind: city.PathsToRoot}}}}
	for l := range layers {
		for i := range wide {
			n := city.GraphNode{Key: fmt.Sprint(l, ".", i), Title: fmt.Sprintf("com.example.persons.registry.Holder%d_%d", l, i), Group: fmt.Sprintf("Heap#app#Holder%d_%d", l, i),
				Amount: city.Amount{Objects: 1000, Bytes: 24_000}, Alive: int64(1000 / (i + 1)), Strongest: i == 0, CanIn: l > 0, CanOut: true,
				X: float64(i) * (boxW + gapX), Y: float64(l) * (boxH + gapY), W: boxW, H: boxH}
			switch l {
			case 0:
				n.Root, n.Kind, n.Title, n.Group, n.CanOut = true, "static field", fmt.Sprintf("static field com.example.persons.Main%d.holder", i), "", false
			case layers - 1:
				n.Asked = true
			}
			p.Nodes = append(p.Nodes, n)
		}
	}
	for l := range layers - 1 {
		for i := range wide {
			for to := i; to <= min(i+1, wide-1); to++ {
				from, below := &p.Nodes[l*wide+i], &p.Nodes[(l+1)*wide+to]
				p.Edges = append(p.Edges, city.GraphEdge{From: l*wide + i, To: (l+1)*wide + to, Alive: int64(1000 / (i + to + 1)), References: 1000, Fields: "value",
					Strongest: i+to == 0, Points: []city.GraphPoint{{X: from.X + boxW/2, Y: from.Y + boxH}, {X: below.X + boxW/2 + float64(10*(i-to)), Y: below.Y}}})
			}
		}
	}
	p.W, p.H = float64(wide*(boxW+gapX)-gapX), float64(layers*(boxH+gapY)-gapY)
	return p
}

// graphModel is a model of the graph view with a picture.
func graphModel(p *city.GraphPicture) Model {
	m := sample()
	m.Catalog, m.Plan = &city.Catalog{}, &city.Plan{Series: &city.Series{}}
	m.State = city.Step(city.Step(m.State, city.Select{Key: "Heap#app#Value"}), city.Show{View: city.GraphView})
	m.Answers.Graph = p
	return m
}

// newGraph lays out a picture of four layers of three boxes.
func newGraph(t *testing.T) (*core, *city.GraphPicture) {
	t.Helper()
	p := graphOf(4, 3)
	k := newTest(t, graphModel(p), screen, 1)
	return k, p
}

// shows hands in another model.
func (k *core) shows(m Model) {
	k.show(&shown{m, screen, 1})
	k.layout()
}

func step(kind city.GraphStepKind, node string) Event {
	return Do{city.Explore{Step: city.GraphStep{Kind: kind, Node: node}}}
}

func TestGraphWithoutPicture(t *testing.T) {
	ready := graphModel(nil)
	ready.Catalog = nil
	nothing := graphModel(nil)
	nothing.State = city.Step(city.NewState(3, city.DefaultSettings()), city.Show{View: city.GraphView})
	stopped := graphModel(nil)
	e := stopped.State.Explored()
	stopped.Answers.Ask.Graph = &city.AskGraph{Keys: e.Keys, Steps: e.Steps}
	none := graphOf(2, 1)
	none.NoReferences = true
	for _, c := range []struct {
		m    Model
		want string
	}{
		{ready, "Single objects are needed"}, {nothing, "Select a group to see what keeps it alive"}, {stopped, "No picture"},
		{graphModel(none), "References are needed"}, {graphModel(nil), "Looking for what keeps the selection alive …"},
	} {
		find(t, newTest(t, c.m, screen, 1), GraphP, "text", c.want)
	}
	k := newTest(t, nothing, screen, 1)
	click(k, find(t, k, GraphP, "button", "Search"))
	click(k, find(t, k, GraphP, "button", "City"))
	wanted(t, k, ToggleSearch, Do{city.Show{View: city.CityView}})
	k = newTest(t, stopped, screen, 1)
	click(k, find(t, k, GraphP, "button", "Try again"))
	click(k, find(t, k, GraphP, "button", "Undo the step"))
	wanted(t, k, AskAgain, Do{city.ExploreBack{}})
}

func TestGraphTells(t *testing.T) {
	k, p := newGraph(t)
	find(t, k, GraphP, "text", p.Words+".")
	if it := find(t, k, GraphP, "node", p.Nodes[0].Title); it.Value != "GC root, keeps 1,000 alive, on the strongest path" {
		t.Errorf("a GC root is %q", it.Value)
	}
	if it := find(t, k, GraphP, "node", p.Nodes[10].Title); it.Value != "1,000 objects, 24 kB, asked about" {
		t.Errorf("what is asked about is %q", it.Value)
	}
	e := find(t, k, GraphP, "edge", p.Nodes[0].Title+" → "+p.Nodes[3].Title)
	if e.Value != "keeps 1,000 alive, by value" {
		t.Errorf("an edge is %q", e.Value)
	}
	k.take(Pointer{Kind: PointerMove, At: middle(e.Rect)})
	k.take(tick(hintDelay))
	if want := edgeText(p, &p.Edges[0]); k.shownHint.text != want {
		t.Errorf("over the edge %q, want %q", k.shownHint.text, want)
	}
	click(k, find(t, k, GraphP, "button", "Copy the words"))
	wanted(t, k, CopyText{p.Words})
	for _, it := range k.seen() {
		if it.Panel == GraphP && strings.Contains(it.Text, "left out") {
			t.Errorf("nothing is left out, but %q", it.Text)
		}
	}
	cut := *p
	cut.Cut, cut.Words, cut.NoRoots = 7, "", true
	k = newTest(t, graphModel(&cut), screen, 1)
	find(t, k, GraphP, "text", "7 smaller groups are left out")
	words, _ := graphStory(&cut)
	find(t, k, GraphP, "text", words)
}

func TestGraphByPointer(t *testing.T) {
	k, p := newGraph(t)
	click(k, find(t, k, GraphP, "button", "What refers to "+p.Nodes[4].Title))
	wanted(t, k, step(city.ExpandIn, "1.1"))
	k, p = newGraph(t)
	click(k, find(t, k, GraphP, "button", "What is referred to by "+p.Nodes[4].Title))
	wanted(t, k, step(city.ExpandOut, "1.1"))

	k, p = newGraph(t)
	at := middle(find(t, k, GraphP, "node", p.Nodes[4].Title).Rect)
	k.take(Pointer{Kind: PointerMove, At: at})
	k.take(Pointer{Kind: PointerPress, At: at, Buttons: Secondary})
	k.take(Pointer{Kind: PointerRelease, At: at})
	for _, row := range []string{"What refers to it", "What it refers to", "Paths to GC roots from here", "Remove", "Copy as text"} {
		if find(t, k, Menu, "button", row).Off {
			t.Errorf("%q is off", row)
		}
	}
	click(k, find(t, k, Menu, "button", "Show its group in the city"))
	wanted(t, k, Do{city.Visit{View: city.CityView, Key: p.Nodes[4].Group}})

	k, _ = newGraph(t)
	click(k, find(t, k, GraphP, "button", "Save and more"))
	click(k, find(t, k, Menu, "button", "Save as PNG…"))
	click(k, find(t, k, GraphP, "button", "Undo step"))
	wanted(t, k, SaveGraphPNG, Do{city.ExploreBack{}})
}

func TestGraphByKey(t *testing.T) {
	k, p := newGraph(t)
	focusOn(t, k, "Heap graph")
	on := func(want string) {
		t.Helper()
		if k.local.graph.node != want {
			t.Errorf("on node %q, want %q", k.local.graph.node, want)
		}
	}
	for _, c := range []struct{ key, want string }{{KeyHome, "3.0"}, {KeyUp, "2.0"}, {KeyRight, "2.1"}, {KeyRight, "2.2"}, {KeyRight, "2.2"},
		{KeyLeft, "2.1"}, {KeyUp, "1.0"}, {KeyUp, "0.0"}, {KeyUp, "0.0"}, {KeyDown, "1.0"}} {
		if !takes(k.focusKind, Key{Name: c.key}) {
			t.Fatalf("%s is not taken", c.key)
		}
		k.take(Key{Name: c.key})
		on(c.want)
	}
	if it := find(t, k, GraphP, "node", p.Nodes[3].Title); !it.Focused {
		t.Error("the node that keys are on is not told as focused")
	}
	for _, c := range []struct {
		key  Key
		want Event
	}{
		{Key{Name: KeyUp, Modifiers: Shift}, step(city.ExpandIn, "1.0")}, {Key{Name: KeyDown, Modifiers: Shift}, step(city.ExpandOut, "1.0")},
		{Key{Name: "R"}, step(city.PathsToRoot, "1.0")}, {Key{Name: KeyDelete}, step(city.RemoveNode, "1.0")},
		{Key{Name: "U"}, Do{city.ExploreBack{}}}, {Key{Name: "U", Modifiers: Shift}, Do{city.ExploreForward{}}},
	} {
		k, _ = newGraph(t)
		focusOn(t, k, "Heap graph")
		k.local.graph.node = "1.0"
		if !takes(k.focusKind, c.key) {
			t.Fatalf("%v is not taken", c.key)
		}
		k.take(c.key)
		wanted(t, k, c.want)
	}
	k.shows(graphModel(p))
	k.take(Key{Name: KeyReturn})
	if it, ok := focusedItem(k); !ok || it.Panel != Menu {
		t.Fatalf("Return opens no menu: the focus is on %q", it.Text)
	}
	k.take(Key{Name: KeyEscape})
	if it, _ := focusedItem(k); it.Text != "Heap graph" {
		t.Errorf("after the menu, the focus is on %q", it.Text)
	}
	if takes(k.focusKind, Key{Name: "P"}) || takes(k.focusKind, Key{Name: KeyEscape}) {
		t.Error("the picture takes keys of the window")
	}
}

// What cannot be done from a node does nothing.
func TestGraphLimits(t *testing.T) {
	k, _ := newGraph(t)
	focusOn(t, k, "Heap graph")
	for node, keys := range map[string][]Key{
		"0.0": {{Name: KeyUp, Modifiers: Shift}, {Name: KeyDown, Modifiers: Shift}, {Name: "R"}},
		"3.0": {{Name: KeyDelete}}, "": {{Name: KeyDelete}, {Name: "R"}},
	} {
		for _, e := range keys {
			k.local.graph.node = node
			k.take(e)
		}
	}
	wanted(t, k)
}

// A step leaves the node that it was taken from where it is on the screen.
func TestGraphDoesNotJump(t *testing.T) {
	p := graphOf(4, 2)
	k, name := newTest(t, graphModel(p), screen, 1), p.Nodes[3].Title
	before := find(t, k, GraphP, "node", name)
	m := graphModel(p)
	click(k, find(t, k, GraphP, "button", "What refers to "+name))
	m.State = k.model.State
	k.shows(m)
	if it := find(t, k, GraphP, "graph", "Heap graph"); it.Value != "8 nodes, 9 edges" {
		t.Errorf("the old picture is %s", it.Value)
	}
	taken(k)
	click(k, before) // of the old picture: nothing happens
	next := *p
	next.Ask.Steps = m.State.Explored().Steps
	next.Nodes = append([]city.GraphNode{{Key: "new", Title: "com.example.New", X: 460 + 20, Y: 112, W: 200, H: 60}}, next.Nodes...)
	next.Edges = nil
	for i := range next.Nodes[1:] {
		next.Nodes[i+1].X += 30
		next.Nodes[i+1].Y += 20
	}
	next.W, next.H = 460+20+200, next.H+20
	m.Answers.Graph = &next
	k.shows(m)
	if after := find(t, k, GraphP, "node", name); after.Rect != before.Rect {
		t.Errorf("the node moved from %v to %v", before.Rect, after.Rect)
	}
	find(t, k, GraphP, "node", "com.example.New")
	wanted(t, k)

	far := next
	far.Ask.Steps = append(slices.Clone(far.Ask.Steps), city.GraphStep{Kind: city.ExpandOut, Node: "3.0"})
	far.Nodes = append([]city.GraphNode{{Key: "far", Title: "com.example.Far", X: 300, Y: 1000, W: 216, H: 60}}, next.Nodes...)
	m.State = city.Step(m.State, city.Explore{Step: far.Ask.Steps[len(far.Ask.Steps)-1]})
	m.Answers.Graph = &far
	k.shows(m)
	area := k.local.graph.view.area
	if new := k.local.graph.view.node(&far.Nodes[0]); new.y < area.y || new.bottom() > area.bottom() {
		t.Errorf("what was added is at %v, beside %v", new, area)
	}

	other := graphOf(2, 2)
	other.Ask.Keys = []string{"Heap#other"}
	m.State, m.Answers.Graph = city.Step(m.State, city.Select{Key: "Heap#other"}), other
	k.shows(m)
	if k.local.graph.view.fits != fitsStart {
		t.Error("the picture of other objects is not made to fit")
	}
}

func TestGraphMoves(t *testing.T) {
	k, p := newGraph(t)
	name := p.Nodes[4].Title
	start := find(t, k, GraphP, "node", name).Rect
	drag(k, middle(start), middle(start).Add(image.Pt(20, 3)), middle(start).Add(image.Pt(60, -30)))
	if moved := find(t, k, GraphP, "node", name).Rect; moved != start.Add(image.Pt(60, -30)) {
		t.Errorf("dragged from %v to %v", start, moved)
	}
	if k.local.graph.node != "" {
		t.Error("dragging is clicking")
	}
	k, _ = newGraph(t)
	at := middle(start)
	k.take(Pointer{Kind: PointerMove, At: at})
	k.take(Pointer{Kind: PointerWheel, At: at, Wheel: -2})
	if now := find(t, k, GraphP, "node", name).Rect; !at.In(now) || math.Abs(float64(now.Dx())/float64(start.Dx())-graphZoomStep*graphZoomStep) > 0.02 {
		t.Errorf("zoomed from %v to %v", start, now)
	}
	k.take(Key{Name: KeyTab})
	focusOn(t, k, "Heap graph")
	k.take(Key{Name: "0"})
	if now := find(t, k, GraphP, "node", name).Rect; now != start {
		t.Errorf("made to fit, it is at %v, want %v", now, start)
	}
	for range 60 {
		k.take(Key{Name: "+"})
	}
	if z := k.local.graph.view.zoom; z != maxGraphZoom {
		t.Errorf("zoom %v", z)
	}
	drag(k, middle(k.rects[GraphP]), image.Pt(5000, 5000), image.Pt(9000, 9000), image.Pt(99_000, 99_000))
	area := k.local.graph.view.area
	if seen := k.local.graph.view.box(0, 0, p.W, p.H).intersect(area); seen.empty() {
		t.Error("the picture can be lost")
	}
}

// At first the whole picture is seen or, of a large one, the strongest path at a size that can be read.
func TestGraphStart(t *testing.T) {
	k := newTest(t, graphModel(graphOf(4, 40)), screen, 1)
	v := &k.local.graph.view
	if v.zoom < readableZoom {
		t.Errorf("zoom %v", v.zoom)
	}
	p := k.local.graph.picture
	listed := 0
	for _, it := range k.seen() {
		if it.Panel == GraphP && it.Kind == "node" {
			listed++
		}
	}
	if listed == 0 || listed > 40 {
		t.Errorf("%d nodes of %d are told of, though few can be seen", listed, len(p.Nodes))
	}
	for i := range p.Nodes {
		if p.Nodes[i].Strongest && !lies(v.node(&p.Nodes[i]), v.area) {
			t.Errorf("node %d of the strongest path is not seen", i)
		}
	}
	click(k, find(t, k, GraphP, "button", "Fit"))
	if all := v.box(0, 0, p.W, p.H); !lies(all, v.area) {
		t.Errorf("fitted, the picture takes %v of %v", all, v.area)
	}
}

// lies reports whether a box lies in another one but for rounding.
func lies(b, in box) bool {
	return b.x > in.x-0.1 && b.y > in.y-0.1 && b.right() < in.right()+0.1 && b.bottom() < in.bottom()+0.1
}

func TestGraphSizes(t *testing.T) {
	cut := graphOf(5, 4)
	cut.Cut = 12
	for _, p := range []*city.GraphPicture{graphOf(2, 1), cut, nil} {
		for _, scale := range []float64{1, 1.5, 2} {
			for _, dp := range []image.Point{{320, 240}, {420, 500}, {640, 480}, {1024, 640}, {1920, 1080}} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				for _, theme := range []city.Theme{city.Light, city.Dark} {
					m := graphModel(p)
					m.State.Settings.Theme = theme
					checkTexts(t, newTest(t, m, size, scale), size)
				}
			}
		}
	}
}

func TestRenderGraph(t *testing.T) {
	needGraphics(t)
	img, err := RenderGraph(graphOf(3, 2), city.Light)
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
		t.Errorf("%d colours", len(colors))
	}
	wide := graphOf(1, 200)
	if img, err = RenderGraph(wide, city.Dark); err != nil {
		t.Fatal(err)
	}
	if w := img.Bounds().Dx(); w > maxSheet || w < maxSheet-10 {
		t.Errorf("a very wide picture has %d pixels", w)
	}
}

// The outline of a line has its width everywhere.
func TestThicken(t *testing.T) {
	got := thicken([]point{{0, 0}, {10, 0}, {10, 20}}, 2)
	want := []point{{0, 2}, {8, 2}, {8, 20}, {12, 20}, {12, -2}, {0, -2}}
	for i := range want {
		if len(got) != len(want) || math.Abs(float64(got[i].x-want[i].x))+math.Abs(float64(got[i].y-want[i].y)) > 1e-4 {
			t.Fatalf("outline %v, want %v", got, want)
		}
	}
	if got := thicken([]point{{5, 5}, {5, 5}}, 1); !reflect.DeepEqual(got, []point{{5, 5}, {5, 5}, {5, 5}, {5, 5}}) {
		t.Errorf("of no length: %v", got)
	}
}

func BenchmarkGraph(b *testing.B) {
	for _, size := range []image.Point{{X: 1280, Y: 720}, {X: 1920, Y: 1080}} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			k := newTest(b, graphModel(graphOf(8, 10)), size, 1)
			if err := k.paint(); err != nil {
				b.Fatal(err)
			}
			v := &k.local.graph.view
			for i := range b.N {
				v.x += float32(i%2*2 - 1)
				k.layout()
				if err := k.paint(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
