package tree

import (
	"encoding/xml"
	"errors"
	"image"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/treemap"
	"memcity/city/view/trends"
	"memcity/layout"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// treeNodes lists the nodes that can be drilled into.
func treeNodes(k *widget.Core) []string {
	var out []string
	for _, it := range k.Seen() {
		if it.Panel == "tree" && it.Kind == "node" {
			out = append(out, it.Text)
		}
	}
	return out
}

func checkNodes(t *testing.T, k *widget.Core, after string, want ...string) {
	t.Helper()
	if got := treeNodes(k); !slices.Equal(got, want) {
		t.Fatalf("after %s the nodes are %q, want %q", after, got, want)
	}
}

// finishTrees runs all animations to their end and returns the number of ticks.
func finishTrees(t *testing.T, k *widget.Core) (ticks int) {
	t.Helper()
	for ; ; ticks++ {
		at, ok := k.Wake()
		if !of(k).Moving {
			return ticks
		}
		if !ok || ticks > 200 {
			t.Fatalf("after %d ticks it moves on, waking %v at %v", ticks, ok, at)
		}
		k.Take(widget.Tick(k.Now + 16*time.Millisecond))
	}
}

func checkTreeRoot(t *testing.T, k *widget.Core, after string, key string, rest int) {
	t.Helper()
	if got := treemap.View.Of(k.Model.State.Views).Root; got != (treemap.Root{Key: key, Rest: rest}) {
		t.Fatalf("after %s it is drilled into %+v, want %q, %d", after, got, key, rest)
	}
	finishTrees(t, k)
}

// Arrow keys move between nodes and Enter drills. The path back works by pointer and keyboard.
func TestTreeByKeys(t *testing.T) {
	k, view := newTest(t, uitest.TreeModel(3, 2), uitest.Screen, 1)
	checkNodes(t, k, "opening", "p0", "T0.0", "T0.1", "p1", "T1.0", "T1.1", "p2", "T2.0", "T2.1")
	if it, ok := uitest.FocusedItem(k); !ok || it.Kind != "tree" || it.Text != "Memory tree" {
		t.Fatalf("the focus is on %q", it.Text)
	}
	for _, arrow := range []string{model.KeyUp, model.KeyDown, model.KeyLeft, model.KeyRight, model.KeyReturn} {
		uitest.Press(k, model.KeyHome, arrow)
		l := view
		if p := l.drawings["tree/local"].picture; p.Name(&p.Nodes[p.Index(l.cursor.id)], false) != "p0" {
			t.Errorf("from the root %s leads to %v", arrow, l.cursor)
		}
	}
	uitest.Press(k, model.KeyHome, model.KeyUp, model.KeyRight, model.KeyReturn)
	checkTreeRoot(t, k, "Up, Right, Return", "Heap#p1", 0)
	uitest.CheckSelected(t, k, "drilling", "Heap#p1")
	checkNodes(t, k, "drilling", "T1.0", "T1.1")
	uitest.Press(k, model.KeyUp, model.KeyRight, model.KeyReturn)
	checkTreeRoot(t, k, "Return on a leaf", "Heap#p1", 0)
	uitest.CheckSelected(t, k, "Return on a leaf", "Heap#p1#T1.1")
	uitest.Press(k, model.KeyHome, model.KeyReturn)
	checkTreeRoot(t, k, "Return on the root", "", 0)
	k.Emit(view.setTrees(k, func(t *treemap.State) { t.Kind = treemap.Icicle }))
	k.Layout()
	finishTrees(t, k)
	uitest.Press(k, model.KeyHome, model.KeyRight, model.KeyDown, model.KeyDown, model.KeyRight, model.KeyLeft, model.KeyReturn)
	checkTreeRoot(t, k, "arrows in an icicle plot", "Heap#p2", 0)
	uitest.Press(k, model.KeyLeft)
	checkTreeRoot(t, k, "Left on the root", "", 0)
}

// treePlace returns the position of a node in the tree view.
func treePlace(t *testing.T, k *widget.Core, name string) image.Point {
	t.Helper()
	l := of(k)
	d := l.drawings["tree/local"]
	room := uitest.Find(t, k, "tree", "tree", "Memory tree").Rect
	for i := range d.picture.Nodes {
		if n := &d.picture.Nodes[i]; d.picture.Name(n, false) == name {
			r := d.picture.Spans[i].Sunburst(float64(d.picture.Levels))
			sin, cos := math.Sincos((r.From + r.To) / 2)
			radius := float64(min(room.Dx(), room.Dy())) / 2 * (r.Inner + r.Outer) / 2
			return uitest.Middle(room).Add(image.Pt(int(sin*radius), int(-cos*radius)))
		}
	}
	t.Fatalf("no node %q", name)
	return image.Point{}
}

// A press drills into a node, a press on the center drills up, and the rest can be drilled into.
func TestTreeByMouse(t *testing.T) {
	k, _ := newTest(t, uitest.TreeModel(14, 2), uitest.Screen, 1)
	checkRest := func(want ...string) {
		t.Helper()
		var rows []string
		for _, it := range k.Seen() {
			if it.Panel == "tree" && it.Kind == "row" {
				rows = append(rows, it.Text)
			}
		}
		if !slices.Equal(rows, want) {
			t.Fatalf("the list has %q, want %q", rows, want)
		}
	}
	uitest.ClickWith(k, treePlace(t, k, "p0"), model.Primary, 0)
	checkTreeRoot(t, k, "a press on p0", "Heap#p0", 0)
	checkRest("T0.0", "T0.1")
	uitest.ClickWith(k, uitest.Middle(uitest.Find(t, k, "tree", "tree", "Memory tree").Rect), model.Primary, 0)
	checkTreeRoot(t, k, "a press on the middle", "", 0)
	row := uitest.Find(t, k, "tree", "row", "Other")
	uitest.ClickWith(k, uitest.Middle(row.Rect), model.Primary, 0)
	checkTreeRoot(t, k, "a press on the rest", "", 1)
	checkRest("p6", "p7", "p8", "p9", "p10")
	uitest.Click(k, uitest.Find(t, k, "tree", "button", "Up"))
	checkTreeRoot(t, k, "going up", "", 0)
	uitest.ClickWith(k, treePlace(t, k, "p1"), model.Primary, action.Ctrl)
	checkTreeRoot(t, k, "Ctrl+click", "", 0)
	uitest.CheckSelected(t, k, "Ctrl+click", "Heap#p1")
	uitest.ClickWith(k, treePlace(t, k, "p2"), model.Secondary, 0)
	uitest.Find(t, k, model.Menu, "button", "Inspect as group")
}

// The node under the pointer is highlighted in the other drawing and in the list, and described below.
func TestTreeHover(t *testing.T) {
	k, view := newTest(t, uitest.TreeModel(3, 2), uitest.Screen, 1)
	k.Take(model.Pointer{Kind: model.PointerMove, At: treePlace(t, k, "T1.1")})
	l := view
	if l.drawings["tree/global"] != nil {
		t.Error("the whole heap is drawn twice")
	}
	if key, _ := l.drawings["tree/local"].picture.Key(&treemap.Node{ID: l.hover.id}); !l.hover.there || key != "Heap#p1#T1.1" {
		t.Fatalf("the pointer is over %q", key)
	}
	uitest.Find(t, k, "tree", "text", "Heap → p1 → T1.1")
	k.Take(model.Pointer{Kind: model.PointerMove, At: uitest.Middle(uitest.Find(t, k, "tree", "row", "p2").Rect)})
	uitest.Find(t, k, "tree", "text", "Heap → p2")
	k.Take(model.Pointer{Kind: model.PointerLeave})
	if l.hover.there {
		t.Error("the pointer is gone, but something stands out")
	}
	k.Model.State = state.Step(k.Model.State, state.Drill{To: treemap.Root{Key: "Heap#p1"}})
	k.Layout()
	k.Take(model.Pointer{Kind: model.PointerMove, At: treePlace(t, k, "T1.1")})
	if key, _ := l.drawings["tree/global"].picture.Key(&treemap.Node{ID: l.hover.id}); !l.hover.there || key != "Heap#p1#T1.1" {
		t.Errorf("drilled in, the pointer is over %q", key)
	}
}

// Trees of several GC points are side by side. The chart selects the points.
func TestTreesSideBySide(t *testing.T) {
	k, _ := newTest(t, uitest.TreeModel(3, 2), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "tree", "choice", "Times: Side by side"))
	names := func() (out []string) {
		for _, it := range k.Seen() {
			if it.Panel == "tree" && it.Kind == "tree" {
				out = append(out, it.Text)
			}
		}
		return out
	}
	if got, want := names(), []string{"Tree of GC point 1, 0 ms", "Tree of GC point 5, 4 s",
		"Tree of GC point 10, 9 s"}; !slices.Equal(got, want) {
		t.Fatalf("there are %q, want %q", got, want)
	}
	chart := uitest.Find(t, k, "tree", "plot", "Heap over time").Rect
	uitest.ClickWith(k, image.Pt(chart.Max.X-12, uitest.Middle(chart).Y), model.Primary, action.Ctrl)
	if got := k.Model.State.ComparedPoints(); !slices.Equal(got, []int{0, 4}) {
		t.Fatalf("after Ctrl and a press there are %v", got)
	}
	uitest.ClickWith(k, image.Pt(uitest.Middle(chart).X, uitest.Middle(chart).Y), model.Primary, 0)
	if got := k.Model.State; got.Point < 3 || got.Point > 6 || len(got.ComparedPoints()) != 2 {
		t.Errorf("after a press point %d is shown and trees of %v", got.Point, got.ComparedPoints())
	}
	uitest.Click(k, uitest.Find(t, k, "tree", "button", "Remove GC point 1"))
	if got := k.Model.State.ComparedPoints(); !slices.Equal(got, []int{4}) {
		t.Errorf("after taking one away there are %v", got)
	}
}

// During an animation existing nodes move, and new ones emerge from their parents. With reduced motion nothing is animated.
func TestTreeMotion(t *testing.T) {
	k, view := newTest(t, uitest.TreeModel(3, 2), uitest.Screen, 1)
	d := view.drawings["tree/local"]
	before := d.pose.spans
	k.Do(state.Drill{To: treemap.Root{Key: "Heap#p1"}})
	k.Layout()
	if !view.Moving {
		t.Fatal("nothing moves")
	}
	p1 := d.picture.Nodes[0].ID
	if got := d.present().spans[p1]; got != before[p1] {
		t.Errorf("the motion begins at %v, not %v", got, before[p1])
	}
	k.Take(widget.Tick(k.Now + time.Second)) // the animation starts at the first tick
	k.Take(widget.Tick(k.Now + treeMotionLength/2))
	if got := d.present().spans[p1]; got.Share() <= before[p1].Share() || got.Share() >= 1 {
		t.Errorf("half-way the new root has %v of the whole", got.Share())
	}
	if n := finishTrees(t, k); n == 0 {
		t.Error("it came to rest at once")
	}
	if got := d.present().spans[p1]; got != (layout.Span{To: 1, Bottom: 1}) {
		t.Errorf("in the end the root has %v", got)
	}
	k.Set("", func(s *scene.Settings) { s.ReducedMotion = true })
	k.Do(state.Drill{})
	k.Layout()
	if view.Moving {
		t.Error("it moves although less motion is wished")
	}
}

// When opened from the city the drawing starts as its plan, and becomes the plan again on the way back.
func TestTreeMorphsFromTheCity(t *testing.T) {
	m := uitest.TreeModel(3, 2)
	m.State.View = state.CityView
	k, view := newTest(t, m, uitest.Screen, 1)
	k.Do(state.Show{View: treemap.View.ID})
	k.Layout()
	d := view.drawings["tree/local"]
	if d == nil || d.motion == nil || d.motion.from.form != asPlan {
		t.Fatal("the drawing does not begin as the plan")
	}
	finishTrees(t, k)
	uitest.Click(k, uitest.Find(t, k, "tree", "button", "Back to the city"))
	if k.Model.State.View != treemap.View.ID || d.pose.form != asPlan {
		t.Fatal("the drawing does not become the plan")
	}
	for range 100 {
		k.Take(widget.Tick(k.Now + 16*time.Millisecond))
	}
	if k.Model.State.View != state.CityView {
		t.Error("the city is not shown")
	}
}

// A group has the same color at every GC point, root and order, and in the trends view.
func TestTreeColors(t *testing.T) {
	m := uitest.TreeModel(3, 2)
	k, view := newTest(t, m, uitest.Screen, 1)
	c := k.Offscreen()
	ink := func(key string) any {
		node, _ := m.Plan.Series.Find(key)
		return view.treeInk(c, treemap.ID{Node: node}).col
	}
	before := []any{ink("Heap#p0"), ink("Heap#p1"), ink("Heap#p1#T1.0"), ink("Heap#p1#T1.1")}
	for i, a := range before {
		if slices.Contains(before[:i], a) {
			t.Errorf("color %d, %v, appears twice", i, a)
		}
	}
	k.Do(state.GoTo{Point: 2})
	k.Do(state.Drill{To: treemap.Root{Key: "Heap#p1"}})
	k.Layout()
	if after := []any{ink("Heap#p0"), ink("Heap#p1"), ink("Heap#p1#T1.0"), ink("Heap#p1#T1.1")}; !slices.Equal(after, before) {
		t.Errorf("the colors become %v, were %v", after, before)
	}
	k.Do(view.setTrees(k, func(t *treemap.State) { t.Order = trends.StartOrder }).(model.Do).Action)
	k.Layout()
	if after := []any{ink("Heap#p0"), ink("Heap#p1"), ink("Heap#p1#T1.0"), ink("Heap#p1#T1.1")}; !slices.Equal(after, before) {
		t.Errorf("in another order the colors become %v, were %v", after, before)
	}
	for i, key := range []string{"Heap#p0", "Heap#p1", "Heap#p2"} {
		if got := ink(key); got != any(part.SeriesHue(c, part.Hues(c)[key])) {
			t.Errorf("group %d has %v, in the trends view another", i, got)
		}
	}
}

func TestOklab(t *testing.T) {
	for _, col := range append(slices.Clone(widget.LightSeries), widget.DarkSeries...) {
		if got := toLCH(col).color(); max(int(got.R)-int(col.R), int(col.R)-int(got.R), int(got.G)-int(col.G), int(col.G)-int(got.G),
			int(got.B)-int(col.B), int(col.B)-int(got.B)) > 1 {
			t.Errorf("there and back %v becomes %v", col, got)
		}
	}
}

// Saving writes a well-formed SVG with the names, and a table of the nodes.
func TestTreeSheet(t *testing.T) {
	for _, together := range []bool{false, true} {
		m := uitest.TreeModel(3, 2)
		treemap.View.Change(&m.State.Views, func(s *treemap.State) { s.Together = together })
		k, view := newTest(t, m, uitest.Screen, 1)
		s := view.treeSheet(k)
		var svg strings.Builder
		if err := widget.WriteSVG(&svg, &m, s); err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(strings.NewReader(svg.String())); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range []string{">p0<", "<path", "GC point 10"} {
			if !strings.Contains(svg.String(), want) {
				t.Errorf("beside %t: %q is not in the drawing", together, want)
			}
		}
		trees := 1
		if together {
			trees = 3
		}
		if rows := s.Rows(); len(rows) != 1+10*trees || rows[1][1] != "Heap" || rows[2][1] != "Heap#p0" {
			t.Errorf("beside %t: the table is %q", together, rows)
		}
	}
}

// At any size, everything stays inside its panel and nothing fails.
func TestTreeSizes(t *testing.T) {
	for _, size := range []image.Point{{640, 480}, {800, 600}, {1280, 720}, {1920, 1080}, {400, 300}, {1280, 360}} {
		for _, scale := range []float64{1, 2} {
			for _, kind := range []treemap.Kind{treemap.Sunburst, treemap.Icicle} {
				for _, together := range []bool{false, true} {
					m := uitest.TreeModel(14, 6)
					treemap.View.Change(&m.State.Views, func(s *treemap.State) { s.Kind, s.Together, s.Scaled = kind, together, together })
					k, _ := newTest(t, m, size, scale)
					panel := k.Rects["tree"]
					for _, it := range k.Seen() {
						if it.Panel == "tree" && !it.Rect.In(panel) {
							t.Errorf("%v at %v, %v, beside %t: %s %q at %v leaves %v", size, scale, kind, together, it.Kind, it.Text, it.Rect, panel)
						}
					}
				}
			}
		}
	}
}

// An empty recording is reported.
func TestTreeEmpty(t *testing.T) {
	m := uitest.TreeModel(3, 2)
	settings := m.State.Settings
	series := trees.NewSeries(nil)
	m.Plan, m.At = scene.NewPlan(series, trees.NewMeta(series, trees.Window{}), settings), 0
	k, _ := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, "tree", "text", "No groups")
}

// BenchmarkTreeMotion paints one frame of an animated drawing.
func BenchmarkTreeMotion(b *testing.B) {
	k, view := newTest(b, uitest.TreeModel(14, 12), uitest.Screen, 1)
	defer k.Release()
	at := false
	for b.Loop() {
		if !view.Moving {
			at = !at
			root := treemap.Root{}
			if at {
				root.Key = "Heap#p1"
			}
			k.Do(state.Drill{To: root})
		}
		k.Take(widget.Tick(k.Now + 16*time.Millisecond))
		k.Paint()
	}
}
