package memory

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"memcity/render/prefs"
)

// open returns a memory in a folder, and its wake channel.
func open(t *testing.T, dir string) (*Memory, chan struct{}) {
	t.Helper()
	store, warnings := prefs.Open(dir)
	if len(warnings) > 0 {
		t.Fatal(warnings)
	}
	woken := make(chan struct{}, 10)
	return New(store, func() { woken <- struct{}{} }), woken
}

// A recording's view is restored once, and only after it was looked up.
func TestRecall(t *testing.T) {
	dir, path := t.TempDir(), filepath.Join(t.TempDir(), "persons.mct")
	if err := os.WriteFile(path, []byte("a recording"), 0o600); err != nil {
		t.Fatal(err)
	}
	m, woken := open(t, dir)
	if paths := m.Opened("nothing"); paths != nil || m.Looking() {
		t.Errorf("without paths, %q are looked for: %v", paths, m.Looking())
	}
	m.Look([]string{path})
	<-woken
	if paths := m.Opened("persons"); len(paths) != 1 || paths[0] != path || !m.Looking() || m.Knows() {
		t.Errorf("opened %q; looks for it: %v, knows it: %v", paths, m.Looking(), m.Knows())
	}
	m.Recall()
	if _, known := m.View(); known || m.Looking() || !m.Knows() {
		t.Errorf("a new recording has a view: %v; looks for it: %v, knows it: %v", known, m.Looking(), m.Knows())
	}
	m.SetView(prefs.View{Selection: "Heap#a"})
	m.Close()

	m, woken = open(t, dir)
	if list := m.Store().Recent(); len(list) != 1 || list[0].Name != "persons" {
		t.Errorf("recent recordings are %v", list)
	}
	m.Look([]string{path})
	<-woken
	m.Opened("persons")
	if _, known := m.View(); known {
		t.Error("the view is known before it was taken in")
	}
	m.Recall()
	if v, known := m.View(); !known || v.Selection != "Heap#a" {
		t.Errorf("left with %q selected, %v", v.Selection, known)
	}
	if _, known := m.View(); known {
		t.Error("the view is shown twice")
	}
	m.Opened("persons") // again, before the lookup
	if m.Knows() {
		t.Error("the recording before is still known")
	}
	m.Close()
}

// Changes are written after a pause without changes. The pause is counted from the first check after the last change.
func TestDue(t *testing.T) {
	m, _ := open(t, "")
	defer m.Close()
	if _, ok := m.Wake(); ok || m.Due(time.Hour) {
		t.Error("something is due though nothing has changed")
	}
	const start = 5 * time.Second
	m.Changed()
	if m.Due(start) {
		t.Error("due at once")
	}
	if at, ok := m.Wake(); !ok || at != start+Pause {
		t.Errorf("wakes at %v, %v", at, ok)
	}
	if m.Due(start + Pause - 1) {
		t.Error("due a moment too early")
	}
	if !m.Due(start + Pause) {
		t.Error("not due after the pause")
	}
	m.Changed()
	if m.Due(start + Pause) {
		t.Error("another change does not begin the pause anew")
	}
	m.Noted()
	if _, ok := m.Wake(); ok || m.Due(time.Hour) {
		t.Error("still due after it was noted")
	}
}

// Moving the window is a change; the same position is not.
func TestPlace(t *testing.T) {
	m, _ := open(t, "")
	defer m.Close()
	m.SetPlace(m.Place)
	if _, ok := m.Wake(); ok {
		t.Error("the same place is a change")
	}
	m.SetPlace(prefs.Place{Width: 800, Height: 600})
	if _, ok := m.Wake(); !ok || m.Place.Width != 800 {
		t.Errorf("the place is %+v, changed: %v", m.Place, ok)
	}
}

// A write error is reported once.
func TestTrouble(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "folder")
	store, _ := prefs.Open(folder)
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // a file instead of a folder
		t.Fatal(err)
	}
	woken := make(chan struct{}, 10)
	m := New(store, func() { woken <- struct{}{} })
	m.LookedIn("/somewhere")
	m.Write()
	<-woken
	if m.Trouble() == nil {
		t.Error("a file in place of the folder is no trouble")
	}
	if err := m.Trouble(); err != nil {
		t.Errorf("reported twice: %v", err)
	}
	m.Close()
}

// TestPanic: a panic in a background lookup or write becomes an error, and waiters are woken.
func TestPanic(t *testing.T) {
	m, woken := open(t, t.TempDir())
	m.aside("testing", func() error { panic("injected") }, func(err error) { m.trouble = err })
	<-woken
	if err := m.Trouble(); err == nil || err.Error() != "internal error while testing: injected" {
		t.Errorf("the error is %v", err)
	}
	m.aside("testing", func() error { return nil }, func(error) { panic("injected") })
	<-woken
	if err := m.Trouble(); err != nil { // this takes the lock
		t.Error(err)
	}
	m.Close()
}
