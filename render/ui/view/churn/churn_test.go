package churn

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/view/churns"
	"memcity/city/view/inspect"
	"memcity/city/view/overview"
	"memcity/city/view/rows"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
	"memcity/words"
)

func TestChurnGoldens(t *testing.T) {
	uitest.CheckGolden(t, newCore(t, uitest.ChurnModel(), uitest.Screen, 1), "churn", "churn")
	uitest.CheckGolden(t, newCore(t, uitest.AllocatedModel(), image.Pt(800, 600), 1), "churn", "churn-allocated")
	uitest.CheckGolden(t, newCore(t, uitest.FreedModel(), uitest.Screen, 1), "churn", "churn-freed")
}

// A suspect, a segment of a bar and a row all go to the same place.
func TestChurnWays(t *testing.T) {
	young := "0 GCs survived"
	path := func(k *widget.Core) []string { return churns.View.Of(k.Model.State.Views).Path }
	k, _ := newTest(t, uitest.ChurnModel(), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "churn", "button", "Suspect byte[]"))
	if want := []string{young, "byte[]", "app.Main.read(Main.java:12)"}; !slices.Equal(path(k), want) {
		t.Fatalf("the suspect is at %q", path(k))
	}
	uitest.Find(t, k, "churn", "row", "app.Main.read(Main.java:12)") // it is expanded
	uitest.Click(k, uitest.Find(t, k, "churn", "button", "p1.T1.0"))
	if want := []string{young, "p1.T1.0"}; !slices.Equal(path(k), want) {
		t.Errorf("the part is at %q", path(k))
	}
	uitest.Click(k, uitest.Find(t, k, "churn", "button", young)) // up again
	if len(path(k)) != 0 {
		t.Errorf("the chosen part leads to %q", path(k))
	}
	uitest.Click(k, uitest.Find(t, k, "churn", "row", "byte[]"))
	if want := []string{young, "byte[]"}; !slices.Equal(path(k), want) {
		t.Errorf("the row is at %q", path(k))
	}
	uitest.Press(k, model.KeyUp)
	if want := []string{young}; !slices.Equal(path(k), want) {
		t.Errorf("the up key leads to %q", path(k))
	}
	uitest.Press(k, model.KeyUp, model.KeyLeft)
	if len(path(k)) != 0 {
		t.Errorf("the root is %q", path(k))
	}
	uitest.Find(t, k, "churn", "table", "What died")
	if rows := uitest.Find(t, k, "churn", "table", "What died").Value; rows != "1 row" {
		t.Errorf("there are %s", rows)
	}
}

func TestChurnCounts(t *testing.T) {
	k, _ := newTest(t, uitest.ChurnModel(), uitest.Screen, 1)
	uitest.Find(t, k, "churn", "text", "88 % of what died survived no GC; 86 % of that is byte[] allocated at Main.read:12.")
	uitest.Click(k, uitest.Find(t, k, "churn", "choice", "Churn in: Objects"))
	uitest.Wanted(t, k, model.Do{Action: state.SetView(churns.View, churns.State{Objects: true})})
	uitest.Find(t, k, "churn", "text", "80 % of what died survived no GC; 25 % of that is byte[] allocated at Main.read:12.")
	uitest.Click(k, uitest.Find(t, k, "churn", "button", "Average"))
	uitest.Wanted(t, k, model.Do{Action: state.SetView(churns.View, churns.State{Objects: true, Sort: churns.Average})})
}

// The types of dead objects lead to the groups of live objects.
func TestChurnRowMenu(t *testing.T) {
	m := uitest.ChurnModel()
	churns.View.Change(&m.State.Views, func(s *churns.State) { s.Open = rows.Expansion{}.With([]string{"Garbage#2 GCs survived"}, true) })
	k, _ := newTest(t, m, uitest.Screen, 1)
	uitest.ClickWith(k, uitest.Middle(uitest.Find(t, k, "churn", "row", "p1.T1.0").Rect), model.Secondary, 0)
	uitest.Taken(k)
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Inspect as group"))
	uitest.Wanted(t, k, model.Do{Action: state.Visit{View: inspect.View.ID, Key: "Heap#p1#T1.0"}})
	uitest.ClickWith(k, uitest.Middle(uitest.Find(t, newCore(t, m, uitest.Screen, 1), "churn", "row", "0 GCs survived").Rect),
		model.Secondary, 0)
	k, _ = newTest(t, m, uitest.Screen, 1)
	uitest.ClickWith(k, uitest.Middle(uitest.Find(t, k, "churn", "row", "0 GCs survived").Rect), model.Secondary, 0)
	if it := uitest.Find(t, k, model.Menu, "button", "Inspect as group"); !it.Off {
		t.Error("an age is inspected as a group")
	}
}

func TestChurnStates(t *testing.T) {
	req := query.NewRequest(overview.Kind.Of(overview.Query{}))
	for text, results := range map[string]query.Results{
		"Counting dead objects…":                                                  {Request: req, Busy: true},
		"Counting was canceled":                                                   {Request: req},
		"This input does not record deaths":                                       {Request: req, Err: fmt.Errorf("churn: %w", churns.ErrNothing)},
		"This input does not record dead objects":                                 {Request: req, Err: errors.New("heap 2: cut off")},
		"3 GCs freed 9 kB.":                                                       uitest.FreedModel().Results,
		"This input has no types and allocation sites":                            uitest.FreedModel().Results,
		"~8 kB were allocated; 75 % of that is byte[] allocated at Main.read:12.": uitest.AllocatedModel().Results,
	} {
		m := uitest.ChurnModel()
		m.Results = results
		uitest.Find(t, newCore(t, m, uitest.Screen, 1), "churn", "text", text)
	}
}

func TestShortNames(t *testing.T) {
	for site, want := range map[string]string{
		"com.example.load.Load.main(Load.java:26)":      "Load.main:26",
		"java.util.HashMap$Node.<init>(HashMap.java)":   "HashMap$Node.<init>",
		"app.Main$$Lambda/0x0001.run(Unknown Source:3)": "Main$$Lambda/0x0001.run:3",
		"(not sampled)": "(not sampled)",
		"main":          "main",
		"":              "",
	} {
		if got := shortSite(site); got != want {
			t.Errorf("%q becomes %q, want %q", site, got, want)
		}
	}
	for name, want := range map[string]string{"java.util.Map$Entry[]": "Map$Entry[]", "byte[]": "byte[]", "(not known.)": "(not known.)",
		"": ""} {
		if got := shortType(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
	for _, c := range []struct {
		part, whole int64
		want        string
	}{{1, 1, "100 %"}, {9999, 10000, "over 99.9 %"}, {22874, 22915, "99.8 %"}, {0, 5, "0 %"}, {1, 3, "33 %"}, {0, 0, "0 %"}} {
		if got := words.PartText(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d is %q, want %q", c.part, c.whole, got, c.want)
		}
	}
}

// TestChurnSources: sites of suspects and rows open their source lines. Without an editor, the hint says how to set one.
func TestChurnSources(t *testing.T) {
	k, _ := newTest(t, uitest.ChurnModel(), uitest.Screen, 1)
	const frame = "app.Main.read(Main.java:12)"
	uitest.Click(k, uitest.Find(t, k, "churn", "link", "at "+frame))
	uitest.Wanted(t, k, model.OpenSource{Name: frame})
	uitest.Click(k, uitest.Find(t, k, "churn", "button", "Suspect byte[]")) // opens the rows down to the site
	uitest.Taken(k)
	uitest.ClickWith(k, uitest.Middle(uitest.Find(t, k, "churn", "row", frame).Rect), model.Secondary, 0)
	uitest.Taken(k)
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Open in the editor"))
	uitest.Wanted(t, k, model.OpenSource{Name: frame})

	m := uitest.ChurnModel()
	m.NoEditor = "Set an editor."
	k, _ = newTest(t, m, uitest.Screen, 1)
	if it := uitest.Find(t, k, "churn", "value", "at "+frame); !strings.HasSuffix(it.Hint, "\nSet an editor.") {
		t.Errorf("without an editor the hint is %q", it.Hint)
	}
}
