package state

import (
	"fmt"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
)

// TestBounds: histories keep a limited number of steps, and lose the oldest.
func TestBounds(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	for i := range 130 {
		s = after(s, Note{"a", fmt.Sprint("note ", i)}, Select{Key: fmt.Sprint("group ", i)})
	}
	for i := range 230 {
		s = Step(s, WalkTo{uint32(i)})
	}
	if i := inspect.View.Of(s.Views); len(i.Objects) != 200 || i.Objects[0] != 30 || i.Objects[199] != 229 || i.At != 199 {
		t.Errorf("%d objects were walked over, from %d; at %d", len(i.Objects), i.Objects[0], i.At)
	}
	undone, back := s, s
	undos, backs := 0, 0
	for ; undone.CanUndo(); undos++ {
		undone = Step(undone, Undo{})
	}
	for ; back.CanGoBack(); backs++ {
		back = Step(back, Back{})
	}
	if undos != 100 || undone.Notes["a"] != "note 29" {
		t.Errorf("%d changes lead back to %q", undos, undone.Notes["a"])
	}
	if backs != 100 || back.Selection != "group 29" {
		t.Errorf("%d places lead back to %q", backs, back.Selection)
	}
}

func TestBoundOfExploring(t *testing.T) {
	s := Step(NewState(3, scene.DefaultSettings()), Select{Key: "a"})
	for i := range 230 {
		s = Step(s, Explore{graphs.Step{Kind: graphs.ExpandOut, Node: fmt.Sprint(i)}})
	}
	e := s.Explored()
	if len(e.Steps) != 200 || e.Steps[0] != graphs.FirstSteps[0] || e.Steps[199].Node != "198" {
		t.Errorf("%d steps, the last one %v", len(e.Steps), e.Steps[len(e.Steps)-1])
	}
	s = Step(s, ExploreBack{})
	if e := s.Explored(); len(e.Steps) != 199 || len(e.Undone) != 1 {
		t.Errorf("one taken back: %d and %d", len(e.Steps), len(e.Undone))
	}
	if e := Step(s, ExploreBack{All: true}).Explored(); len(e.Steps) != 1 || len(e.Undone) != 199 {
		t.Errorf("all taken back: %d and %d", len(e.Steps), len(e.Undone))
	}
}

// TestBoundOfTheGuide: the last of many guide steps can be retraced and undone.
func TestBoundOfTheGuide(t *testing.T) {
	s := NewState(200, scene.DefaultSettings())
	for i := range 130 {
		s = Step(s, FollowGuide{GuideStop{Name: fmt.Sprint(i), Finding: i, Stage: i + 1, Show: findings.Highlight{View: "city", At: i + 1}}})
	}
	if g := s.Guide; len(g.Stops) != 100 || g.At != 100 || g.Finding != 129 || g.Stage != 130 || g.Stops[0].Name != "30" {
		t.Errorf("%d steps, at %d, from %s", len(g.Stops), g.At, g.Stops[0].Name)
	}
	if first := Step(s, Retrace{At: 1}); first.Point != 30 || first.Guide.Finding != 30 {
		t.Errorf("the first step kept shows point %d of finding %d", first.Point, first.Guide.Finding)
	}
	if gone := Step(s, Retrace{At: 101}); gone.Guide.At != 100 {
		t.Errorf("behind the last step there is %d", gone.Guide.At)
	}
	undos := 0
	for ; s.CanUndo(); undos++ {
		s = Step(s, Undo{})
	}
	if undos != 100 || s.CanGoBack() || s.Point != 29 {
		t.Errorf("%d steps were taken back, to point %d; more places: %v", undos, s.Point, s.CanGoBack())
	}
}

func TestNoAges(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	deep := s
	deep.Settings.SizeKind = trees.Deep
	for _, c := range []struct {
		s       State
		catalog *trees.Catalog
		want    string
	}{
		{s, nil, NoObjectsForAges}, {s, &trees.Catalog{NoAges: "no identities"}, "no identities"}, {s, &trees.Catalog{}, ""},
		{deep, &trees.Catalog{}, "ages are not available for deep sizes"}, {deep, &trees.Catalog{NoAges: "no identities"}, "no identities"},
	} {
		if got := c.s.NoAges(c.catalog); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestFlightInTime: a flight starts and ends slowly, is halfway at half its time, and ends on time.
func TestFlightInTime(t *testing.T) {
	from := Step(NewState(1, scene.DefaultSettings()), Rebound{Bounds: scene.Box{Max: scene.Vec{X: 100, Y: 20, Z: 100}}})
	to := from.Camera
	to.Yaw += 0.8
	flying := Step(from, FlyTo{To: to, Now: time.Second})
	for _, c := range []struct {
		after time.Duration
		share float64
		flies bool
	}{{-time.Millisecond, 0, true}, {0, 0, true}, {70 * time.Millisecond, 0.104, true}, {175 * time.Millisecond, 0.5, true},
		{280 * time.Millisecond, 0.896, true}, {350*time.Millisecond - 1, 1, true}, {350 * time.Millisecond, 1, false}} {
		s := Step(flying, Tick{time.Second + c.after})
		if got := (s.Camera.Yaw - from.Camera.Yaw) / 0.8; got < c.share-1e-9 || got > c.share+1e-9 || s.Flying() != c.flies {
			t.Errorf("after %v: %g of the way, flies %v; want %g, %v", c.after, got, s.Flying(), c.share, c.flies)
		}
	}
}

// TestMovesInTime: moving beyond the GC points leads to the first or the last one.
func TestMovesInTime(t *testing.T) {
	for _, c := range []struct{ points, at, by, want int }{{5, 2, 1, 3}, {5, 2, -2, 0}, {5, 2, 1 << 62, 4}, {5, 2, -1 << 63, 0}, {5, 4, 1, 4},
		{5, 0, 4, 4}, {5, 0, 5, 4}, {5, 4, -5, 0}, {1, 0, 1, 0}, {0, 0, 1, 0}, {0, 0, -1, 0}} {
		s := after(NewState(c.points, scene.DefaultSettings()), GoTo{c.at}, Move{c.by})
		if s.Point != c.want || s.Follow != (c.want == max(c.points-1, 0)) {
			t.Errorf("%d of %d by %d leads to %d, follows %v", c.at, c.points, c.by, s.Point, s.Follow)
		}
	}
}

// TestMovedWindows: a window converted to another series ends at the same point, or still at the last one. A window over all points stays
// complete.
func TestMovedWindows(t *testing.T) {
	series := func(sources ...int) *trees.Series {
		var points []trees.PointTree
		for _, source := range sources {
			p := citytest.Points(citytest.Leaf("Heap", 1, 1))[0]
			p.Source = source
			points = append(points, p)
		}
		return trees.NewSeries(points)
	}
	for _, c := range []struct {
		from, to     *trees.Series
		window, want trees.Window
	}{
		{series(0, 1, 2), series(0, 1, 2, 3, 4), trees.Window{From: 0, To: 2}, trees.Window{From: 0, To: 4}},
		{series(0, 1, 2), series(0, 1, 2, 3, 4), trees.Window{From: 1, To: 2}, trees.Window{From: 1, To: 4}},
		{series(0, 1, 2), series(0, 1, 2, 3, 4), trees.Window{From: 0, To: 1}, trees.Window{From: 0, To: 1}},
		{series(0, 1, 2, 3), series(0, 2, 3, 5), trees.Window{From: 1, To: 2}, trees.Window{From: 0, To: 1}},
		{series(0, 1, 2, 3), series(0, 2, 3, 5), trees.Window{From: 2, To: 3}, trees.Window{From: 1, To: 3}},
		{series(), series(0, 1), trees.Window{}, trees.Window{From: 0, To: 1}},
		{series(0, 1), series(), trees.Window{From: 1, To: 1}, trees.Window{}},
		{series(0, 1, 2), series(0, 1), trees.Window{From: 1, To: 2}, trees.Window{From: 1, To: 1}},
	} {
		if got := Moved(c.window, c.from, c.to); got != c.want {
			t.Errorf("%v of %d points is %v of %d, want %v", c.window, c.from.Len(), got, c.to.Len(), c.want)
		}
	}
}
