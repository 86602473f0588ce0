package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/ui/model"
)

// TestFleetWindow: in the city of a fleet, a plate names the leak and a selected building shows its pods. A selected pod opens its recording
// at the GC point, with the group selected. If the recording cannot be opened, the window says why.
func TestFleetWindow(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("demo:fleet-release")
		w.settle()
		if d := w.App.Describe(); d.Pinned == nil || !strings.HasPrefix(d.Pinned.Text, "Leak on 7 of 10 pods: Product, +304 kB per hour per pod, held by NameCache.nameCache") {
			t.Errorf("the city points at %+v", d.Pinned)
		}
		w.App.Do(state.Select{Key: "Heap#shop#com.example.shop.Product"})
		w.flush()
		if text := unwrapped(w.texts(model.Inspector)); !strings.Contains(text, "Product leaks on 7 of 10 pods of shop 1.5 that can show it") || !strings.Contains(text, "shop-8") {
			t.Errorf("the inspector says\n%s", text)
		}
		w.focusOn(model.Inspector, "Pods")
		w.key("Enter", 0) // the pod with the most
		w.settle()
		s := w.state()
		if link, ok := w.App.Link(); !ok || link.Recording[0] != "demo:two-caches" || s.Selection != "Heap#com.example.shop.Product" || s.Point != 9 || s.Points != 10 {
			t.Errorf("opened %+v, GC point %d of %d, selected %q", link, s.Point+1, s.Points, s.Selection)
		}
	})
}

// TestFleetVersions: H shows the versions of the pods as storeys and in the legend. Times are wall-clock times, with the release marked.
func TestFleetVersions(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("demo:fleet-release")
		w.settle()
		w.key("H", 0)
		w.settle()
		if text := unwrapped(w.texts(model.LegendP)); w.state().Division != scene.ByVersion || !strings.Contains(text, "every service runs a single version at this GC point") {
			t.Errorf("%v: %s", w.state().Division, text)
		}
		w.App.Do(state.GoTo{Point: 6})
		w.App.Do(state.Select{Key: "Heap#shop#com.example.shop.Product"})
		w.settle()
		for id, want := range map[model.ID][]string{model.LegendP: {"shop 1.5 · 54 %", "shop 1.4 · 46 %"}, model.TimeBar: {"2026-09-22 08:00 UTC", "shop 1.5", "10:00"},
			model.Inspector: {"By version: 1.4 takes 24 kB per pod (median of 10), 1.5 takes 75 kB per pod (median of 9), 3.1 times as much."}} {
			text := unwrapped(w.texts(id))
			for _, s := range want {
				if !strings.Contains(text, s) {
					t.Errorf("there is no %q in\n%s", s, text)
				}
			}
		}
		w.App.Do(state.GoTo{Point: 9})
		w.settle()
		if text := unwrapped(w.texts(model.Inspector)); !strings.Contains(text, "The previous version, 1.4, took 24 kB per pod (median of 10); 1.5 takes ") {
			t.Error(text)
		}
		w.key("H", 0)
		w.settle()
		if w.state().Division != scene.Undivided {
			t.Errorf("%v", w.state().Division)
		}
	})
}

// TestFleetPodAway: a missing recording is reported, and the fleet stays open.
func TestFleetPodAway(t *testing.T) {
	folder := t.TempDir()
	tree := `{"time":0,"root":{"key":"Heap","name":"Heap","objects":1,"bytes":10,"children":[{"key":"Heap#shop","name":"shop","role":"Service","objects":1,"bytes":10,"children":[
		{"key":"Heap#shop#A","name":"A","role":"Type","objects":1,"bytes":10,"of_pods":2,"pods":[[0,2,20],[1,1,10]]}]}]},
		"fleet":{"pods":[{"service":"shop","version":"1","pod":"shop-0","recording":"/no/such/0.hprof","point":3},{"service":"shop","version":"1","pod":"shop-1"}],"leaks":[]}}`
	if err := os.WriteFile(filepath.Join(folder, "1.json"), []byte(tree), 0o600); err != nil {
		t.Fatal(err)
	}
	inWindow(t, func(w *screen) {
		w.open(folder)
		w.settle()
		w.App.Do(state.Select{Key: "Heap#shop#A"})
		w.flush()
		for _, want := range []string{"The recording /no/such/0.hprof of shop-0 cannot be opened: no such file or directory.",
			"The recording of shop-1 cannot be opened: its location was not exported."} {
			w.focusOn(model.Inspector, "Pods")
			w.key("Enter", 0)
			w.settle()
			if link, _ := w.App.Link(); !strings.Contains(unwrapped(w.texts(model.ToastP)), want) || link.Recording[0] != folder {
				t.Errorf("%q is not said, or %q is open; there is %q", want, link.Recording, w.texts(model.ToastP))
			}
			w.focusOn(model.Inspector, "Pods")
			w.key("Down", 0)
		}
	})
}

// unwrapped joins the lines of paragraphs.
func unwrapped(texts string) string { return strings.ReplaceAll(texts, "\ntext ", " ") }
