package whatif_test

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/city/view/whatif"
)

// TestParse: valid texts are parsed to removals and formatted back. All other texts are errors.
func TestParse(t *testing.T) {
	s := trees.NewSeries(citytest.SmallRecording())
	by := trees.By("package", "type")
	a, b := s.Key(1), s.Key(int32(len(s.Nodes)-1))
	for text, want := range map[string]whatif.Removal{
		a:                       whatif.GroupRemoval(by, a),
		b:                       whatif.GroupRemoval(by, b),
		a + "->" + b:            whatif.ReferenceRemoval(by, a, b),
		b + "->" + b:            whatif.ReferenceRemoval(by, b, b),
		"guide:1.2":             {Kind: whatif.CutGuide, Cut: 1},
		"guide:3.1":             {Kind: whatif.CutGuide, Finding: 2},
		"root:static field A.b": whatif.RootRemoval("static field A.b"),
	} {
		c, err := whatif.ParseRemoval(text, by, s)
		if err != nil || c != want || c.String() != text {
			t.Errorf("%s is read as %+v, %q, %v; want %+v", text, c, c, err, want)
		}
	}
	for _, text := range []string{"", "none", a + "->none", "none->" + a, a + "->", "->" + a, "guide:0.1", "guide:1.0", "guide:1",
		"guide:", "guide:a.1", "guide:1.b", "root:", a + "-" + b} {
		if c, err := whatif.ParseRemoval(text, by, s); err == nil || c != (whatif.Removal{}) {
			t.Errorf("%q is read as %+v, %v", text, c, err)
		}
	}
}

// TestRemovals: display texts, and equality.
func TestRemovals(t *testing.T) {
	by := trees.Grouping{By: trees.By("type").By}
	group, refs := whatif.GroupRemoval(by, "Heap#a#b"), whatif.ReferenceRemoval(by, "Heap#a", "Heap")
	if group.Text != "b" || refs.Text != "a → Heap" || whatif.RootRemoval("x").Text != "x" || group.Grouping() != by {
		t.Errorf("texts %q, %q; grouping %v", group.Text, refs.Text, group.Grouping())
	}
	renamed, guide := group, whatif.Removal{Kind: whatif.CutGuide, Text: "one"}
	renamed.Text = "other"
	other := guide
	other.Text = "other"
	if !group.Same(renamed) || group.Same(refs) || guide.Same(other) || !guide.Same(guide) {
		t.Error("what is the same")
	}
	if node := (whatif.Removal{Kind: whatif.CutNode, Key: "k", Text: "a node"}); node.String() != "a node" {
		t.Errorf("a node is written %q", node)
	}
}

// TestOver: freed amounts move with their groups to the series of a grown recording.
func TestOver(t *testing.T) {
	points := citytest.RandomPoints(3, citytest.RandomSpec{Points: 4, Nodes: 30, Depth: 3, Width: 5})
	before, after := trees.NewSeries(points[:1]), trees.NewSeries(points)
	w := &whatif.Result{Series: before, Heap: trees.Amount{Bytes: 200}, Freed: trees.Amount{Bytes: 50},
		Groups: make([]trees.Amount, len(before.Nodes))}
	for i := range w.Groups {
		w.Groups[i] = trees.Amount{Objects: int64(i + 1), Bytes: int64(10*i + 1)}
	}
	if w.Over(before) != w {
		t.Error("over its own series it is another")
	}
	over := w.Over(after)
	found := 0
	for i := range after.Nodes {
		want := trees.Amount{}
		if node, ok := before.Find(after.Key(int32(i))); ok {
			want = w.Groups[node]
			found++
		}
		if over.Groups[i] != want {
			t.Errorf("%s: %v is freed, want %v", after.Key(int32(i)), over.Groups[i], want)
		}
	}
	if found != len(before.Nodes) || over.Series != after || w.Series != before || over.Freed != w.Freed {
		t.Errorf("%d groups of %d are there", found, len(before.Nodes))
	}
	if w.Share() != 0.25 || (&whatif.Result{Freed: trees.Amount{Bytes: 5}}).Share() != 0 ||
		(&whatif.Result{Freed: trees.Amount{Bytes: 1}, Heap: trees.Amount{Bytes: 1}}).Share() != 1 {
		t.Error("shares")
	}
}
