package prefs

import (
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/whatif"
)

// Limits of the stored values of a recording.
const (
	maxKey   = 16 << 10 // size of a group key in bytes
	maxMarks = 10_000
	maxNotes = 10_000
	maxMore  = 1000
	maxNote  = 64 << 10 // in bytes
	maxPoint = math.MaxInt32
)

// View is the user's last view of a recording. The zero View is the initial one. It is read-only once passed to a store.
type View struct {
	Camera    *scene.Pose // nil for the initial camera
	Point     *int        // 0-based GC point; nil for the last one
	Window    *trees.Window
	Begun     bool                 // the leak window and grouping by type were applied, as in city.State; do not apply them again
	Selection string               // key; "" for none
	More      []string             // keys of other selected groups
	Isolated  bool                 // as in city.State
	Marks     map[string]scene.RGB // by key
	Notes     map[string]string    // the user's texts by key
	Rules     string               // path of the rules file; "" for none
	Removals  []whatif.Removal     // removals that do not refer to a heap graph
}

// normal returns v without values outside their limits, with its own maps.
func (v View) normal() View {
	if v.Camera != nil && !v.Camera.Sound() {
		v.Camera = nil
	}
	if v.Point != nil && !between(0, maxPoint)(*v.Point) {
		v.Point = nil
	}
	if v.Window != nil && !soundWindow(*v.Window) {
		v.Window = nil
	}
	if !soundKey(v.Selection) {
		v.Selection = ""
	}
	if v.Selection == "" || !soundMore(v.More) {
		v.More = nil
	}
	if !soundKey(v.Rules) {
		v.Rules = ""
	}
	v.Removals = lasting(v.Removals)
	v.Isolated = v.Isolated && v.Selection != ""
	v.More = slices.Clone(v.More)
	v.Marks = bounded(v.Marks, maxMarks, func(scene.RGB) bool { return true })
	v.Notes = bounded(v.Notes, maxNotes, func(text string) bool {
		return text != "" && len(text) <= maxNote && utf8.ValidString(text)
	})
	return v
}

// bounded returns the first entries of m that pass, in order of their keys; nil if there are none.
func bounded[V any](m map[string]V, limit int, pass func(V) bool) map[string]V {
	var out map[string]V
	for _, key := range sortedNames(m, limit) {
		if v := m[key]; key != "" && soundKey(key) && pass(v) {
			if out == nil {
				out = map[string]V{}
			}
			out[key] = v
		}
	}
	return out
}

func soundMore(keys []string) bool {
	return len(keys) <= maxMore && !slices.ContainsFunc(keys, func(key string) bool { return key == "" || !soundKey(key) })
}

func soundKey(key string) bool { return len(key) <= maxKey && utf8.ValidString(key) }

func soundWindow(w trees.Window) bool { return w.From >= 0 && w.From <= w.To && w.To <= maxPoint }

// encodeView encodes a normal view.
func encodeView(v View) object {
	o := object{}
	if p := v.Camera; p != nil {
		o.set("camera", *p)
	}
	if v.Point != nil {
		o.set("point", *v.Point)
	}
	if w := v.Window; w != nil {
		o.set("window", [2]int{w.From, w.To})
	}
	if v.Begun {
		o.set("begun", true)
	}
	if v.Selection != "" {
		o.set("selection", v.Selection)
	}
	if len(v.More) > 0 {
		o.set("more", v.More)
	}
	if v.Isolated {
		o.set("isolated", true)
	}
	if len(v.Marks) > 0 {
		marks := make(map[string]string, len(v.Marks))
		for key, color := range v.Marks {
			marks[key] = color.String()
		}
		o.set("marks", marks)
	}
	if len(v.Notes) > 0 {
		o.set("notes", v.Notes)
	}
	if v.Rules != "" {
		o.set("rules", v.Rules)
	}
	if len(v.Removals) > 0 {
		o.set("removed", encodeRemovals(v.Removals))
	}
	return o
}

func decodeView(r reader) View {
	var v View
	var pose scene.Pose
	take(r, "camera", &pose, scene.Pose.Sound)
	if pose.Sound() {
		v.Camera = &pose
	}
	point := -1
	take(r, "point", &point, between(0, maxPoint))
	if point >= 0 {
		v.Point = &point
	}
	window := []int{}
	take(r, "window", &window, func(w []int) bool { return len(w) == 2 && soundWindow(trees.Window{From: w[0], To: w[1]}) })
	if len(window) == 2 {
		v.Window = &trees.Window{From: window[0], To: window[1]}
	}
	take(r, "begun", &v.Begun, anyValue)
	take(r, "selection", &v.Selection, soundKey)
	take(r, "more", &v.More, soundMore)
	take(r, "isolated", &v.Isolated, anyValue)
	v.Marks = decodeMap(r, "marks", maxMarks, parseColor)
	v.Notes = decodeMap(r, "notes", maxNotes, func(text string) (string, bool) { return text, text != "" && len(text) <= maxNote })
	take(r, "rules", &v.Rules, soundKey)
	removals := []removalJSON{}
	take(r, "removed", &removals, func(list []removalJSON) bool { return len(list) <= whatif.MaxRemovals })
	v.Removals = decodeRemovals(removals)
	return v.normal()
}

// decodeMap decodes an object of texts by key. It reports rejected values once for the whole object.
func decodeMap[V any](r reader, name string, limit int, parse func(string) (V, bool)) map[string]V {
	in, ok := r.inner(name)
	if !ok {
		return nil
	}
	out := make(map[string]V, min(len(in.from), limit))
	for _, key := range sortedNames(in.from, limit) {
		var text *string
		if json.Unmarshal(in.from[key], &text) != nil || text == nil || key == "" || !soundKey(key) {
			continue
		}
		if v, ok := parse(*text); ok {
			out[key] = v
		}
	}
	if len(out) < len(in.from) {
		r.reject(name)
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// parseColor parses the output of [scene.RGB.String].
func parseColor(text string) (scene.RGB, bool) {
	digits, ok := strings.CutPrefix(text, "#")
	if !ok || len(digits) != 6 {
		return scene.RGB{}, false
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		return scene.RGB{}, false
	}
	return scene.RGB{R: b[0], G: b[1], B: b[2]}, true
}
