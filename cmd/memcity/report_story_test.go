package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/link"
	"memcity/city/scene"
	"memcity/cmd/memcity/clitest/browser"
)

// shopStory returns three scenes of the bundled recording two-caches, and one of another recording.
func shopStory(of ...string) *link.Story {
	in := func(at int, groups ...string) link.Link {
		return link.Link{Recording: of, View: "city", At: at, Groups: groups}
	}
	graph := in(0, "Heap#com.example.shop#Product")
	graph.View = "graph"
	return &link.Story{Scenes: []link.Scene{
		{Title: "At first", Note: "<b>Nothing</b> is wrong yet.", Link: in(1), Colors: "growth"},
		{Title: "Products pile up", Note: "Two caches\nhold them.", Link: graph, Colors: "findings", Finding: 1,
			Camera: &scene.Pose{X: 0.5, Y: 0.02, Z: 0.4, Yaw: 0.9, Pitch: 0.5, Distance: 1.1}},
		{Title: "Elsewhere", Link: link.Link{Recording: []string{"demo:chat"}}},
		{Title: "Later", Link: in(7, "Heap#no#such"), Colors: "own"},
	}}
}

func writeStory(t *testing.T, path string, s *link.Story) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := s.Write(path, f); err != nil {
		t.Fatal(err)
	}
}

// TestReportStory: a report contains the named story or the one next to the recording, and warns if the latter cannot be read.
func TestReportStory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tree, file := filepath.Join(dir, "shop.json"), filepath.Join(dir, "shop.mcview")
	if err := os.WriteFile(tree, wideTree(3, 4), 0o600); err != nil {
		t.Fatal(err)
	}
	report := func(args ...string) (page, says string) {
		r := memcity(append([]string{"report", "--pictures=false", "-o", "-"}, args...)...)
		if r.err != nil {
			t.Fatalf("%q: %v", args, r.err)
		}
		return r.stdout, r.stderr
	}
	if page, says := report(tree); len(cityOf(t, page).Story) != 0 || strings.Contains(says, "story") {
		t.Errorf("a story without a file: %s", says)
	}
	writeStory(t, file, shopStory(tree))
	page, says := report(tree)
	if c := cityOf(t, page); len(c.Story) != 3 || c.Story[2].Missing != "Heap#no#such is not in this city." || !strings.Contains(page, "&lt;b&gt;Nothing") {
		t.Errorf("the story next to the recording is %+v", c.Story)
	}
	if !strings.Contains(says, "the story's scenes of other recordings are omitted: 1") {
		t.Errorf("it says %q", says)
	}
	if page, _ := report(tree, "--story", "none"); len(cityOf(t, page).Story) != 0 {
		t.Error("--story none has a story")
	}
	if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if page, says := report(tree); len(cityOf(t, page).Story) != 0 || !strings.Contains(says, "omitted: "+file+": not a story") {
		t.Errorf("of a broken file it says %q", says)
	}
	for _, named := range []string{file, filepath.Join(dir, "no.mcview")} {
		if r := memcity("report", tree, "--story", named, "-o", "-"); r.err == nil {
			t.Errorf("--story %s is taken", named)
		}
	}
}

// TestReportStoryInBrowser visits the scenes by buttons and keys, and compares the city with the story.
func TestReportStoryInBrowser(t *testing.T) {
	dir := t.TempDir()
	file, path := filepath.Join(dir, "shop.mcview"), filepath.Join(dir, "report.html")
	writeStory(t, file, shopStory("demo:two-caches"))
	if r := memcity("report", "demo:two-caches", "--story", file, "--pictures=false", "-o", path); r.err != nil {
		t.Fatal(r.err)
	}
	p := browser.Open(t, path, 1280, 720, false)
	p.Until(`document.querySelector(".town.runs") && document.querySelector(".town").city.frames.length > 0`)
	p.Eval(`window.town = document.querySelector(".town").city; town.picture.canvas.scrollIntoView(); null`, nil)
	type shown struct {
		Title, Note, Missing, Count, Mode string
		Point                             int
		Selected                          string
		Back, On                          bool
		Yaw, Distance                     float64
		Bold                              int
	}
	scene := func(want shown) {
		t.Helper()
		p.Until("!town.flight && !town.asked && performance.now() - town.stepped > 300")
		var got shown
		p.Eval(`(() => { const c = document.querySelector(".story"), [title, note, missing] = c.firstChild.children, [back, count, on] = c.lastChild.children;
			return { title: title.textContent, note: note.textContent, missing: missing.textContent, count: count.textContent, mode: town.mode, point: town.point,
				selected: town.selected ? town.town.name(town.selected) : "", back: !back.disabled, on: !on.disabled, yaw: town.camera.yaw,
				distance: town.camera.distance, bold: note.children.length }; })()`, &got)
		if want.Distance == 0 {
			want.Yaw, want.Distance = got.Yaw, got.Distance
		}
		if math.Abs(got.Yaw-want.Yaw) < 1e-6 && math.Abs(got.Distance-want.Distance) < 1e-6 {
			got.Yaw, got.Distance = want.Yaw, want.Distance
		}
		if got != want {
			t.Errorf("shows\n%+v, want\n%+v", got, want)
		}
	}
	first := shown{Title: "At first", Note: "<b>Nothing</b> is wrong yet.", Count: "1 of 3", Mode: "growth", On: true}
	second := shown{Title: "Products pile up", Note: "Two caches\nhold them.", Missing: "In the application, this scene shows the view graph.", Count: "2 of 3", Mode: "findings",
		Point: 9, Selected: "Product", Back: true, On: true, Yaw: 0.9, Distance: 1.1}
	third := shown{Title: "Later", Missing: "Heap#no#such is not in this city.", Count: "3 of 3", Mode: "own", Point: 6, Back: true}
	apart := func() {
		t.Helper()
		var covered []string
		p.Eval(`(() => { const r = (s) => document.querySelector(s).getBoundingClientRect(), a = r(".story");
			return [".time", ".legend", ".about"].filter((s) => { const b = r(s); return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom; }); })()`, &covered)
		if len(covered) > 0 {
			t.Errorf("the story lies over %s", covered)
		}
	}
	scene(first)
	press := func(label string) {
		t.Helper()
		p.Eval(fmt.Sprintf(`document.querySelector('.story [aria-label=%q]').click()`, label), nil)
	}
	press("Next scene")
	scene(second)
	apart()
	p.Eval("town.picture.canvas.focus({ preventScroll: true }); null", nil)
	p.Key("PageDown")
	scene(third)
	p.Key("PageDown") // there is no further scene
	scene(third)
	p.Key("PageUp")
	scene(second)
	press("Previous scene")
	scene(first)
	apart()
	if logged, requested := p.Seen(); len(logged) > 0 || len(requested) != 1 {
		t.Errorf("logged %q, requested %q", logged, requested)
	}
}
