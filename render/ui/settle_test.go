package ui

import (
	"image"
	"maps"
	"slices"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// fixtures returns models that together show every panel except menus and the caption of pictures.
func fixtures() map[string]model.Model {
	full := uitest.Sample()
	full.SettingsOpen = true
	with := func(m model.Model, change func(m *model.Model)) model.Model {
		change(&m)
		return m
	}
	words := strings.Repeat("It was cut off in the middle of a record. ", 6)
	return map[string]model.Model{
		"output":  with(uitest.LiveModel(), func(m *model.Model) { m.Live.OutputOpen = true }),
		"closing": with(uitest.LiveModel(), func(m *model.Model) { m.Closing = true }),
		"steer": with(uitest.Sample(), func(m *model.Model) {
			m.Steer = &model.Steer{Name: strings.Repeat("agent ", 16), Command: "memcity --by type '--group=" + words + "' -- dumps"}
		}),
		"search": with(uitest.Sample(), func(m *model.Model) {
			m.CanSearch, m.Search = true, &model.Search{Total: 30, Found: make([]model.Found, 30)}
		}),
		"chain":   with(uitest.Sample(), func(m *model.Model) { m.ChainOpen = true }),
		"draft":   uitest.DraftModel(),
		"budgets": with(uitest.Sample(), func(m *model.Model) { m.Budgets = &model.Budgets{Open: true, Rules: make([]model.BudgetRow, 20)} }),
		"invited": with(uitest.Sample(), func(m *model.Model) { m.Inviting = true }),
		"empty":   with(uitest.Sample(), func(m *model.Model) { m.Plan, m.Legend = &scene.Plan{}, model.Legend{NotShown: 1} }),
		"notices": with(uitest.Sample(), func(m *model.Model) {
			m.Toasts, m.Problems = []string{"Copied.", words}, []model.Problem{{Text: words, Error: true}, {Text: words}}
			m.Progress = &model.Progress{Text: "reading", Fraction: 0.3, Cancel: true}
		}),
		"warned": with(uitest.Sample(), func(m *model.Model) { m.Problems = []model.Problem{{Text: words}, {Text: "more"}} }),
		"fleet":  uitest.FleetModel(), "versions": uitest.VersionsModel(),
		"hovered": with(uitest.Sample(), func(m *model.Model) { m.Hover, m.HoverAt = m.Selection, image.Pt(600, 300) }),
		"without": removed(), "graph": uitest.GraphModel(uitest.GraphOf(4, 3)),
		"sample": uitest.Sample(), "full": full, "several": uitest.Several(), "start": uitest.StartModel(), "record": uitest.RecordModel(),
		"live": uitest.LiveModel(), "waiting": uitest.WaitingModel(), "rules": uitest.RuledModel(), "picture": uitest.PictureModel(),
		"group": uitest.GroupModel(nil, nil), "help": uitest.HelpModel("start"), "overview": uitest.OverviewModel(),
		"events": uitest.EventsModel(),
		"tree":   uitest.TreeModel(3, 4), "trends": uitest.TrendsModel(3, 4), "structures": uitest.StructuresModel(), "threads": uitest.ThreadsModel(),
		"churn": uitest.ChurnModel(), "summary": uitest.SummaryModel(uitest.Summary()), "allocated": uitest.AllocatedModel(), "freed": uitest.FreedModel(),
		"collections": uitest.CollectionsModel(), "collection": uitest.CollectionModel(), "heap": uitest.HeapModel(3, 4),
		"story": uitest.StoryModel(false), "plays": uitest.StoryModel(true),
		"files": uitest.FilesModel(false), "save": uitest.FilesModel(true),
		"diff": uitest.DiffModel(3, 4), "guide": uitest.Guided(), "nothing": {},
	}
}

// sizes are window sizes, in dp.
var sizes = []image.Point{{320, 240}, {640, 480}, {1280, 720}, {1920, 1080}}

// settled is the result of a layout.
type settled struct {
	items []model.Item
	rects map[model.ID]image.Rectangle
}

func settledOf(k *widget.Core) settled { return settled{slices.Clone(k.Seen()), k.CopyRects()} }

func (s settled) same(o settled) bool {
	return slices.Equal(s.items, o.items) && maps.Equal(s.rects, o.rects)
}

func coreOf(t *testing.T, m model.Model, dp image.Point, scale float64) *widget.Core {
	t.Helper()
	k, err := widget.NewCore(widget.Options{}, panels()...)
	if err != nil {
		t.Fatal(err)
	}
	k.Show(&widget.Shown{Model: m, Size: image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale)), Scale: scale})
	return k
}

// The first pass measures the panels, the second places them. A third pass changes nothing, for any model, size and scale. Every panel is in
// some fixture.
func TestSettlesInTwoPasses(t *testing.T) {
	shown := map[model.ID]bool{model.Menu: true, model.Caption: true}
	for name, m := range fixtures() {
		for _, scale := range []float64{1, 1.25, 2} {
			for _, dp := range sizes {
				k := coreOf(t, m, dp, scale)
				for range 2 {
					k.Again = false
					k.LayoutOnce()
				}
				if k.Again {
					t.Errorf("%s, %v at %v: requests a third pass", name, dp, scale)
				}
				second := settledOf(k)
				if k.LayoutOnce(); !settledOf(k).same(second) {
					t.Errorf("%s, %v at %v: a third pass changes what is seen", name, dp, scale)
				}
				for id := range second.rects {
					shown[id] = true
				}
			}
		}
	}
	for _, p := range panels() {
		if !shown[p.ID] {
			t.Errorf("no fixture shows %s", p.ID)
		}
	}
}

// One extra pass changes nothing after a key or a press either. The focus moves through all panels, scrolls to controls, shows hints, and
// opens menus.
func TestSettlesAfterInput(t *testing.T) {
	const tabs = 40
	for name, m := range fixtures() {
		k := coreOf(t, m, image.Pt(1280, 720), 1)
		k.Layout()
		for i := range tabs {
			k.Take(model.Key{Name: model.KeyTab})
			for _, key := range []string{"", model.KeyReturn, model.KeyDown, model.KeyEscape} {
				if key != "" {
					if i%4 != 0 {
						continue
					}
					k.Take(model.Key{Name: key})
				}
				before, focused := settledOf(k), k.Focused
				if k.LayoutOnce(); !settledOf(k).same(before) {
					t.Errorf("%s: one more pass changes what is seen after Tab no. %d and %q, with %q focused", name, i+1, key, focused)
				}
			}
		}
	}
}
