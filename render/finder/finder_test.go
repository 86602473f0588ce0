package finder

import (
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
)

func city(point int) *scene.City {
	plan := scenetest.Plan(citytest.SmallRecording(), scene.DefaultSettings())
	return plan.At(point, plan.Settings())
}

// Nothing opens without a city. Closing clears the query.
func TestToggle(t *testing.T) {
	var f Finder
	if f.Toggle(nil); f.Open() || f.Model(nil) != nil {
		t.Error("it opens without a city")
	}
	if f.Search(nil, trees.Bytes, "a"); f.Open() {
		t.Error("it searches without a city")
	}
	c := city(0)
	f.Toggle(c)
	f.Search(c, trees.Bytes, "a")
	if !f.Open() || f.Highlight(c) == nil || f.Model(c).Total == 0 {
		t.Fatalf("finds %+v", f.Model(c))
	}
	f.Toggle(c)
	if f.Open() || f.Model(c) != nil || f.Highlight(c) != nil {
		t.Error("it stays open")
	}
	if f.Toggle(c); f.Model(c).Total != 0 {
		t.Error("it remembers what was found")
	}
}

// Matches are listed with their paths, and highlighted in the city.
func TestFound(t *testing.T) {
	c := city(1)
	s := c.Plan.Series
	var f Finder
	f.Search(c, trees.Bytes, "a")
	shown := 0
	for _, found := range f.Model(c).Found {
		node, ok := s.Find(found.Key)
		if !ok || found.Name != s.Name(node) || !strings.HasSuffix(strings.Join(s.Path(node), " → "), found.Name) ||
			!strings.HasPrefix(strings.Join(s.Path(node), " → "), found.Path) || found.Bytes != s.Bytes(1, node) {
			t.Errorf("found %+v", found)
		}
		if found.Hidden != (c.Plan.Target(node).Kind == scene.Nothing) {
			t.Errorf("%s: hidden %v", found.Key, found.Hidden)
		}
		if c.Plan.Target(node).Kind == scene.OnBuilding {
			shown++
		}
	}
	if lit := f.Highlight(c); shown == 0 || len(lit) != shown {
		t.Errorf("%d buildings are highlighted of %d", len(lit), shown)
	}
}

// The search follows the city once to another GC point or plan.
func TestUpdate(t *testing.T) {
	c := city(0)
	var f Finder
	if f.Update(c, trees.Bytes) {
		t.Error("a closed search searches")
	}
	f.Toggle(c)
	if f.Update(c, trees.Bytes) {
		t.Error("it searches for nothing")
	}
	f.Search(c, trees.Bytes, "a")
	if f.Update(c, trees.Bytes) || f.Update(nil, trees.Bytes) {
		t.Error("it searches again though nothing changed")
	}
	next := c.Plan.At(1, c.Plan.Settings())
	if !f.Update(next, trees.Bytes) || f.Update(next, trees.Bytes) {
		t.Error("another GC point is not searched once")
	}
	other := city(1)
	if f.Highlight(other) != nil {
		t.Error("buildings of another plan are highlighted")
	}
	if !f.Update(other, trees.Bytes) || f.Highlight(other) == nil {
		t.Error("another plan is not searched")
	}
}

// An invalid query is shown as a problem, not as a failure.
func TestProblem(t *testing.T) {
	c := city(0)
	var f Finder
	f.Search(c, trees.Bytes, "/(/")
	if m := f.Model(c); m.Problem == "" || m.Total != 0 {
		t.Errorf("%d groups are found, and the problem is %q", m.Total, m.Problem)
	}
	f.Search(c, trees.Bytes, "a")
	if m := f.Model(c); m.Problem != "" || m.Total == 0 {
		t.Errorf("after that %d groups are found, and the problem is %q", m.Total, m.Problem)
	}
}
