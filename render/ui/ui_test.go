package ui

import (
	"flag"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"memcity/assets/help"
	"memcity/city"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata")

func TestDescribe(t *testing.T) {
	full := sample()
	full.SettingsOpen, full.Help = true, &HelpWish{Page: help.Keys, Asked: 1}
	full.State.Window = city.Window{From: 4, To: 19}
	full.Problems = []Problem{{"persons.3.json: line 12: expected a number, left out", false}}
	full.Progress = &Progress{"Reading heap 3 of 23", 0.43, true}
	district := sample()
	district.Selection = &Group{Key: "Heap", Path: []Part{{"Heap", "Heap", ""}}, Objects: 100, Bytes: 2400, LastObjects: 100, LastBytes: 2400}
	district.State.Settings.Metric, district.State.Settings.Fade, district.State.Settings.GrowthColor = city.Bytes, false, false
	for _, c := range []struct {
		name string
		m    Model
		size image.Point
	}{{"city", sample(), screen}, {"full", full, image.Pt(1920, 1200)}, {"district", district, screen}, {"several", several(), screen}, {"start", startModel(), screen}, {"heap", heapModel(4, 3), screen}, {"trends", trendsModel(7, 3), screen}, {"tree", treeModel(14, 3), screen}, {"structures", structuresModel(), screen}, {"smallest", sample(), image.Pt(320, 240)},
		{"record", recordModel(), screen}, {"live", liveModel(), screen}, {"waiting", waitingModel(), screen}, {"rules", ruledModel(), image.Pt(1280, 900)}} {
		k := newTest(t, c.m, c.size, 1)
		got := describe(k.seen())
		path := filepath.Join("testdata", c.name+".golden")
		if *update {
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

// Whatever the size and scale, everything told of lies in its panel, and texts of a panel do not overlap.
func TestTextsStayApart(t *testing.T) {
	full := sample()
	full.SettingsOpen = true
	for _, m := range []Model{sample(), full, several(), startModel(), recordModel(), liveModel(), waitingModel(), ruledModel()} {
		for _, scale := range []float64{1, 1.25, 1.5, 2} {
			for _, dp := range []image.Point{{320, 240}, {420, 500}, {640, 480}, {1024, 640}, {1280, 720}, {1920, 1080}} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				k := newTest(t, m, size, scale)
				checkTexts(t, k, size)
			}
		}
	}
}

func checkTexts(t *testing.T, k *core, size image.Point) {
	t.Helper()
	items := k.seen()
	for i, a := range items {
		if !a.Rect.In(k.rects[a.Panel]) {
			t.Errorf("%v: %s %q at %v leaves %s at %v", size, a.Kind, a.Text, a.Rect, a.Panel, k.rects[a.Panel])
		}
		for _, b := range items[:i] {
			if a.Kind == "text" && b.Kind == "text" && a.Panel == b.Panel && a.Rect.Inset(2).Overlaps(b.Rect.Inset(2)) {
				t.Errorf("%v: in %s, %q at %v overlaps %q at %v", size, a.Panel, a.Text, a.Rect, b.Text, b.Rect)
			}
		}
	}
}

// Names come from files, so they may hold anything.
func TestHostileNames(t *testing.T) {
	m := sample()
	for _, name := range []string{"", "\x00\xff\xfe", strings.Repeat("x", 1<<20), "a\nb\tc\u202egpj.exe", strings.Repeat("界", 5000), "#", "…"} {
		m.Name, m.Legend.LargestName = name, name
		m.Selection.Path = []Part{{"a", name, name}, {"b", name, name}, {"c", name, name}}
		m.Selection.In = []Link{{Key: "k", Name: name, Own: 1, Partner: 1}}
		m.Hover, m.HoverAt = m.Selection, image.Pt(3000, -5)
		m.Problems = []Problem{{name, true}}
		k := newTest(t, m, screen, 1)
		for _, it := range k.seen() {
			if strings.ContainsAny(it.Text, "\n\x00\u202e") {
				t.Errorf("%q is shown", it.Text)
			}
		}
	}
}

func TestHostileNumbers(t *testing.T) {
	m := sample()
	m.State.Point, m.State.Window = 99, city.Window{From: -5, To: 1000}
	m.Selection.Objects, m.Selection.FirstObjects = -1<<63, 1<<62
	m.Selection.History = nil
	m.Points[3].Objects = 1<<63 - 1
	m.Legend = Legend{Levels: 1 << 30, MaxGrowth: 1<<63 - 1, Largest: -1}
	m.Progress = &Progress{"", 7, false}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	m.Minimap = &Minimap{Ground: MapRect{W: 1e-30, D: 1e30}, Rects: []MapRect{{nan, nan, nan, nan, city.RGB{}}, {-inf, 0, inf, 1, city.RGB{}}},
		View: []float32{nan, 0, inf, 1, 5, 5, 7}, Selected: []MapRect{{nan, nan, 1, 1, city.RGB{}}, {0, 0, inf, 1, city.RGB{}}}}
	m.Zoom = math.NaN()
	for _, size := range []image.Point{{0, 0}, {-5, 10}, {1, 1}, {1280, 720}} {
		for _, scale := range []float64{0, 1, 100} {
			for _, ground := range []MapRect{m.Minimap.Ground, {W: 10, D: 10}, {X: nan, W: 5, D: inf}, {X: nan, W: nan, D: 1}, {X: inf, W: 5, D: 5}} {
				plan := *m.Minimap
				plan.Ground = ground
				m.Minimap = &plan
				newTest(t, m, size, scale)
			}
		}
	}
}

func TestManyReferencesAreCheap(t *testing.T) {
	m := sample()
	m.Selection.In = make([]Link, 200_000)
	for i := range m.Selection.In {
		m.Selection.In[i] = Link{Key: "k", Name: "com.example.Type", Own: 5}
	}
	k := newTest(t, m, screen, 1)
	if n := len(k.seen()); n > 500 {
		t.Errorf("%d items are told of, though few rows can be seen", n)
	}
}

// The goroutine of the panels serves several callers at once.
func TestConcurrentUse(t *testing.T) {
	notified := make(chan struct{}, 1)
	u, err := New(Options{NoImages: true, Notify: func() {
		select {
		case notified <- struct{}{}:
		default:
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	m := sample()
	u.Show(m, screen, 1)
	if err := u.Settle(); err != nil {
		t.Fatal(err)
	}
	<-notified
	if got := u.Hit(image.Pt(20, 20)); got != Bar {
		t.Errorf("at the top is %q", got)
	}
	var next Item
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
				u.Show(m, screen, 1)
				u.Pointer(Pointer{Kind: PointerMove, At: image.Pt(40*i, 600)})
				u.Key(Key{Name: KeyTab})
				u.Frames()
				u.Takes(Key{Name: KeySpace})
				u.Wake()
			}
		})
	}
	wait.Wait()
	u.Show(m, screen, 1)
	at := middle(next.Rect)
	u.Pointer(Pointer{Kind: PointerMove, At: at})
	u.Pointer(Pointer{Kind: PointerPress, At: at, Buttons: Primary})
	u.Pointer(Pointer{Kind: PointerRelease, At: at})
	if err := u.Settle(); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, e := range u.Events() {
		found = found || e == Do{city.Move{By: 1}}
	}
	if !found {
		t.Error("the click on Next is lost")
	}
	if len(u.Events()) != 0 {
		t.Error("events are told twice")
	}
}

func TestSameModelIsNoWork(t *testing.T) {
	u, err := New(Options{NoImages: true})
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	u.Show(sample(), screen, 1)
	u.Settle()
	pass := u.core.pass
	m := sample()
	m.State.Camera.Yaw = 2
	m.State.PlayedAt = 77
	u.Show(m, screen, 1)
	u.Settle()
	if u.core.pass != pass {
		t.Error("a model that differs in the camera only was laid out again")
	}
}
