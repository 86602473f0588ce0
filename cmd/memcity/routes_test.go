package main

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/cmd/memcity/cli"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// TestRoutesScript runs the bundled script.
func TestRoutesScript(t *testing.T) {
	runBundled(t, "routes.script", "demo:persons")
}

// TestRoutesArePrinted: routes have the numbers of the frustums, and are above the roofs.
func TestRoutesArePrinted(t *testing.T) {
	all := into[dump.City](t, "city", "demo:two-caches", "--routes", "30").Routes
	if all == nil || len(all.List) != 30 || all.Connections <= 30 || all.LeftObjects <= 0 || all.LeftObjects >= all.Objects ||
		all.Strength != 0.85 || all.Selected {
		t.Fatalf("%+v", all)
	}
	strongest := all.List[0]
	one := into[dump.City](t, "city", "demo:two-caches", "--routes", "30", "--bundling", "40%", "--select", strongest.To)
	if !one.Routes.Selected || one.Routes.Strength != 0.4 || len(one.Routes.List) != one.Routes.Connections {
		t.Errorf("%+v", one.Routes)
	}
	frustums := map[[3]string][2]int64{}
	for _, r := range one.References {
		frustums[[3]string{r.From, r.To, r.Direction}] = [2]int64{r.FromObjects, r.ToObjects}
	}
	for _, r := range one.Routes.List {
		if n, ok := frustums[[3]string{r.From, r.To, r.Direction}]; !ok || n != [2]int64{r.FromObjects, r.ToObjects} {
			t.Errorf("%s → %s: %d → %d objects, the frustum has %v", r.From, r.To, r.FromObjects, r.ToObjects, n)
		}
	}
	building := map[string]dump.Building{}
	for _, b := range one.Buildings {
		building[b.Key] = b
	}
	for _, r := range one.Routes.List {
		for end, key := range map[int]string{0: r.From, len(r.Controls) - 1: r.To} {
			b, p := building[key], r.Controls[end]
			if p[0] < b.Base.X || p[0] > b.Base.X+b.Base.W || p[2] < b.Base.Z || p[2] > b.Base.Z+b.Base.D || math.Abs(p[1]-b.Height) > b.Height {
				t.Errorf("%s → %s: end at %v, the roof at %v, height %g", r.From, r.To, p, b.Base, b.Height)
			}
		}
	}
	if d := into[dump.City](t, "city", "demo:two-caches"); d.Routes != nil {
		t.Error("there are routes without asking")
	}
}

func TestRouteOptionsAreChecked(t *testing.T) {
	for _, args := range [][]string{{"--routes", "-1"}, {"--routes", "801"}, {"--routes", "many"}, {"--routes", "5", "--bundling", "120%"},
		{"--bundling", "NaN"}} {
		r := memcity(append([]string{"city", "demo:steady"}, args...)...)
		var usage cli.UsageError
		if !errors.As(r.err, &usage) || r.stdout != "" {
			t.Errorf("%v: %v", args, r.err)
		}
	}
}

// TestRoutesInAPicture: a picture with routes differs from one without, and its legend counts them.
func TestRoutesInAPicture(t *testing.T) {
	needWindow(t)
	folder := t.TempDir()
	var pictures [2][]byte
	for i, routes := range []string{"0", "100"} {
		path := filepath.Join(folder, routes+".png")
		if r := memcity("shot", "demo:two-caches", "--routes", routes, "--size", "320x240", "-o", path); r.err != nil {
			t.Fatal(r.err)
		}
		var err error
		if pictures[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if bytes.Equal(pictures[0], pictures[1]) {
		t.Error("routes cannot be seen")
	}
}

// TestFollowingRoutesInTheWindow: pointing at a route describes it, and a click leads to its other end.
func TestFollowingRoutesInTheWindow(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("demo:two-caches")
		if w.App.Describe().Routes != nil {
			t.Error("there are routes from the start")
		}
		w.key("V", 0)
		w.flush()
		d := w.App.Describe().Routes
		if d == nil || len(d.Strongest) < 2 || d.Shown != 200 || d.Pointed != nil {
			w.fatalf("%+v", d)
		}
		first := d.Strongest[0]
		x, y := float64(first.At[0]), float64(first.At[1])
		w.move(x, y)
		w.flush()
		if got := w.App.Describe().Routes.Pointed; got == nil || *got != first {
			t.Errorf("the pointer is at %+v, want %+v", got, first)
		}
		if w.App.Panels().Rect(model.Tooltip).Empty() || w.App.Describe().Hover != "" {
			t.Error("there is no tooltip of the route alone")
		}
		w.save("route-tooltip")
		w.click(x, y)
		w.flush()
		selected := w.state().Selection
		if selected != first.From && selected != first.To {
			t.Fatalf("a click on the route selects %q", selected)
		}
		for _, r := range w.App.Describe().Routes.Strongest {
			if r.From != selected && r.To != selected {
				t.Errorf("%+v is not a route of %s", r, selected)
			}
		}
		// From a selection, a route leads to the end that is not selected.
		own := w.App.Describe().Routes.Strongest
		if len(own) == 0 {
			w.fatalf("no route of %s can be clicked", selected)
		}
		w.click(float64(own[0].At[0]), float64(own[0].At[1]))
		w.flush()
		want := own[0].From
		if want == selected {
			want = own[0].To
		}
		if got := w.state().Selection; got != want {
			t.Errorf("the route leads to %q, want %q", got, want)
		}
		w.key("V", 0)
		w.flush()
		if w.App.Describe().Routes != nil {
			t.Error("the key does not end routes")
		}
		w.key("Z", action.Ctrl)
		w.flush()
		if w.App.Describe().Routes == nil {
			t.Error("that cannot be undone")
		}
	})
}

// TestNoRoutesInTheWindow: for a recording without references, the window says that there are no routes.
func TestNoRoutesInTheWindow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "histogram.txt")
	histogram := " num     #instances         #bytes  class name (module)\n-------------------------------------------------------\n" +
		"   1:           100           2400  java.lang.String (java.base@17)\n   2:            50           1200  app.Person\nTotal           150           3600\n"
	if err := os.WriteFile(path, []byte(histogram), 0o600); err != nil {
		t.Fatal(err)
	}
	inWindow(t, func(w *screen) {
		w.open(path)
		w.key("V", 0)
		w.flush()
		if m := w.App.Describe(); m.Settings.Routes.On || len(m.Messages) == 0 {
			t.Errorf("routes: %v, messages %q", m.Settings.Routes.On, m.Messages)
		}
	})
}

// TestRouteSettingsAreRemembered: the next window restores the settings of routes.
func TestRouteSettingsAreRemembered(t *testing.T) {
	want := scene.RouteSettings{On: true, Strength: 0.4, Max: 70, Least: 3, Direction: scene.Outgoing}
	inWindows(t, 2, func(w *screen, run int) {
		w.DrawLate()
		w.open("demo:steady")
		if run == 0 {
			s := w.state().Settings
			s.Routes = want
			w.App.Do(state.Set{To: s})
			w.flush()
		}
		if got := w.state().Settings.Routes; got != want {
			t.Errorf("window %d: %+v, want %+v", run+1, got, want)
		}
	})
}
