package ui

import (
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"memcity/assets/help"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func TestDescribe(t *testing.T) {
	full := uitest.Sample()
	full.SettingsOpen, full.Help = true, &model.HelpRequest{Page: help.Keys, Number: 1}
	full.State.Window = trees.Window{From: 4, To: 19}
	full.Problems = []model.Problem{{Text: "persons.3.json: line 12: expected a number, left out", Error: false}}
	full.Progress = &model.Progress{Text: "Reading heap 3 of 23", Fraction: 0.43, Cancel: true}
	district := uitest.Sample()
	district.Selection = &model.Group{Key: "Heap", Path: []model.Part{{Key: "Heap", Name: "Heap", Role: ""}}, Objects: 100, Bytes: 2400,
		LastObjects: 100, LastBytes: 2400}
	district.State.Settings.Unit, district.State.Settings.Fade, district.State.Settings.Color = trees.Objects, false, scene.PlainColors
	for _, c := range []struct {
		name string
		m    model.Model
		size image.Point
	}{{"city", uitest.Sample(), uitest.Screen}, {"full", full, image.Pt(1920, 1200)}, {"district", district, uitest.Screen},
		{"several", uitest.Several(), uitest.Screen}, {"start", uitest.StartModel(), uitest.Screen},
		{"heap", uitest.HeapModel(4, 3), uitest.Screen}, {"trends", uitest.TrendsModel(7, 3), uitest.Screen},
		{"tree", uitest.TreeModel(14, 3), uitest.Screen}, {"structures", uitest.StructuresModel(), uitest.Screen}, {"threads", uitest.ThreadsModel(), uitest.Screen},
		{"smallest", uitest.Sample(), image.Pt(320, 240)},
		{"record", uitest.RecordModel(), uitest.Screen}, {"live", uitest.LiveModel(), uitest.Screen},
		{"waiting", uitest.WaitingModel(), uitest.Screen}, {"rules", uitest.RuledModel(), image.Pt(1280, 900)}} {
		k := newTest(t, c.m, c.size, 1)
		got := uitest.Describe(k.Seen())
		path := filepath.Join("testdata", c.name+".golden")
		if *uitest.Update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is not as in the golden:\n%s", c.name, got)
		}
	}
}

// At any size and scale, all listed items are inside their panel, and texts of a panel do not overlap.
func TestTextsStayApart(t *testing.T) {
	full := uitest.Sample()
	full.SettingsOpen = true
	for _, m := range []model.Model{uitest.Sample(), full, uitest.Several(), uitest.StartModel(), uitest.RecordModel(), uitest.LiveModel(),
		uitest.WaitingModel(), uitest.RuledModel()} {
		for _, scale := range []float64{1, 1.25, 1.5, 2} {
			for _, dp := range []image.Point{{320, 240}, {420, 500}, {640, 480}, {1024, 640}, {1280, 720}, {1920, 1080}} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				k := newTest(t, m, size, scale)
				uitest.CheckTexts(t, k, size)
			}
		}
	}
}

// Names come from files and may contain anything.
func TestHostileNames(t *testing.T) {
	m := uitest.Sample()
	for _, name := range []string{"", "\x00\xff\xfe", strings.Repeat("x", 1<<20), "a\nb\tc\u202egpj.exe", strings.Repeat("界", 5000), "#",
		"…"} {
		m.Name, m.Legend.LargestName = name, name
		m.Selection.Path = []model.Part{{Key: "a", Name: name, Role: name}, {Key: "b", Name: name, Role: name},
			{Key: "c", Name: name, Role: name}}
		m.Selection.In = []model.Link{{Key: "k", Name: name, Own: 1, Partner: 1}}
		m.Hover, m.HoverAt = m.Selection, image.Pt(3000, -5)
		m.Problems = []model.Problem{{Text: name, Error: true}}
		k := newTest(t, m, uitest.Screen, 1)
		for _, it := range k.Seen() {
			if strings.ContainsAny(it.Text, "\n\x00\u202e") {
				t.Errorf("%q is shown", it.Text)
			}
		}
	}
}

func TestHostileNumbers(t *testing.T) {
	m := uitest.Sample()
	m.State.Point, m.State.Window = 99, trees.Window{From: -5, To: 1000}
	m.Selection.Objects, m.Selection.FirstObjects = -1<<63, 1<<62
	m.Selection.History = nil
	m.Points[3].Objects = 1<<63 - 1
	m.Legend = model.Legend{RedGrowth: 1<<63 - 1, Largest: -1}
	m.Progress = &model.Progress{Text: "", Fraction: 7, Cancel: false}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	m.Minimap = &model.Minimap{Ground: model.MapRect{W: 1e-30, D: 1e30},
		Rects:    []model.MapRect{{X: nan, Z: nan, W: nan, D: nan, Color: scene.RGB{}}, {X: -inf, Z: 0, W: inf, D: 1, Color: scene.RGB{}}},
		View:     []float32{nan, 0, inf, 1, 5, 5, 7},
		Selected: []model.MapRect{{X: nan, Z: nan, W: 1, D: 1, Color: scene.RGB{}}, {X: 0, Z: 0, W: inf, D: 1, Color: scene.RGB{}}}}
	m.Zoom = math.NaN()
	for _, size := range []image.Point{{0, 0}, {-5, 10}, {1, 1}, {1280, 720}} {
		for _, scale := range []float64{0, 1, 100} {
			for _, ground := range []model.MapRect{m.Minimap.Ground, {W: 10, D: 10}, {X: nan, W: 5, D: inf}, {X: nan, W: nan, D: 1},
				{X: inf, W: 5, D: 5}} {
				plan := *m.Minimap
				plan.Ground = ground
				m.Minimap = &plan
				newTest(t, m, size, scale)
			}
		}
	}
}

func TestManyReferencesAreCheap(t *testing.T) {
	m := uitest.Sample()
	m.Selection.In = make([]model.Link, 200_000)
	for i := range m.Selection.In {
		m.Selection.In[i] = model.Link{Key: "k", Name: "com.example.Type", Own: 5}
	}
	k := newTest(t, m, uitest.Screen, 1)
	if n := len(k.Seen()); n > 500 {
		t.Errorf("%d items are listed, though few rows can be seen", n)
	}
}

// The goroutine of the panels serves several callers concurrently.
func TestConcurrentUse(t *testing.T) {
	notified := make(chan struct{}, 1)
	u, err := New(widget.Options{NoImages: true, Notify: func() {
		select {
		case notified <- struct{}{}:
		default:
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	m := uitest.Sample()
	u.Show(m, uitest.Screen, 1)
	if err := u.Settle(); err != nil {
		t.Fatal(err)
	}
	<-notified
	if got := u.Hit(image.Pt(20, 20)); got != model.Bar {
		t.Errorf("at the top is %q", got)
	}
	var next model.Item
	for _, it := range u.Describe() {
		if it.Text == "Next" {
			next = it
		}
	}
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			for i := range 20 {
				m := m
				m.State.Point = (g*7 + i) % 23
				u.Show(m, uitest.Screen, 1)
				u.Pointer(model.Pointer{Kind: model.PointerMove, At: image.Pt(40*i, 600)})
				u.Key(model.Key{Name: model.KeyTab})
				u.Frames()
				u.Takes(model.Key{Name: model.KeySpace})
				u.Wake()
			}
		})
	}
	wait.Wait()
	u.Show(m, uitest.Screen, 1)
	at := uitest.Middle(next.Rect)
	u.Pointer(model.Pointer{Kind: model.PointerMove, At: at})
	u.Pointer(model.Pointer{Kind: model.PointerPress, At: at, Buttons: model.Primary})
	u.Pointer(model.Pointer{Kind: model.PointerRelease, At: at})
	if err := u.Settle(); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, e := range u.Events() {
		found = found || e == model.Do{Action: state.Move{By: 1}}
	}
	if !found {
		t.Error("the click on Next is lost")
	}
	if len(u.Events()) != 0 {
		t.Error("events are reported twice")
	}
}

func TestSameModelIsNoWork(t *testing.T) {
	u, err := New(widget.Options{NoImages: true})
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	u.Show(uitest.Sample(), uitest.Screen, 1)
	u.Settle()
	pass := u.core.Pass
	m := uitest.Sample()
	m.State.Camera.Yaw = 2
	m.State.PlayedAt = 77
	u.Show(m, uitest.Screen, 1)
	u.Settle()
	if u.core.Pass != pass {
		t.Error("a model that differs in the camera only was laid out again")
	}
}
