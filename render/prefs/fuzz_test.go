package prefs

import (
	"encoding/json"
	"reflect"
	"testing"
)

// parse parses a file like load. ok is false for one that is broken or newer.
func parse(data []byte) (o object, ok bool) {
	o, err := parseObject(data)
	if err != nil {
		return nil, false
	}
	newer, err := migrate(o, migrations[:])
	return o, err == nil && !newer
}

// written returns the object after a round trip through a file.
func written(t *testing.T, o object) object {
	t.Helper()
	data, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	o, ok := parse(data)
	if !ok {
		t.Fatalf("written, but cannot be read: %s", data)
	}
	return o
}

// FuzzWindow: any file gives values within their limits. Once written, they are read unchanged and without warnings.
func FuzzWindow(f *testing.F) {
	f.Add([]byte(`{"version":1,"zoom":2,"settings":{"by":null,"metric":"bytes"},"recent":[{"paths":["/a"],"name":"a"}]}`))
	f.Add([]byte(`{"zoom":[],"place":{"x":1},"drawers":{"":1},"folder":5,"version":0}`))
	f.Add([]byte(`{"place":{"place":{}},"drawers":[],"settings":{"by":["a"],"opacity":1e999,"later":{"x":1}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		disk, ok := parse(data)
		if !ok {
			return
		}
		s, again := open(t, ""), open(t, "")
		s.takeWindow(disk)
		if w := s.Window(); !reflect.DeepEqual(w, w.normal()) {
			t.Fatalf("outside its limits: %+v", w)
		}
		if text := again.takeWindow(written(t, s.windowJob().merged(disk))); text != "" {
			t.Fatalf("read again: %s", text)
		}
		if !reflect.DeepEqual(again.window, s.window) || !reflect.DeepEqual(names(again.recent), names(s.recent)) {
			t.Fatalf("read again: %+v %v, want %+v %v", again.window, again.recent, s.window, s.recent)
		}
	})
}

// FuzzRecording is [FuzzWindow] for a recording's view, with and without reading the file before writing it.
func FuzzRecording(f *testing.F) {
	f.Add([]byte(`{"version":1,"id":"demo:a","marks":{"k":"#010203"},"notes":{"k":"n"},"window":[1,2],"settings":{"solid":3}}`))
	f.Add([]byte(`{"id":"demo:a","marks":{"a":5},"settings":{"by":[""],"area":null},"camera":{"pitch":9},"point":3.5,"later":1}`))
	f.Add([]byte(`{"id":"demo:a","camera":{"x":0,"y":0,"z":0,"yaw":0,"pitch":1,"distance":1,"roll":2},"selection":"s","more":["t",""],"isolated":true,"notes":5}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		id := ID("demo:a")
		disk, ok := parse(data)
		if !ok {
			return
		}
		entry, _ := takeRecording(id, disk)
		want := encodeView(entry.view)
		if !same(want, encodeView(entry.view.normal())) {
			t.Fatalf("outside its limits: %+v", entry.view)
		}
		for _, e := range []*recording{entry, {view: entry.view}} {
			again, complaint := takeRecording(id, written(t, recordingJob(id, e).merged(disk)))
			if complaint != "" || !same(encodeView(again.view), want) {
				t.Fatalf("read again: %q %+v, want %+v", complaint, again.view, entry.view)
			}
		}
	})
}
