package prefs

import (
	"image"
	"path/filepath"
	"unicode/utf8"

	"memcity/city/exchange"
	"memcity/city/scene"
	"memcity/city/view"
)

// Limits of the window's preferences.
const (
	maxSide    = 1 << 15 // in screen units
	maxDrawers = 64
	maxName    = 256      // size in bytes of the name of a drawer, a recording or a demo
	maxPath    = 32 << 10 // in bytes; the longest of all systems

	// MinZoom and MaxZoom are the limits of [Window.Zoom].
	MinZoom = 0.5
	MaxZoom = 3

	// MaxWidth is the maximum of [Window.Widths].
	MaxWidth = 10_000
)

// Window contains the preferences of the window, independent of its content. It is read-only once passed to a store.
type Window struct {
	Place     Place
	Drawers   map[string]bool    // panels by name, true for open; without panels that were never used
	Widths    map[string]float64 // panel widths by name, in dp, up to [MaxWidth]; without default widths
	Zoom      float64            // zoom of the panels, 1 by default, [MinZoom] … [MaxZoom]
	Presenter bool               // large text
	Settings  scene.Settings     // includes the theme
	Folder    string             // folder of the last file dialog; "" if unknown
	Files     Files
	Picture   Picture
	Views     view.States // states of the views; only remembered values are stored
	Record    Record
}

// Picture contains the user's options for pictures of the city.
type Picture struct {
	Scale                   int // multiple of the window size, 1 … MaxPictureScale
	Legend, Caption, Labels bool
	Transparent             bool // no ground and sky
}

// MaxPictureScale is the maximum of [Picture.Scale].
const MaxPictureScale = 4

// newPicture returns the default options.
func newPicture() Picture { return Picture{Scale: 1, Legend: true, Caption: true, Labels: true} }

// Place is the position of the window on the screens, in units of the window system. For a maximized window it is the position before. The
// zero Place is unknown.
type Place struct {
	X, Y          int
	Width, Height int
	Maximized     bool
}

// Known reports whether there is a position.
func (p Place) Known() bool { return p.Width > 0 && p.Height > 0 }

// visible is the length of the window's upper border that must be on a screen, in screen units. The user can then grab it with the mouse.
const visible = 64

// On returns p if its upper border is visible on one of the screens. Otherwise it returns p centered on the first screen and no larger than
// that. Without screens it returns p.
func (p Place) On(screens []image.Rectangle) Place {
	if !p.Known() || len(screens) == 0 {
		return p
	}
	bar := image.Rect(p.X, p.Y, p.X+p.Width, p.Y+visible/2)
	for _, s := range screens {
		if in := bar.Intersect(s); in.Dx() >= min(visible, p.Width) && in.Dy() > 0 && p.Y >= s.Min.Y {
			return p
		}
	}
	s := screens[0]
	p.Width, p.Height = min(p.Width, s.Dx()), min(p.Height, s.Dy())
	p.X, p.Y = s.Min.X+(s.Dx()-p.Width)/2, s.Min.Y+(s.Dy()-p.Height)/2
	return p
}

// newWindow returns the preferences of a first run.
func newWindow() Window {
	w := Window{Zoom: 1, Settings: scene.DefaultSettings(), Picture: newPicture(), Record: Record{Options: exchange.DefaultRecordOptions()}}
	w.Settings.ReducedMotion = systemReducedMotion()
	return w
}

// normal returns w with all values within their limits.
func (w Window) normal() Window {
	if !soundPlace(w.Place) {
		w.Place = Place{}
	}
	if !(w.Zoom > 0) {
		w.Zoom = 1
	}
	w.Zoom = min(max(w.Zoom, MinZoom), MaxZoom)
	w.Settings = w.Settings.Normal()
	if !soundPath(w.Folder) {
		w.Folder = ""
	}
	if !between(1, MaxPictureScale)(w.Picture.Scale) {
		w.Picture.Scale = 1
	}
	w.Record = w.Record.normal()
	drawers := map[string]bool{}
	for _, name := range sortedNames(w.Drawers, maxDrawers) {
		if name != "" && len(name) <= maxName {
			drawers[name] = w.Drawers[name]
		}
	}
	w.Drawers = drawers
	widths := map[string]float64{}
	for _, name := range sortedNames(w.Widths, maxDrawers) {
		if name != "" && len(name) <= maxName && soundWidth(w.Widths[name]) {
			widths[name] = w.Widths[name]
		}
	}
	w.Widths = widths
	return w
}

func soundWidth(width float64) bool { return width > 0 && width <= MaxWidth }

func soundPlace(p Place) bool {
	side, at := between(0, maxSide), between(-maxSide*8, maxSide*8)
	return side(p.Width) && side(p.Height) && at(p.X) && at(p.Y)
}

// soundPath reports whether a path can be stored: JSON contains only valid UTF-8, so names in other encodings are dropped.
func soundPath(path string) bool {
	return len(path) <= maxPath && utf8.ValidString(path) && (path == "" || filepath.IsAbs(path))
}

// encodeWindow encodes normal preferences.
func encodeWindow(w Window) object {
	o := object{}
	if p := w.Place; p.Known() {
		place := object{}
		place.set("x", p.X)
		place.set("y", p.Y)
		place.set("width", p.Width)
		place.set("height", p.Height)
		place.set("maximized", p.Maximized)
		o.set("place", place)
	}
	o.set("drawers", w.Drawers)
	o.set("widths", w.Widths)
	o.set("zoom", w.Zoom)
	o.set("presenter", w.Presenter)
	o.set("settings", encodeSettings(w.Settings))
	o.set("folder", w.Folder)
	if w.Files != (Files{}) {
		o.set("files", encodeFiles(w.Files))
	}
	encodeViews(o, w.Views)
	picture := object{}
	picture.set("scale", w.Picture.Scale)
	picture.set("legend", w.Picture.Legend)
	picture.set("caption", w.Picture.Caption)
	picture.set("labels", w.Picture.Labels)
	picture.set("transparent", w.Picture.Transparent)
	o.set("picture", picture)
	o.set("record", encodeRecord(w.Record))
	return o
}

func decodeWindow(r reader) Window {
	w := newWindow()
	w.decodePlace(r)
	w.decodeDrawers(r)
	take(r, "zoom", &w.Zoom, between[float64](MinZoom, MaxZoom))
	take(r, "presenter", &w.Presenter, anyValue)
	if in, ok := r.inner("settings"); ok {
		w.Settings = decodeSettings(in, w.Settings)
	}
	take(r, "folder", &w.Folder, soundPath)
	if in, ok := r.inner("files"); ok {
		w.Files = decodeFiles(in)
	}
	w.Views = decodeViews(r)
	if in, ok := r.inner("picture"); ok {
		p := &w.Picture
		take(in, "scale", &p.Scale, between(1, MaxPictureScale))
		take(in, "legend", &p.Legend, anyValue)
		take(in, "caption", &p.Caption, anyValue)
		take(in, "labels", &p.Labels, anyValue)
		take(in, "transparent", &p.Transparent, anyValue)
	}
	if in, ok := r.inner("record"); ok {
		w.Record = decodeRecord(in)
	}
	return w.normal()
}

func (w *Window) decodePlace(r reader) {
	if in, ok := r.inner("place"); ok {
		p, before := Place{}, len(*r.bad)
		take(in, "x", &p.X, between(-maxSide*8, maxSide*8))
		take(in, "y", &p.Y, between(-maxSide*8, maxSide*8))
		take(in, "width", &p.Width, between(1, maxSide))
		take(in, "height", &p.Height, between(1, maxSide))
		take(in, "maximized", &p.Maximized, anyValue)
		if len(*r.bad) == before {
			w.Place = p
		}
	}
}

func (w *Window) decodeDrawers(r reader) {
	if in, ok := r.inner("drawers"); ok {
		w.Drawers = map[string]bool{}
		for _, name := range sortedNames(in.from, maxDrawers) {
			open := false
			before := len(*r.bad)
			take(in, name, &open, func(bool) bool { return name != "" && len(name) <= maxName })
			if len(*r.bad) == before {
				w.Drawers[name] = open
			}
		}
	}
	if in, ok := r.inner("widths"); ok {
		w.Widths = map[string]float64{}
		for _, name := range sortedNames(in.from, maxDrawers) {
			width := 0.0
			if take(in, name, &width, soundWidth); width > 0 {
				w.Widths[name] = width
			}
		}
	}
}
