package chain

import (
	"image"
	"slices"
	"testing"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/drafts"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// requested returns the chains whose groups were requested, in order.
func requested(k *widget.Core) (chains [][]string) {
	for _, e := range uitest.Taken(k) {
		if do, ok := e.(model.Do); ok {
			if set, ok := do.Action.(state.SetDraft); ok {
				chains = append(chains, set.To.By.Slice())
			}
		}
	}
	return chains
}

// TestCarry: a classifier dragged over the chain is inserted at the pointer, and its groups are requested meanwhile. Outside it is removed;
// dropped inside it stays.
func TestCarry(t *testing.T) {
	k := chainTest(t, uitest.Screen)
	if got := requested(k); len(got) != 1 || !slices.Equal(got[0], []string{"package", "type"}) {
		t.Errorf("at first %v is requested", got)
	}
	at := func(kind, name string) image.Point {
		return uitest.Middle(uitest.Find(t, k, model.ChainP, kind, name).Rect)
	}
	entry, first, last := at("button", "call-sites"), at("list", "package"), at("list", "type")
	move := func(kind model.PointerKind, to image.Point, buttons model.Buttons) {
		k.Take(model.Pointer{Kind: kind, At: to, Buttons: buttons})
	}
	step := func(to image.Point, want ...string) {
		t.Helper()
		move(model.PointerMove, to, model.Primary)
		if by, _ := chainRows(k); !slices.Equal(by, want) {
			t.Errorf("at %v the chain is %v, not %v", to, by, want)
		}
	}
	move(model.PointerMove, entry, 0)
	move(model.PointerPress, entry, model.Primary)
	step(entry.Sub(image.Pt(3, 0)), "package", "type")
	step(last.Add(image.Pt(0, 20)), "package", "type", "call-sites")
	step(first.Add(image.Pt(0, 14)), "package", "call-sites", "type")
	step(first.Sub(image.Pt(0, 10)), "call-sites", "package", "type")
	step(entry, "package", "type")
	step(first.Add(image.Pt(0, 14)), "package", "call-sites", "type")
	move(model.PointerRelease, first.Add(image.Pt(0, 14)), 0)
	if by, _ := chainRows(k); !slices.Equal(by, []string{"package", "call-sites", "type"}) {
		t.Errorf("dropped, the chain is %v", by)
	}
	want := [][]string{{"package", "type", "call-sites"}, {"package", "call-sites", "type"}, {"call-sites", "package", "type"},
		{"package", "type"}, {"package", "call-sites", "type"}}
	if got := requested(k); !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("requested are %v", got)
	}
	key1(k, model.KeyEscape, 0)
	key1(k, model.KeyEscape, 0)
	k.Model.ChainOpen = false
	k.Layout()
	if got := requested(k); len(got) != 1 || len(got[0]) > 0 {
		t.Errorf("closed, %v is requested", got)
	}
}

// TestCarryNowhere: a classifier dropped outside the chain is not added.
func TestCarryNowhere(t *testing.T) {
	k := chainTest(t, uitest.Screen)
	at := func(kind, name string) image.Point {
		return uitest.Middle(uitest.Find(t, k, model.ChainP, kind, name).Rect)
	}
	entry := at("button", "call-sites")
	uitest.Drag(k, entry, at("list", "type"), image.Pt(entry.X, 4))
	if by, _ := chainRows(k); !slices.Equal(by, []string{"package", "type"}) {
		t.Errorf("the chain is %v", by)
	}
}

// TestPreview: the groups of the edited chain are listed. Those of the previous chain stay until they are ready.
func TestPreview(t *testing.T) {
	k := chainTest(t, uitest.Screen)
	report := func(by trees.Grouping, name string) {
		q := drafts.Query{Heap: trees.HeapState{By: by}}
		k.Model.Results = drafts.Kind.With(k.Model.Results, q, &drafts.Report{Query: q, Total: 7, Sized: true, Groups: []drafts.Group{
			{Name: name, Shallow: trees.Amount{Objects: 3, Bytes: 1000}, Retained: trees.Amount{Objects: 4, Bytes: 5_000_000}},
			{Name: "inner", Level: 1, Retained: trees.Amount{Bytes: 2000}}}})
		k.Layout()
	}
	texts := func() (all []string) {
		for _, it := range k.Seen() {
			if it.Panel == model.ChainP {
				all = append(all, it.Text)
			}
		}
		return all
	}
	report(trees.By("package", "type"), "outer")
	if v := uitest.Find(t, k, model.ChainP, "value", "outer"); v.Value != "5 MB" {
		t.Errorf("outer has %q", v.Value)
	}
	if !slices.Contains(texts(), "7 groups") || !slices.Contains(texts(), "inner") {
		t.Errorf("shown are %q", texts())
	}
	uitest.Click(k, uitest.Find(t, k, model.ChainP, "button", "call-sites"))
	if all := texts(); !slices.Contains(all, "outer") || slices.Contains(all, "7 groups") {
		t.Errorf("until the others are known, shown are %q", all)
	}
	report(trees.By("package", "type", "call-sites"), "other")
	if all := texts(); slices.Contains(all, "outer") || !slices.Contains(all, "other") {
		t.Errorf("then, shown are %q", all)
	}
}
