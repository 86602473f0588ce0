package main

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/describe"
	"memcity/render/ui/model"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/realistic"
	"memcity/trace/wire/hprof"
)

// TestFirstPictures describes the first view of a leak, of a healthy program and of a single dump in words. It prints the finding, how
// visible its building is, the distance of its color from all others, and the names in the city. No name and no panel covers the building.
func TestFirstPictures(t *testing.T) {
	dump := filepath.Join(t.TempDir(), "one.hprof")
	var heap bytes.Buffer
	if _, err := realistic.Write(&heap, realistic.Options{Objects: 200_000, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dump, heap.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	inNewWindow(t, testOptions(), func(w *screen) {
		for _, of := range []struct {
			title, path   string
			width, height int
			scale         float64
			theme         scene.Theme
		}{
			{"a leak", "demo:persons", 1280, 720, 1, scene.Light}, {"a leak, large and dark", "demo:persons", 1920, 1080, 1, scene.Dark},
			{"a leak, at 200 %", "demo:persons", 1280, 720, 2, scene.Light}, {"a leak in a low building", "demo:chat", 1280, 720, 1, scene.Light},
			{"two findings side by side", "demo:travel", 1280, 720, 1, scene.Light}, {"two findings, small and dark", "demo:travel", 800, 600, 1, scene.Dark},
			{"a healthy program", "demo:steady", 1280, 720, 1, scene.Light}, {"one dump", dump, 1280, 720, 1, scene.Light},
			{"one dump, small and dark", dump, 800, 600, 1, scene.Dark},
			{"released growth", releasedDumps(t), 1280, 720, 1, scene.Light},
			{"class loaders, at 150 %", filepath.Join("..", "..", "testdata", "gallery", "recorded", "cl-beanutils.tar.zst"), 1600, 900, 1.5, scene.Light},
		} {
			w.resize(of.width, of.height, of.scale)
			settings := scene.DefaultSettings()
			settings.Theme = of.theme
			w.App.Do(state.Set{To: settings})
			w.wait(time.Minute) // messages about the previous recording have disappeared
			w.open(of.path)
			w.settle()
			fmt.Fprintf(&all, "%s, %d x %d\n", of.title, of.width, of.height)
			all.WriteString(firstPicture(w))
		}
	})
	path := filepath.Join("testdata", "first-pictures.txt")
	if *update {
		if err := os.WriteFile(path, []byte(all.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := all.String(); got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// releasedDumps writes heap dumps of a program whose sessions grow in number, and are gone at the end. It returns their folder.
func releasedDumps(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for i, n := range []int{500, 1000, 1500, 2000, 2500, 3000, 10} {
		d := tracetest.NewDump()
		d.Time = 1_700_000_000_000 + int64(i)*1000
		session, shop := d.Class("app/Session", tracetest.Ref("data")), d.Class("app/Shop", tracetest.Static(tracetest.Ref("BUS")))
		var all []uint64
		for range n {
			all = append(all, d.Instance(session, d.Primitives(hprof.Byte, make([]byte, 1000))))
		}
		shop.Statics[0].Value = d.Array(d.Class("[Lapp/Session;"), all...)
		d.Root(hprof.RootStickyClass, shop.ID)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.hprof", i)), d.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// firstPicture describes the finding in the window, and checks that nothing covers it.
func firstPicture(w *screen) string {
	img, err := w.Image()
	w.check(err)
	var b strings.Builder
	d := w.App.Describe()
	var legend []string
	for _, it := range d.Items {
		if it.Panel == string(model.LegendP) && it.Kind == "text" && it.Text != "Legend" {
			if strings.HasPrefix(it.Text, "Finding") || it.Text == "Area" {
				break
			}
			legend = append(legend, it.Text)
		}
	}
	fmt.Fprintf(&b, "  legend: %s\n", strings.Join(legend, " "))
	body := image.Rectangle{}
	if d.Pinned == nil {
		b.WriteString("  no finding is pinned\n")
	} else {
		body = rectangleOf(d.Pinned.Rect)
		fmt.Fprintf(&b, "  %s: %s\n", d.Pinned.Key, d.Pinned.Text)
		fmt.Fprintf(&b, "  of its roof and front %.0f %% are seen\n", 100*d.Pinned.Seen)
		if d.Pinned.Seen < 0.75 {
			w.t.Errorf("%s: only %v of the building is seen", d.Recording, d.Pinned.Seen)
		}
	}
	strong, inside, pale := 0, 0, 0
	for _, p := range d.Panels {
		r := rectangleOf(p.Rect)
		if r.Overlaps(body) {
			w.t.Errorf("%s: %s covers the finding", d.Recording, p.ID)
		}
	}
	for _, l := range d.Labels {
		if r := rectangleOf(l.Rect); r.Overlaps(body.Inset(1)) && !strings.Contains(l.Text, "\n") {
			w.t.Errorf("%s: %q covers the finding", d.Recording, l.Text)
		}
		fmt.Fprintf(&b, "  label: %q\n", l.Text)
	}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			switch at := image.Pt(x, y); redness(img, at) {
			case strongRed:
				if onLabel(d.Labels, at) {
					continue
				}
				if strong++; at.In(body) {
					inside++
				}
			case paleRed:
				pale++
			}
		}
	}
	area := max(body.Dx()*body.Dy(), 1)
	fmt.Fprintf(&b, "  strong red: %s of the rectangle around the building, %s of the picture; pale red: %s\n\n", tenths(inside, area),
		tenths(strong-inside, len(img.Pix)/4), tenths(pale, len(img.Pix)/4))
	return b.String()
}

func rectangleOf(r describe.DescribedRect) image.Rectangle {
	return image.Rect(r.X, r.Y, r.X+r.W, r.Y+r.H)
}

func onLabel(labels []describe.DescribedLabel, at image.Point) bool {
	for _, l := range labels {
		if at.In(rectangleOf(l.Rect).Inset(-8)) {
			return true
		}
	}
	return false
}

// Kinds of pixels: of the building of the finding, of the objects that it keeps alive, and all others.
const (
	notRed = iota
	paleRed
	strongRed
)

// redness distinguishes the colors of findings, in light and shade. In the strong one, red is at least 1.9 times the mean of green and blue.
func redness(img *image.RGBA, at image.Point) int {
	c := img.RGBAAt(at.X, at.Y)
	red, rest := float64(c.R), (float64(c.G)+float64(c.B))/2+1
	switch {
	case red > 60 && red > 1.9*rest:
		return strongRed
	case red > 60 && red > 1.22*rest:
		return paleRed
	}
	return notRed
}

// tenths rounds a share, so that it does not depend on how a driver draws edges.
func tenths(n, of int) string {
	share := float64(n) / float64(of)
	switch {
	case share >= 0.05:
		return fmt.Sprintf("%.0f0 %%", 10*share)
	case n > 0 && share >= 0.001:
		return "less than 5 %"
	}
	return "none"
}
