package summary

import (
	"errors"
	"image"
	"strings"
	"testing"

	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/view/summaries"
	"memcity/render/action"
	"memcity/render/ui/card/bar"
	"memcity/render/ui/card/timeline"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func newCore(t testing.TB, m model.Model, size image.Point, scale float64) *widget.Core {
	t.Helper()
	return uitest.New(t, m, size, scale, bar.New(), bar.NewRail(), New(), timeline.New())
}

// TestTextsFit: nothing overlaps or leaves the page in any window, up to a scale of 2.
func TestTextsFit(t *testing.T) {
	for _, size := range []image.Point{{X: 640, Y: 480}, {X: 800, Y: 600}, {X: 1280, Y: 720}, {X: 2560, Y: 1440}} {
		for _, scale := range []float64{1, 1.5, 2} {
			uitest.CheckTexts(t, newCore(t, uitest.SummaryModel(uitest.Summary()), size, scale), size)
		}
	}
}

// TestRows: a row leads to the building of its type. If there is none, heap states are grouped by type first.
func TestRows(t *testing.T) {
	for i, part := range []string{"own", "holder", "waste"} {
		k := newCore(t, uitest.SummaryModel(uitest.Summary()), image.Pt(1280, 2000), 1)
		text := []string{"app.Product", "app.Product in the field app.Main.all", "Waste 0"}[i]
		uitest.Click(k, uitest.Find(t, k, "summary", "row", text))
		if s := &k.Model.State; s.View != state.CityView || s.Selection != "Heap#app#Product" {
			t.Errorf("%s leads to %q in %v", part, s.Selection, s.View)
		}
	}
	k := newCore(t, uitest.SummaryModel(uitest.Summary()), image.Pt(1280, 2000), 1)
	uitest.Click(k, uitest.Find(t, k, "summary", "row", "Waste 2"))
	if s := &k.Model.State; s.View != state.CityView || s.Settings.By != state.ByType() || !strings.HasSuffix(s.Selection, "Missing") {
		t.Errorf("what has no building leads to %q by %v in %v", s.Selection, s.Settings.By, s.View)
	}
}

// TestStrip: the strip above the text has a part for each holder, as wide as its share of the reachable heap. A click shows its objects.
// Holders too small to see are left to the rest.
func TestStrip(t *testing.T) {
	r := uitest.Summary()
	r.Found.Largest[0].Bytes, r.Found.Largest[1].Bytes, r.Found.Largest[2].Bytes = 50_000, 25_000, 100
	k := newCore(t, uitest.SummaryModel(r), image.Pt(1280, 2000), 1)
	first, second := uitest.Find(t, k, "summary", "link", r.Found.Largest[0].Name), uitest.Find(t, k, "summary", "link", r.Found.Largest[1].Name)
	if wide := first.Rect.Dx() - 2*second.Rect.Dx(); first.Value != "50 %" || wide < -2 || wide > 2 || second.Rect.Min.X < first.Rect.Max.X {
		t.Errorf("the parts are %v, %s, and %v", first.Rect, first.Value, second.Rect)
	}
	for _, it := range k.Seen() {
		if it.Kind == "link" && it.Text == r.Found.Largest[2].Name {
			t.Errorf("a holder of 0.1 %% is %v", it.Rect)
		}
	}
	uitest.Click(k, first)
	if s := &k.Model.State; s.View != state.CityView || s.Selection != "Heap#app#Product" {
		t.Errorf("the first part leads to %q in %v", s.Selection, s.View)
	}
	r.Found.Largest = nil
	for _, it := range newCore(t, uitest.SummaryModel(r), image.Pt(1280, 2000), 1).Seen() {
		if it.Kind == "link" && it.Panel == "summary" {
			t.Errorf("without holders there is %q", it.Text)
		}
	}
}

// TestSelectedRow: the row of the selected type is marked.
func TestSelectedRow(t *testing.T) {
	k := newCore(t, uitest.SummaryModel(uitest.Summary()), image.Pt(1280, 2000), 1)
	if it := uitest.Find(t, k, "summary", "row", "app.Product"); it.Value != "9.0 kB, selected" {
		t.Errorf("the selected type says %q", it.Value)
	}
	if it := uitest.Find(t, k, "summary", "row", "Waste 1"); it.Value != "100 bytes" {
		t.Errorf("another row says %q", it.Value)
	}
}

// TestCommands: copied commands contain the names of the open files, quoted for a shell.
func TestCommands(t *testing.T) {
	k := newCore(t, uitest.SummaryModel(uitest.Summary()), image.Pt(1280, 2000), 1)
	uitest.Click(k, uitest.Find(t, k, "summary", "button", "Copy memcity 'my dump.hprof' second.hprof"))
	uitest.Wanted(t, k, model.CopyText{Text: "memcity 'my dump.hprof' second.hprof"})
	uitest.Click(k, uitest.Find(t, k, "summary", "button", "Copy"))
	text, ok := uitest.Taken(k)[0].(model.CopyText)
	for _, want := range []string{"cannot show growth", "Largest holders", "Waste 2: ", "memcity 'my dump.hprof' second.hprof", "it is not there"} {
		if !ok || !strings.Contains(text.Text, want) {
			t.Errorf("copied without %q: %s", want, text.Text)
		}
	}
}

// TestStates: running, failed and canceled computations are reported, and available data is shown meanwhile.
func TestStates(t *testing.T) {
	wanted := query.NewRequest(summaries.Kind.Of(summaries.Query{}))
	for _, test := range []struct {
		results query.Results
		text    string
	}{
		{query.Results{Busy: true, Request: wanted, Progress: query.Progress{Done: 1, Total: 2, What: "reading"}}, "Summarizing the heap…"},
		{query.Results{Request: wanted}.Failed(errors.New("memory: too little")), "Memory: too little."},
		{query.Results{Request: wanted}, "Summarizing was canceled"},
	} {
		m := uitest.SummaryModel(uitest.Summary())
		m.Results = test.results
		k := newCore(t, m, uitest.Screen, 1)
		uitest.Find(t, k, "summary", "text", test.text)
		if test.results.Busy {
			uitest.Click(k, uitest.Find(t, k, "summary", "button", "Cancel"))
			uitest.Wanted(t, k, model.Run(action.WorkCancel))
		} else {
			uitest.Click(k, uitest.Find(t, k, "summary", "button", "Try again"))
			uitest.Wanted(t, k, model.Run(action.WorkRetry))
		}
	}
	r := uitest.Summary()
	r.Found, r.NoFound = nil, "Who holds the heap: it needs 2 GB."
	k := newCore(t, uitest.SummaryModel(r), image.Pt(1280, 2000), 1)
	uitest.Find(t, k, "summary", "text", "Who holds the heap: it needs 2 GB.")
	uitest.Find(t, k, "summary", "row", "app.Product")
	r = uitest.Summary()
	r.Found.Largest, r.Found.Waste, r.Types = nil, nil, nil
	k = newCore(t, uitest.SummaryModel(r), image.Pt(1280, 2000), 1)
	uitest.Find(t, k, "summary", "text", "Nothing keeps at least 1 % of the heap alive.")
	uitest.Find(t, k, "summary", "text", "None found.")
}

// TestNewerPoints: a recording that has grown is summarized again on request.
func TestNewerPoints(t *testing.T) {
	r := uitest.Summary()
	r.Point = 0
	k := newCore(t, uitest.SummaryModel(r), image.Pt(1280, 2000), 1)
	uitest.Click(k, uitest.Find(t, k, "summary", "button", "Summarize the newest"))
	if got := summaries.View.Of(k.Model.State.Views).Points; got != k.Model.Plan.Series.Len() {
		t.Errorf("%d points are requested", got)
	}
}
