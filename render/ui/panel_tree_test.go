package ui

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

	"memcity/city"
	"memcity/layout"
)

// treeModel is the tree view of the recording of [trendsModel].
func treeModel(packages, types int) Model {
	m := trendsModel(packages, types)
	m.Answers = city.Answers{}
	m.State.View = city.TreeView
	return m
}

// treeNodes lists the nodes of the tree that can be drilled into, with their values.
func treeNodes(k *core) []string {
	var out []string
	for _, it := range k.seen() {
		if it.Panel == TreeP && it.Kind == "node" {
			out = append(out, it.Text)
		}
	}
	return out
}

func checkNodes(t *testing.T, k *core, after string, want ...string) {
	t.Helper()
	if got := treeNodes(k); !slices.Equal(got, want) {
		t.Fatalf("after %s the nodes are %q, want %q", after, got, want)
	}
}

// finishTrees lets what moves come to rest, and returns how many ticks that took.
func finishTrees(t *testing.T, k *core) (ticks int) {
	t.Helper()
	for ; ; ticks++ {
		at, ok := k.wake()
		if !k.local.trees.moving {
			return ticks
		}
		if !ok || ticks > 200 {
			t.Fatalf("after %d ticks it moves on, waking %v at %v", ticks, ok, at)
		}
		k.take(tick(k.now + 16*time.Millisecond))
	}
}

func checkTreeRoot(t *testing.T, k *core, after string, key string, rest int) {
	t.Helper()
	if got := k.model.State.Treeing.Root; got != (city.TreeRoot{Key: key, Rest: rest}) {
		t.Fatalf("after %s it is drilled into %+v, want %q, %d", after, got, key, rest)
	}
	finishTrees(t, k)
}

// Arrows walk over the nodes, Return drills, and the way back is pressed or walked.
func TestTreeByKeys(t *testing.T) {
	k := newTest(t, treeModel(3, 2), screen, 1)
	checkNodes(t, k, "opening", "p0", "T0.0", "T0.1", "p1", "T1.0", "T1.1", "p2", "T2.0", "T2.1")
	if it, ok := focusedItem(k); !ok || it.Kind != "tree" || it.Text != "Memory tree" {
		t.Fatalf("the focus is on %q", it.Text)
	}
	for _, arrow := range []string{KeyUp, KeyDown, KeyLeft, KeyRight, KeyReturn} {
		press(k, KeyHome, arrow)
		l := &k.local.trees
		if p := l.drawings["tree/local"].picture; p.Name(&p.Nodes[p.Index(l.cursor.id)], false) != "p0" {
			t.Errorf("from the root %s leads to %v", arrow, l.cursor)
		}
	}
	press(k, KeyHome, KeyUp, KeyRight, KeyReturn)
	checkTreeRoot(t, k, "Up, Right, Return", "Heap#p1", 0)
	checkSelected(t, k, "drilling", "Heap#p1")
	checkNodes(t, k, "drilling", "T1.0", "T1.1")
	press(k, KeyUp, KeyRight, KeyReturn)
	checkTreeRoot(t, k, "Return on a leaf", "Heap#p1", 0)
	checkSelected(t, k, "Return on a leaf", "Heap#p1#T1.1")
	press(k, KeyHome, KeyReturn)
	checkTreeRoot(t, k, "Return on the root", "", 0)
	k.emit(k.setTrees(func(t *city.Treeing) { t.Kind = city.Icicle }))
	k.layout()
	finishTrees(t, k)
	press(k, KeyHome, KeyRight, KeyDown, KeyDown, KeyRight, KeyLeft, KeyReturn)
	checkTreeRoot(t, k, "arrows in an icicle plot", "Heap#p2", 0)
	press(k, KeyLeft)
	checkTreeRoot(t, k, "Left on the root", "", 0)
}

// treePlace returns the place of a node in the tree view.
func treePlace(t *testing.T, k *core, name string) image.Point {
	t.Helper()
	l := &k.local.trees
	d := l.drawings["tree/local"]
	room := find(t, k, TreeP, "tree", "Memory tree").Rect
	for i := range d.picture.Nodes {
		if n := &d.picture.Nodes[i]; d.picture.Name(n, false) == name {
			r := d.picture.Spans[i].Sunburst(float64(d.picture.Levels))
			sin, cos := math.Sincos((r.From + r.To) / 2)
			radius := float64(min(room.Dx(), room.Dy())) / 2 * (r.Inner + r.Outer) / 2
			return middle(room).Add(image.Pt(int(sin*radius), int(-cos*radius)))
		}
	}
	t.Fatalf("no node %q", name)
	return image.Point{}
}

// A press drills, one on the middle goes up, and the rest can be drilled into.
func TestTreeByMouse(t *testing.T) {
	k := newTest(t, treeModel(14, 2), screen, 1)
	checkRest := func(want ...string) {
		t.Helper()
		var rows []string
		for _, it := range k.seen() {
			if it.Panel == TreeP && it.Kind == "row" {
				rows = append(rows, it.Text)
			}
		}
		if !slices.Equal(rows, want) {
			t.Fatalf("the list has %q, want %q", rows, want)
		}
	}
	clickWith(k, treePlace(t, k, "p0"), Primary, 0)
	checkTreeRoot(t, k, "a press on p0", "Heap#p0", 0)
	checkRest("T0.0", "T0.1")
	clickWith(k, middle(find(t, k, TreeP, "tree", "Memory tree").Rect), Primary, 0)
	checkTreeRoot(t, k, "a press on the middle", "", 0)
	row := find(t, k, TreeP, "row", "Other")
	clickWith(k, middle(row.Rect), Primary, 0)
	checkTreeRoot(t, k, "a press on the rest", "", 1)
	checkRest("p6", "p7", "p8", "p9", "p10")
	click(k, find(t, k, TreeP, "button", "Up"))
	checkTreeRoot(t, k, "going up", "", 0)
	clickWith(k, treePlace(t, k, "p1"), Primary, Ctrl)
	checkTreeRoot(t, k, "Ctrl and a press", "", 0)
	checkSelected(t, k, "Ctrl and a press", "Heap#p1")
	clickWith(k, treePlace(t, k, "p2"), Secondary, 0)
	find(t, k, Menu, "button", "Inspect as group")
}

// What the pointer is over in one drawing stands out in the other, in the list, and is told below.
func TestTreeHover(t *testing.T) {
	k := newTest(t, treeModel(3, 2), screen, 1)
	k.take(Pointer{Kind: PointerMove, At: treePlace(t, k, "T1.1")})
	l := &k.local.trees
	if key, _ := l.drawings["tree/global"].picture.Key(&city.TreeNode{ID: l.hover.id}); !l.hover.there || key != "Heap#p1#T1.1" {
		t.Fatalf("the pointer is over %q", key)
	}
	find(t, k, TreeP, "text", "Heap → p1 → T1.1")
	k.take(Pointer{Kind: PointerMove, At: middle(find(t, k, TreeP, "row", "p2").Rect)})
	find(t, k, TreeP, "text", "Heap → p2")
	k.take(Pointer{Kind: PointerLeave})
	if l.hover.there {
		t.Error("the pointer is gone, but something stands out")
	}
}

// Trees of several GC points stand side by side; points are chosen in the chart.
func TestTreesBeside(t *testing.T) {
	k := newTest(t, treeModel(3, 2), screen, 1)
	click(k, find(t, k, TreeP, "choice", "Times: Side by side"))
	names := func() (out []string) {
		for _, it := range k.seen() {
			if it.Panel == TreeP && it.Kind == "tree" {
				out = append(out, it.Text)
			}
		}
		return out
	}
	if got, want := names(), []string{"Tree of GC point 1, 0 ms", "Tree of GC point 5, 4 s", "Tree of GC point 10, 9 s"}; !slices.Equal(got, want) {
		t.Fatalf("there are %q, want %q", got, want)
	}
	chart := find(t, k, TreeP, "plot", "Heap over time").Rect
	clickWith(k, image.Pt(chart.Max.X-12, middle(chart).Y), Primary, Ctrl)
	if got := k.model.State.BesidePoints(); !slices.Equal(got, []int{0, 4}) {
		t.Fatalf("after Ctrl and a press there are %v", got)
	}
	clickWith(k, image.Pt(middle(chart).X, middle(chart).Y), Primary, 0)
	if got := k.model.State; got.Point < 3 || got.Point > 6 || len(got.BesidePoints()) != 2 {
		t.Errorf("after a press point %d is shown and trees of %v", got.Point, got.BesidePoints())
	}
	click(k, find(t, k, TreeP, "button", "Take GC point 1 away"))
	if got := k.model.State.BesidePoints(); !slices.Equal(got, []int{4}) {
		t.Errorf("after taking one away there are %v", got)
	}
}

// On the way from one drawing to the next, nodes keep to one another: what was there moves, what is new comes out of what is
// around it, and with less motion nothing moves at all.
func TestTreeMotion(t *testing.T) {
	k := newTest(t, treeModel(3, 2), screen, 1)
	d := k.local.trees.drawings["tree/local"]
	before := d.pose.spans
	k.do(city.Drill{To: city.TreeRoot{Key: "Heap#p1"}})
	k.layout()
	if !k.local.trees.moving {
		t.Fatal("nothing moves")
	}
	p1 := d.picture.Nodes[0].ID
	if got := d.present().spans[p1]; got != before[p1] {
		t.Errorf("the motion begins at %v, not %v", got, before[p1])
	}
	k.take(tick(k.now + time.Second)) // whenever the first tick comes, the motion begins then
	k.take(tick(k.now + treeMotionLength/2))
	if got := d.present().spans[p1]; got.Share() <= before[p1].Share() || got.Share() >= 1 {
		t.Errorf("half-way the new root has %v of the whole", got.Share())
	}
	if n := finishTrees(t, k); n == 0 {
		t.Error("it came to rest at once")
	}
	if got := d.present().spans[p1]; got != (layout.Span{To: 1, Bottom: 1}) {
		t.Errorf("in the end the root has %v", got)
	}
	k.set("", func(s *city.Settings) { s.ReducedMotion = true })
	k.do(city.Drill{})
	k.layout()
	if k.local.trees.moving {
		t.Error("it moves although less motion is wished")
	}
}

// From the city the drawing begins as its plan, and becomes it again on the way back.
func TestTreeMorphsFromTheCity(t *testing.T) {
	m := treeModel(3, 2)
	m.State.View = city.CityView
	k := newTest(t, m, screen, 1)
	k.do(city.Show{View: city.TreeView})
	k.layout()
	d := k.local.trees.drawings["tree/local"]
	if d == nil || d.motion == nil || d.motion.from.form != asPlan {
		t.Fatal("the drawing does not begin as the plan")
	}
	finishTrees(t, k)
	click(k, find(t, k, TreeP, "button", "Back to the city"))
	if k.model.State.View != city.TreeView || d.pose.form != asPlan {
		t.Fatal("the drawing does not become the plan")
	}
	for range 100 {
		k.take(tick(k.now + 16*time.Millisecond))
	}
	if k.model.State.View != city.CityView {
		t.Error("the city is not shown")
	}
}

// Colours belong to groups: they are the same at every GC point, wherever one has drilled, in every order, and as in the
// trends view.
func TestTreeColors(t *testing.T) {
	m := treeModel(3, 2)
	k := newTest(t, m, screen, 1)
	c := k.offscreen()
	ink := func(key string) any {
		node, _ := m.Plan.Series.Find(key)
		return c.treeInk(city.TreeID{Node: node}).col
	}
	before := []any{ink("Heap#p0"), ink("Heap#p1"), ink("Heap#p1#T1.0"), ink("Heap#p1#T1.1")}
	for i, a := range before {
		if slices.Contains(before[:i], a) {
			t.Errorf("colour %d, %v, is there twice", i, a)
		}
	}
	k.do(city.GoTo{Point: 2})
	k.do(city.Drill{To: city.TreeRoot{Key: "Heap#p1"}})
	k.layout()
	if after := []any{ink("Heap#p0"), ink("Heap#p1"), ink("Heap#p1#T1.0"), ink("Heap#p1#T1.1")}; !slices.Equal(after, before) {
		t.Errorf("the colours become %v, were %v", after, before)
	}
	k.do(k.setTrees(func(t *city.Treeing) { t.Order = city.StartOrder }).(Do).Action)
	k.layout()
	if after := []any{ink("Heap#p0"), ink("Heap#p1"), ink("Heap#p1#T1.0"), ink("Heap#p1#T1.1")}; !slices.Equal(after, before) {
		t.Errorf("in another order the colours become %v, were %v", after, before)
	}
	for i, key := range []string{"Heap#p0", "Heap#p1", "Heap#p2"} {
		if got := ink(key); got != any(c.seriesHue(k.local.trends.hues[key])) {
			t.Errorf("group %d has %v, in the trends view another", i, got)
		}
	}
}

func TestOklab(t *testing.T) {
	for _, col := range append(slices.Clone(lightSeries), darkSeries...) {
		if got := toLCH(col).color(); max(int(got.R)-int(col.R), int(col.R)-int(got.R), int(got.G)-int(col.G), int(col.G)-int(got.G), int(got.B)-int(col.B), int(col.B)-int(got.B)) > 1 {
			t.Errorf("there and back %v becomes %v", col, got)
		}
	}
}

// What is saved is a sound SVG with the names, and a table of the nodes.
func TestTreeSheet(t *testing.T) {
	for _, beside := range []bool{false, true} {
		m := treeModel(3, 2)
		m.State.Treeing.Beside = beside
		k := newTest(t, m, screen, 1)
		s := k.treeSheet()
		var svg strings.Builder
		if err := writeSVG(&svg, &m, s); err != nil {
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
				t.Errorf("beside %t: %q is not in the drawing", beside, want)
			}
		}
		trees := 1
		if beside {
			trees = 3
		}
		if rows := s.rows(); len(rows) != 1+10*trees || rows[1][1] != "Heap" || rows[2][1] != "Heap#p0" {
			t.Errorf("beside %t: the table is %q", beside, rows)
		}
	}
}

// Whatever the size, everything stays inside its panel and nothing fails.
func TestTreeSizes(t *testing.T) {
	for _, size := range []image.Point{{640, 480}, {800, 600}, {1280, 720}, {1920, 1080}, {400, 300}, {1280, 360}} {
		for _, scale := range []float64{1, 2} {
			for _, kind := range []city.TreeKind{city.Sunburst, city.Icicle} {
				for _, beside := range []bool{false, true} {
					m := treeModel(14, 6)
					m.State.Treeing.Kind, m.State.Treeing.Beside, m.State.Treeing.Scaled = kind, beside, beside
					k := newTest(t, m, size, scale)
					panel := k.rects[TreeP]
					for _, it := range k.seen() {
						if it.Panel == TreeP && !it.Rect.In(panel) {
							t.Errorf("%v at %v, %v, beside %t: %s %q at %v leaves %v", size, scale, kind, beside, it.Kind, it.Text, it.Rect, panel)
						}
					}
				}
			}
		}
	}
}

// An empty recording says so.
func TestTreeEmpty(t *testing.T) {
	m := treeModel(3, 2)
	settings := m.State.Settings
	series := city.NewSeries(nil)
	m.Plan, m.At = city.NewPlan(series, city.NewMeta(series, city.Window{}), settings), 0
	k := newTest(t, m, screen, 1)
	find(t, k, TreeP, "text", "No groups")
}

// BenchmarkTreeMotion paints one frame of a drawing that moves.
func BenchmarkTreeMotion(b *testing.B) {
	needGraphics(b)
	k := newTest(b, treeModel(14, 12), screen, 1)
	defer k.release()
	at := false
	for b.Loop() {
		if !k.local.trees.moving {
			at = !at
			root := city.TreeRoot{}
			if at {
				root.Key = "Heap#p1"
			}
			k.do(city.Drill{To: root})
		}
		k.take(tick(k.now + 16*time.Millisecond))
		if err := k.paint(); err != nil {
			b.Fatal(err)
		}
	}
}
