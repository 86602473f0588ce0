package prefs

import (
	"reflect"
	"testing"
)

// FuzzFiles: whatever is in the files, reading gives values inside their limits, and after a flush they read the same and
// without complaint.
func FuzzFiles(f *testing.F) {
	f.Add([]byte(`{"version":1,"zoom":2,"settings":{"by":null,"metric":"bytes"},"recent":[{"paths":["/a"],"name":"a"}]}`),
		[]byte(`{"version":1,"id":"demo:a","marks":{"k":"#010203"},"notes":{"k":"n"},"window":[1,2],"settings":{"solid":3}}`))
	f.Add([]byte(`{"zoom":[],"place":{"x":1},"drawers":{"":1},"folder":5}`), []byte(`{"version":2,"id":"demo:a"}`))
	f.Add([]byte(`{"place":{"place":{}}`), []byte(`{"id":"demo:a","marks":{"a":5},"settings":{"by":[""],"area":null},"camera":{"pitch":9}}`))
	f.Fuzz(func(t *testing.T, window, recording []byte) {
		dir := t.TempDir()
		id := ID("demo:a")
		put(t, dir, windowFile, string(window))
		put(t, dir, id.file(), string(recording))
		s, _ := Open(dir)
		w := s.Window()
		if !reflect.DeepEqual(w, w.normal()) {
			t.Fatalf("window outside its limits: %+v", w)
		}
		v, ok := s.Recording(id)
		if !same(encodeView(v), encodeView(v.normal())) {
			t.Fatalf("view outside its limits: %+v", v)
		}
		kept := s.dir.load(windowFile).kept || s.dir.load(id.file()).kept
		s.Flush() // tells of what is wrong
		if kept {
			return
		}
		again, warnings := Open(dir)
		if len(warnings) > 0 || !reflect.DeepEqual(again.Window(), w) {
			t.Fatalf("read again: %q, %+v, want %+v", warnings, again.Window(), w)
		}
		v2, ok2 := again.Recording(id)
		if ok != ok2 || !same(encodeView(v2), encodeView(v)) || len(again.notes) > 0 {
			t.Fatalf("read again: %v %+v, want %v %+v, notes %q", ok2, v2, ok, v, again.notes)
		}
	})
}
