package ui

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"testing"
	"time"

	"memcity/city"
)

func TestLook(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		t.Skip()
	}
	shoot := func(name string, m Model, size image.Point, scale float64) {
		k, err := newCore(Options{})
		if err != nil {
			t.Fatal(err)
		}
		k.show(&shown{m, size, scale})
		k.layout()
		if err := k.paint(); err != nil {
			t.Fatal(err)
		}
		for id, p := range k.panels {
			p.image = nil
			s := time.Now()
			img, _ := p.surface.paint(p.call, p.sized, nil, 0, p.sized.Y)
			d := time.Since(s)
			s = time.Now()
			p.surface.paint(p.call, p.sized, nil, 0, p.sized.Y)
			t.Log(name, id, d, time.Since(s), img.Bounds().Max)
			p.image = img
		}
		s := time.Now()
		k.layoutOnce()
		t.Log(name, "layout", time.Since(s))
		out := image.NewRGBA(image.Rectangle{Max: size})
		bg := color.RGBA{200, 210, 222, 255}
		if m.State.Settings.Theme == city.Dark {
			bg = color.RGBA{50, 60, 75, 255}
		}
		draw.Draw(out, out.Bounds(), image.NewUniform(bg), image.Point{}, draw.Src)
		for _, f := range k.frames() {
			card(out, f)
		}
		w, _ := os.Create(dir + "/" + name + ".png")
		png.Encode(w, out)
		w.Close()
		k.release()
	}
	m := sample()
	shoot("light", m, screen, 1)
	m.State.Settings.Theme = city.Dark
	m.SettingsOpen = true
	m.State.Window = city.Window{From: 4, To: 19}
	shoot("dark", m, image.Pt(1600, 1000), 1)
	shoot("dark2", m, image.Pt(2560, 1440), 2)
	m.State.Settings.Theme = city.Light
	shoot("set", m, image.Pt(1600, 1000), 1)
	m = startModel()
	shoot("start", m, screen, 1)
	m = sample()
	m.HelpOpen = true
	m.Toasts = []string{"Copied"}
	m.Selection = nil
	m.Hover = sample().Selection
	m.HoverAt = image.Pt(900, 300)
	m.Progress = &Progress{"Reading heap 3 of 23", 0.43, true}
	m.Problems = []Problem{{"persons.3.json: line 12: expected a number, left out", false}, {"persons.4.json: it ends too early, left out", false}}
	shoot("small", m, screen, 1)
	m.HelpOpen = false
	shoot("tiny", m, image.Pt(320, 240), 1)
	shoot("mid", m, image.Pt(800, 600), 1)
}

func card(out *image.RGBA, f Frame) {
	w, h := f.Image.Bounds().Dx(), f.Image.Bounds().Dy()
	inside := func(x, y float64, r float64) float64 {
		dx := max(r-x, x-(float64(w)-r), 0)
		dy := max(r-y, y-(float64(h)-r), 0)
		return r - math.Hypot(dx, dy)
	}
	s := int(f.Shadow) * 2
	for y := -s; y < h+s; y++ {
		for x := -s; x < w+s; x++ {
			at := f.At.Add(image.Pt(x, y))
			o := out.RGBAAt(at.X, at.Y)
			d := inside(float64(x)+0.5, float64(y)-f.Shadow/3, f.Radius)
			if x < 0 || y < 0 || x >= w || y >= h || true {
				a := 0.18 * max(0, min(1, 1+d/float64(s)))
				o = color.RGBA{uint8(float64(o.R) * (1 - a)), uint8(float64(o.G) * (1 - a)), uint8(float64(o.B) * (1 - a)), 255}
			}
			if c := max(0, min(1, inside(float64(x)+0.5, float64(y)+0.5, f.Radius)+0.5)); c > 0 && x >= 0 && y >= 0 && x < w && y < h {
				i := f.Image.RGBAAt(x, y)
				m := func(a, b uint8) uint8 { return uint8(float64(a)*(1-c) + float64(b)*c) }
				o = color.RGBA{m(o.R, i.R), m(o.G, i.G), m(o.B, i.B), 255}
			}
			out.SetRGBA(at.X, at.Y, o)
		}
	}
}
