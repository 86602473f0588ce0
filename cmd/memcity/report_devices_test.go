package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"memcity/cmd/memcity/clitest/browser"
)

// toldReport writes a report of two-caches with a story; with pictures if requested.
func toldReport(t *testing.T, pictures bool) (path string) {
	t.Helper()
	dir := t.TempDir()
	file, path := filepath.Join(dir, "shop.mcview"), filepath.Join(dir, "report.html")
	writeStory(t, file, shopStory("demo:two-caches"))
	if r := memcity("report", "demo:two-caches", "--story", file, fmt.Sprint("--pictures=", pictures), "-o", path); r.err != nil {
		t.Fatal(r.err)
	}
	return path
}

// TestReportOnPhone: fingers turn, move and zoom the city, and tap a building. Nothing is wider than the screen or covers other content.
func TestReportOnPhone(t *testing.T) {
	p := browser.OpenIn(t, toldReport(t, false), browser.Window{Width: 360, Height: 740, Phone: true})
	p.Until(`document.querySelector(".town.runs") && document.querySelector(".town").city.frames.length > 0`)
	p.Eval(`window.town = document.querySelector(".town").city; town.picture.canvas.scrollIntoView(); null`, nil)
	type camera struct {
		Yaw, Distance, X float64
	}
	look := func() (c camera) {
		p.Until("!town.flight && !town.asked")
		p.Eval(`({ yaw: town.camera.yaw, distance: town.camera.distance, x: town.camera.target[0] })`, &c)
		return c
	}
	stroke := func(from, to []browser.Finger) {
		for i := range from {
			p.Touch("touchStart", from[:i+1]...)
		}
		for step := 1; step <= 4; step++ {
			at := make([]browser.Finger, len(from))
			for i := range at {
				at[i] = browser.Finger{X: from[i].X + (to[i].X-from[i].X)*float64(step)/4, Y: from[i].Y + (to[i].Y-from[i].Y)*float64(step)/4}
			}
			p.Touch("touchMove", at...)
		}
		p.Touch("touchEnd")
	}
	before := look()
	stroke([]browser.Finger{{X: 120, Y: 330}}, []browser.Finger{{X: 180, Y: 330}})
	turned := look()
	if turned.Yaw >= before.Yaw || turned.Distance != before.Distance {
		t.Errorf("one finger: %+v after %+v", turned, before)
	}
	stroke([]browser.Finger{{X: 150, Y: 330}, {X: 210, Y: 330}}, []browser.Finger{{X: 110, Y: 330}, {X: 250, Y: 330}})
	closer := look()
	if closer.Distance >= turned.Distance*0.8 || closer.Yaw != turned.Yaw {
		t.Errorf("two fingers apart: %+v after %+v", closer, turned)
	}
	stroke([]browser.Finger{{X: 120, Y: 330}, {X: 200, Y: 330}}, []browser.Finger{{X: 160, Y: 330}, {X: 240, Y: 330}})
	if moved := look(); moved.X == closer.X || moved.Yaw != closer.Yaw {
		t.Errorf("two fingers along: %+v after %+v", moved, closer)
	}
	p.Eval(`document.querySelector('.story [aria-label="Next scene"]').click()`, nil)
	look()
	var covered []string
	p.Eval(`(() => { const r = (s) => document.querySelector(s).getBoundingClientRect(), all = [".time", ".about", ".story"], over = (a, b) =>
			a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
		const out = document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["the page is too wide"] : [];
		all.forEach((a, i) => all.slice(i + 1).forEach((b) => { if (over(r(a), r(b))) out.push(a + " lies over " + b); }));
		for (const b of document.querySelectorAll(".time > *")) if (b.getBoundingClientRect().right > r(".time").right) out.push(b.textContent + " is cut");
		return out; })()`, &covered)
	if len(covered) > 0 {
		t.Errorf("%q", covered)
	}
	p.Eval(`town.select(null); town.color("findings"); town.fly(town.home()); null`, nil)
	look()
	var at browser.Finger
	p.Eval(`(() => { const f = town.town.city.findings[0], b = town.boxes[town.town.buildings[f.index].number], r = town.picture.canvas.getBoundingClientRect();
		const p = town.camera.project([(b.x0 + b.x1) / 2, b.y1, (b.z0 + b.z1) / 2], town.aspect);
		return { x: r.left + (p.x + 1) / 2 * r.width, y: r.top + (1 - p.y) / 2 * r.height + 3 }; })()`, &at)
	p.Touch("touchStart", at)
	p.Touch("touchEnd")
	p.Until(`town.selected && town.town.name(town.selected) === "Product"`)
}

// TestReportOnPaper: in print, even from a dark theme, the text is dark, and the picture and the list of scenes replace the city.
func TestReportOnPaper(t *testing.T) {
	p := browser.OpenIn(t, toldReport(t, true), browser.Window{Width: 900, Height: 700, Dark: true})
	p.Until(`document.querySelector(".town.runs") && document.querySelector(".town").city.frames.length > 0`)
	type seen struct {
		Stage, Picture, Scenes, Text string
	}
	look := func() (s seen) {
		p.Eval(`(() => { const shown = (s) => getComputedStyle(document.querySelector(s)).display;
			return { stage: shown(".stage"), picture: shown(".town picture"), scenes: shown(".scenes"), text: getComputedStyle(document.body).color }; })()`, &s)
		return s
	}
	if got, want := look(), (seen{"block", "none", "none", "rgb(232, 237, 246)"}); got != want {
		t.Errorf("on the screen %+v, want %+v", got, want)
	}
	p.Media("print")
	if got, want := look(), (seen{"none", "block", "block", "rgb(21, 32, 47)"}); got != want {
		t.Errorf("on paper %+v, want %+v", got, want)
	}
	p.Media("")
	if pdf := p.Print(); !bytes.HasPrefix(pdf, []byte("%PDF-")) || bytes.Count(pdf, []byte("/Type /Page\n")) < 3 {
		t.Errorf("the print has %d bytes and %d pages", len(pdf), bytes.Count(pdf, []byte("/Type /Page\n")))
	}
}

// TestReportWithoutWebGL: a browser that cannot draw the city shows the picture and the scenes and says why, without errors.
func TestReportWithoutWebGL(t *testing.T) {
	p := browser.OpenIn(t, toldReport(t, true), browser.Window{Width: 900, Height: 700, Flags: []string{"--disable-gpu", "--disable-3d-apis"}})
	p.Until(`document.querySelector(".town").dataset.fault`)
	var s struct {
		Says, Picture, Scenes string
		Stages, Wide          int
	}
	p.Eval(`(() => { const shown = (s) => getComputedStyle(document.querySelector(s)).display;
		return { says: document.querySelector(".without").textContent, picture: shown(".town picture"), scenes: document.querySelector(".scenes").innerText,
			stages: document.querySelectorAll(".stage").length, wide: document.querySelector(".town img").naturalWidth }; })()`, &s)
	if s.Says != "This browser cannot draw the city that can be turned: it has no WebGL 2, or is too old." || s.Picture == "none" || s.Stages != 0 || s.Wide == 0 ||
		s.Scenes != "At first <b>Nothing</b> is wrong yet.\nProducts pile up Two caches hold them.\nLater" {
		t.Errorf("%+v", s)
	}
	if logged, requested := p.Seen(); len(logged) > 0 || len(requested) != 1 {
		t.Errorf("logged %q, requested %q", logged, requested)
	}
}
