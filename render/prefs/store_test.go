package prefs

import (
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/table"
)

func TestRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	s := open(t, dir)
	if got := s.Window(); got.Zoom != 1 || !reflect.DeepEqual(got.Settings, scene.DefaultSettings()) || got.Place.Known() {
		t.Errorf("first run: %+v", got)
	}
	if s.Dirty() {
		t.Error("dirty before anything changed")
	}
	flush(t, s)
	if _, err := os.Stat(dir); err == nil {
		t.Error("a folder was made for nothing")
	}
	w, v := sampleWindow(), sampleView()
	s.SetWindow(w)
	s.SetRecording("demo:persons", v)
	if !s.Dirty() {
		t.Error("not dirty after a change")
	}
	flush(t, s)
	if s.Dirty() {
		t.Error("dirty after a flush")
	}
	for _, from := range []*Store{s, open(t, dir)} {
		if got := from.Window(); !reflect.DeepEqual(got, w) {
			t.Errorf("window: got %+v, want %+v", got, w)
		}
		if got, ok := from.Recording("demo:persons"); !ok || !same(encodeView(got), encodeView(v)) ||
			!reflect.DeepEqual(got.Marks, v.Marks) || !slices.Equal(got.More, v.More) || !got.Isolated {
			t.Errorf("recording: got %+v, want %+v", got, v)
		}
		if _, ok := from.Recording("demo:other"); ok {
			t.Error("a recording that was never open is known")
		}
	}
	if runtime.GOOS != "windows" {
		for _, name := range files(t, dir) {
			if info, _ := os.Stat(filepath.Join(dir, name)); info.Mode().Perm() != 0o600 {
				t.Errorf("%s: mode %v", name, info.Mode())
			}
		}
	}
	if got := len(files(t, dir)); got != 2 {
		t.Errorf("files: %v", files(t, dir))
	}
}

func TestUnchangedIsNotWritten(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	s.SetWindow(sampleWindow())
	s.SetRecording("demo:a", sampleView())
	flush(t, s)
	s = open(t, dir)
	v, _ := s.Recording("demo:a")
	s.SetRecording("demo:a", v)
	s.SetWindow(s.Window())
	s.Recording("demo:b")
	s.SetRecording("demo:b", View{})
	if s.Dirty() {
		t.Error("dirty although nothing changed")
	}
}

// TestUnknownNames: values of other versions are kept at every depth.
func TestUnknownNames(t *testing.T) {
	dir := t.TempDir()
	id := ID("demo:a")
	put(t, dir, windowFile, `{"version":1,"zoom":2,"later":{"deep":[1,{"x":12345678901234567890}]},"settings":{"solid":4,"haze":0.5},
		"place":{"x":1,"y":2,"width":300,"height":200,"screen":"left"},"recent":[{"paths":["/a"],"name":"a","pinned":true}]}`)
	put(t, dir, id.file(), `{"version":1,"id":"demo:a","marks":{"k":"#010203","l":"#040506"},"later":true,"camera":{"x":0,"y":0,"z":0,"yaw":0,"pitch":1,"distance":1,"roll":0.1}}`)
	s := open(t, dir)
	w := s.Window()
	if w.Settings.Solid != 4 || w.Zoom != 2 {
		t.Errorf("read: %+v", w)
	}
	w.Zoom, w.Settings.Solid, w.Place.X = 1.5, 5, 9
	s.SetWindow(w)
	s.Touch("", "/b")
	s.Touch("", "/a")
	v, _ := s.Recording(id)
	v.Marks = map[string]scene.RGB{"k": {R: 9}}
	v.Camera = &scene.Pose{Pitch: 0.5, Distance: 2}
	s.SetRecording(id, v)
	flush(t, s)
	for _, part := range []string{`"later": {`, `12345678901234567890`, `"haze": 0.5`, `"screen": "left"`, `"pinned": true`, `"solid": 5`,
		`"zoom": 1.5`, `"x": 9`} {
		if !strings.Contains(text(t, dir, windowFile), part) {
			t.Errorf("%s lacks %s:\n%s", windowFile, part, text(t, dir, windowFile))
		}
	}
	got := text(t, dir, id.file())
	for _, part := range []string{`"later": true`, `"roll": 0.1`, `"k": "#090000"`, `"distance": 2`} {
		if !strings.Contains(got, part) {
			t.Errorf("the recording lacks %s:\n%s", part, got)
		}
	}
	if strings.Contains(got, `"l"`) {
		t.Errorf("a mark that was taken away is still there:\n%s", got)
	}
}

// TestUnreadRecording: a view written without reading the file first replaces known values and keeps the rest.
func TestUnreadRecording(t *testing.T) {
	dir := t.TempDir()
	id := ID("demo:a")
	put(t, dir, id.file(), `{"version":1,"id":"demo:a","marks":{"k":"#010203"},"notes":{"k":"n"},"point":"three","later":1}`)
	s := open(t, dir)
	s.SetRecording(id, View{Selection: "s"})
	flush(t, s)
	want := map[string]any{"version": 1., "id": "demo:a", "later": 1., "selection": "s"}
	if got := parsed(t, dir, id.file()); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestForeignFile: a file that names another recording is ignored.
func TestForeignFile(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, ID("demo:a").file(), `{"version":1,"id":"demo:b","selection":"s"}`)
	s := open(t, dir)
	if v, ok := s.Recording("demo:a"); ok {
		t.Errorf("got %+v", v)
	}
	s.SetRecording("demo:a", View{Selection: "mine"})
	flush(t, s)
	if v, ok := open(t, dir).Recording("demo:a"); !ok || v.Selection != "mine" {
		t.Errorf("got %+v, %v", v, ok)
	}
}

// TestSettingsComplete: every setting of the city is stored, with each of its values.
func TestSettingsComplete(t *testing.T) {
	of := reflect.TypeFor[scene.Settings]()
	var fields []reflect.StructField // fields of limits individually
	for i := range of.NumField() {
		f := of.Field(i)
		if f.Type.Kind() != reflect.Struct || f.Type == reflect.TypeFor[seq.Seq[string]]() {
			fields = append(fields, f)
			continue
		}
		for k := range f.Type.NumField() {
			inner := f.Type.Field(k)
			inner.Index = append([]int{i}, inner.Index...)
			fields = append(fields, inner)
		}
	}
	if len(fields) != len(scene.Table()) {
		t.Errorf("city.Settings has %d fields, the table %d names", len(fields), len(scene.Table()))
	}
	base := scene.DefaultSettings()
	for _, field := range fields {
		now := base
		switch f := reflect.ValueOf(&now).Elem().FieldByIndex(field.Index); f.Kind() {
		case reflect.Bool:
			f.SetBool(!f.Bool())
		case reflect.Int:
			f.SetInt(f.Int() + 1)
		case reflect.Uint8:
			f.SetUint(f.Uint() ^ 1)
		case reflect.Float64:
			f.SetFloat(f.Float() + 0.125)
		case reflect.Struct:
			f.Set(reflect.ValueOf(seq.Of("site")))
		default:
			t.Errorf("%s: no way to change it", field.Name)
		}
		if got := decodeSettings(newReader(encodeSettings(now)), base); got != now {
			t.Errorf("%s: got %+v, want %+v", field.Name, got, now)
		}
	}
}

func TestPlaceOn(t *testing.T) {
	screens := []image.Rectangle{image.Rect(0, 0, 1920, 1080), image.Rect(1920, 0, 3840, 1080)}
	place := Place{Width: 800, Height: 600}
	at := func(x, y int) Place { p := place; p.X, p.Y = x, y; return p }
	for _, test := range []struct{ p, want Place }{
		{at(10, 10), at(10, 10)},
		{at(3000, 1000), at(3000, 1000)},
		{at(-700, 50), at(-700, 50)},
		{at(-790, 50), at(560, 240)},
		{at(5000, 50), at(560, 240)},
		{at(10, -30), at(560, 240)},
		{Place{X: 9000, Width: 4000, Height: 3000, Maximized: true}, Place{Width: 1920, Height: 1080, Maximized: true}},
		{Place{}, Place{}},
	} {
		if got := test.p.On(screens); got != test.want {
			t.Errorf("%+v: got %+v, want %+v", test.p, got, test.want)
		}
	}
	if got := at(9000, 0).On(nil); got != at(9000, 0) {
		t.Errorf("without screens: %+v", got)
	}
}

func TestLimitsOnSet(t *testing.T) {
	s := open(t, t.TempDir())
	w := sampleWindow()
	w.Place.Width, w.Zoom, w.Folder = 1<<20, math.NaN(), "not/absolute"
	w.Settings.By = seq.Of(strings.Repeat("x", trees.MaxChainName+1))
	w.Settings.Children = math.MaxInt
	w.Drawers[""] = true
	for i := range 100 {
		w.Drawers[fmt.Sprint("d", i)] = true
	}
	s.SetWindow(w)
	got := s.Window()
	if got.Place.Known() || got.Zoom != 1 || got.Folder != "" || !reflect.DeepEqual(got.Settings.By, scene.DefaultSettings().By) ||
		got.Settings.Children != 1<<30 || len(got.Drawers) > maxDrawers {
		t.Errorf("window: %+v", got)
	}
	v := sampleView()
	v.Camera.Distance = math.Inf(1)
	*v.Point = -1
	v.Window.From = 10
	v.Begun = false
	v.Selection = strings.Repeat("k", maxKey+1) // invalid, so nothing else is kept either
	v.Marks = map[string]scene.RGB{"": {}, "a\xff": {}}
	v.Notes = map[string]string{"k": strings.Repeat("n", maxNote+1), "l": ""}
	v.Rules = "\xff"
	s.SetRecording("demo:a", v)
	got2, _ := s.Recording("demo:a")
	if !reflect.DeepEqual(got2, View{}) {
		t.Errorf("view: got %+v", got2)
	}
}

// TestOldRecordingsGo: the most recently written recordings are kept.
func TestOldRecordingsGo(t *testing.T) {
	dir := t.TempDir()
	day := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range maxRecordings + 5 {
		id := ID(fmt.Sprint("demo:", i))
		put(t, dir, id.file(), `{"version":1,"id":"`+string(id)+`","point":3}`)
		at := day.Add(time.Duration(i) * time.Hour)
		if err := os.Chtimes(filepath.Join(dir, id.file()), at, at); err != nil {
			t.Fatal(err)
		}
	}
	put(t, dir, "recordings/mine.txt", "of the user")
	put(t, dir, ID("x").file()+".tmp-17", "left by a crash")
	s := open(t, dir)
	s.SetRecording("demo:new", View{Selection: "s"})
	flush(t, s)
	var left []string
	for i := range maxRecordings + 5 {
		if _, ok := s.Recording(ID(fmt.Sprint("demo:", i))); !ok {
			left = append(left, fmt.Sprint(i))
		}
	}
	if want := []string{"0", "1", "2", "3", "4", "5"}; !slices.Equal(left, want) {
		t.Errorf("gone: %v, want %v", left, want)
	}
	if got := len(files(t, dir)); got != maxRecordings+1 {
		t.Errorf("%d files", got)
	}
	if text(t, dir, "recordings/mine.txt") != "of the user" {
		t.Error("another file was touched")
	}
}

func TestMigrate(t *testing.T) {
	rename := func(from, to string) migration {
		return func(o object) {
			if raw, ok := o[from]; ok {
				o[to] = raw
				delete(o, from)
			}
		}
	}
	steps := []migration{rename("a", "b"), rename("b", "c")}
	for _, test := range []struct {
		text, want string
		newer, bad bool
	}{
		{`{"a":1}`, `{"c":1,"version":2}`, false, false},
		{`{"version":1,"b":1,"a":5}`, `{"a":5,"c":1,"version":2}`, false, false},
		{`{"version":2,"a":1}`, `{"a":1,"version":2}`, false, false},
		{`{"version":3,"a":1}`, `{"a":1,"version":3}`, true, false},
		{`{"version":-1}`, ``, false, true},
		{`{"version":"1"}`, ``, false, true},
		{`{"version":1e99}`, ``, false, true},
	} {
		o, err := parseObject([]byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		newer, err := migrate(o, steps)
		if newer != test.newer || (err != nil) != test.bad {
			t.Errorf("%s: %v, %v", test.text, newer, err)
		}
		want, _ := parseObject([]byte(test.want))
		if err == nil && !same(o, want) {
			t.Errorf("%s: got %s", test.text, o)
		}
	}
}

// A file without widths is read as usual. Invalid widths are ignored.
func TestWidths(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, windowFile, `{"version":1,"zoom":2,"drawers":{"settings":true}}`)
	s := open(t, dir)
	if got := s.Window(); len(got.Widths) != 0 || got.Zoom != 2 {
		t.Errorf("an old file gives %+v", got)
	}
	w := s.Window()
	w.Widths = map[string]float64{"settings": 320, "inspector": math.NaN(), "a": -1, "b": MaxWidth + 1, "": 300}
	s.SetWindow(w)
	flush(t, s)
	if got, want := open(t, dir).Window().Widths, map[string]float64{"settings": 320}; !reflect.DeepEqual(got, want) {
		t.Errorf("widths are %v, want %v", got, want)
	}
	put(t, dir, windowFile, `{"version":1,"widths":{"settings":"wide","inspector":300,"a":0}}`)
	s = oneWarning(t, dir, `"widths.a", "widths.settings"`)
	if got, want := s.Window().Widths, map[string]float64{"inspector": 300}; !reflect.DeepEqual(got, want) {
		t.Errorf("of a faulty file, widths are %v, want %v", got, want)
	}
}

// Columns of the heap view are stored by name. A list with an unknown column is ignored.
func TestColumns(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, windowFile, `{"version":1,"columns":["bytes","retained_bytes"]}`)
	if got, want := table.View.Of(open(t, dir).Window().Views).Columns, []table.Column{table.ColumnBytes, table.ColumnRetainedBytes}; !slices.Equal(got, want) {
		t.Errorf("columns are %v, want %v", got, want)
	}
	for _, text := range []string{`["bytes","volume"]`, `["bytes","bytes"]`, `["name"]`, `[""]`, `"bytes"`, `[3]`} {
		put(t, dir, windowFile, `{"version":1,"zoom":2,"columns":`+text+`}`)
		if got := oneWarning(t, dir, `"columns"`).Window(); table.View.Of(got.Views).Columns != nil || got.Zoom != 2 {
			t.Errorf("%s gives %+v", text, got)
		}
	}
}

// TestMetricOfOlderFiles: a stored metric keeps its meaning, and files without one get the default. A chosen metric survives a round trip,
// including the default one if it replaces another.
func TestMetricOfOlderFiles(t *testing.T) {
	for stored, want := range map[string]trees.Unit{`"metric":"objects"`: trees.Objects, `"metric":"bytes"`: trees.Bytes, `"fade":true`: trees.DefaultUnit} {
		for _, version := range []string{"", `"version":1,`} {
			dir := t.TempDir()
			put(t, dir, "window.json", "{"+version+`"settings":{`+stored+"}}")
			s := open(t, dir)
			if got := s.Window().Settings.Unit; got != want {
				t.Errorf("{%s%s} is read as %v, want %v", version, stored, got, want)
			}
			for _, chosen := range []trees.Unit{want.Other(), want} {
				s.ChangeWindow(func(w *Window) { w.Settings.Unit = chosen })
				flush(t, s)
				if got := open(t, dir).Window().Settings.Unit; got != chosen {
					t.Errorf("{%s%s}, %v chosen: read as %v", version, stored, chosen, got)
				}
			}
		}
	}
	if trees.DefaultUnit != trees.Bytes {
		t.Errorf("the usual metric is %v", trees.DefaultUnit)
	}
}
