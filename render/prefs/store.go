package prefs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"memcity/render/atomic"
)

// DefaultFolder returns the folder of this program in the user's folder for settings of programs.
func DefaultFolder() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("folder for settings: %w", err)
	}
	return filepath.Join(dir, "memcity"), nil
}

// Store is what is remembered. Its methods may be called from any goroutine. Those that may wait for the file system say
// so.
type Store struct {
	dir folder // empty: there is no memory

	files sync.Mutex // one flush at a time

	mu            sync.Mutex
	window        Window
	windowBase    object // as in the file when last read or written
	windowMark    mark
	recent        []Recent
	recentChanges []recentChange
	recordings    map[ID]*recording
	notified      map[string]bool
	notes         []string // to report with the next flush
	unreadable    bool     // the folder, and the user knows
}

// mark counts changes of a value, so that one that comes while it is written is not lost.
type mark struct{ changed, tried, saved int }

func (m *mark) change() { m.changed++ }

// recording is the view of a recording in memory.
type recording struct {
	view View
	base object // as in the file when last read or written; nil if it was not read
	mark mark
}

// Open reads what is remembered of the window from a folder, which need not exist. An empty dir means no memory. The
// warnings are for the user; the store works in any case.
func Open(dir string) (s *Store, warnings []string) {
	s = &Store{dir: folder(dir), window: newWindow().normal(), recordings: map[ID]*recording{}, notified: map[string]bool{}}
	s.windowBase = encodeWindow(s.window)
	if dir == "" {
		return s, nil
	}
	l := s.dir.load(windowFile)
	if l.broken {
		if unlock, err := s.dir.lock(); err == nil {
			l = s.dir.putAway(windowFile)
			unlock()
		}
	}
	s.unreadable = l.kept && l.object == nil
	if l.problem != "" {
		warnings = append(warnings, s.notify(l.problem))
	}
	if l.object == nil {
		return s, warnings
	}
	if text := s.takeWindow(l.object); text != "" {
		warnings = append(warnings, s.notify(windowFile+": "+text))
	}
	return s, warnings
}

// takeWindow takes over what the window's file holds and reports what was not accepted.
func (s *Store) takeWindow(o object) (complaint string) {
	r := newReader(o)
	s.window, s.recent = decodeWindow(r), decodeRecent(r)
	s.windowBase = encodeWindow(s.window)
	if complaint = r.complaint(); complaint != "" {
		s.windowBase = r.wrong()
		s.windowMark.change()
	}
	return complaint
}

// notify notes that a text is on its way to the user. It returns the text with the place of the folder.
func (s *Store) notify(text string) string {
	s.notified[text] = true
	return "settings in " + string(s.dir) + ": " + text
}

// Window returns what is remembered of the window.
func (s *Store) Window() Window {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.window.clone()
}

// clone returns a window whose maps may be changed.
func (w Window) clone() Window {
	w.Drawers, w.Widths = maps.Clone(w.Drawers), maps.Clone(w.Widths)
	return w
}

// SetWindow remembers the window. What is outside its limits is left out. Whoever changes only a part of what is remembered
// uses [Store.ChangeWindow].
func (s *Store) SetWindow(w Window) { s.ChangeWindow(func(old *Window) { *old = w }) }

// ChangeWindow changes what is remembered of the window; change must not call the store. No other change comes between what
// change gets and what it leaves, so that changes by several goroutines all stay. What is outside its limits is left out.
func (s *Store) ChangeWindow(change func(w *Window)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.window.clone()
	change(&w)
	w = w.normal().clone()
	if !same(encodeWindow(w), encodeWindow(s.window)) {
		s.window = w
		s.windowMark.change()
	}
}

func same(a, b object) bool {
	return maps.EqualFunc(a, b, func(x, y json.RawMessage) bool { return bytes.Equal(x, y) })
}

// Find returns the ID of the recording that the paths make, and where the user left off in it; known is false if nothing
// is known. What older versions kept under another ID is found as well. It waits for the file system.
func (s *Store) Find(paths []string) (id ID, v View, known bool, err error) {
	if id, err = Identify(paths); err != nil {
		return "", View{}, false, err
	}
	if v, known = s.Recording(id); known {
		return id, v, true, nil
	}
	if older, err := identifyFiles(paths); err == nil && older != id {
		v, known = s.Recording(older)
	}
	return id, v, known, nil
}

// Recording returns where the user left off in a recording; ok is false if nothing is known. It may wait for the file
// system.
func (s *Store) Recording(id ID) (v View, ok bool) {
	s.mu.Lock()
	known := s.recordings[id]
	var before mark
	if known != nil {
		before = known.mark
	}
	if before.changed != before.saved {
		defer s.mu.Unlock()
		return known.view, true
	}
	s.mu.Unlock()
	if s.dir == "" || id == "" {
		return View{}, false
	}
	entry, note := s.dir.recording(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.recordings[id]; now != known || now != nil && now.mark.changed != before.changed { // set meanwhile
		return now.view, true
	}
	s.recordings[id] = entry
	if note != "" {
		s.notes = append(s.notes, note)
	}
	return entry.view, entry.base != nil
}

// recording reads where the user left off. note reports what was not accepted.
func (d folder) recording(id ID) (entry *recording, note string) {
	entry, note = takeRecording(id, d.load(id.file()).object)
	if note != "" {
		note = id.file() + ": " + note
	}
	return entry, note
}

// takeRecording takes over what the file of a recording holds and reports what was not accepted.
func takeRecording(id ID, o object) (entry *recording, complaint string) {
	entry = &recording{}
	if !isOf(o, id) {
		return entry, ""
	}
	r := newReader(o)
	entry.view = decodeView(r)
	entry.base = encodeView(entry.view)
	if complaint = r.complaint(); complaint != "" {
		entry.base = r.wrong()
		entry.mark.change()
	}
	return entry, complaint
}

// isOf reports whether a file is that of the recording.
func isOf(o object, id ID) bool {
	name := ""
	take(newReader(o), "id", &name, anyValue)
	return name == string(id)
}

// SetRecording remembers where the user is in a recording. What is outside its limits is left out. It costs time in
// proportion to the marks and notes, so it is meant for when the user pauses, not for every frame.
func (s *Store) SetRecording(id ID, v View) {
	if id == "" {
		return
	}
	v = v.normal()
	s.mu.Lock()
	defer s.mu.Unlock()
	entry := s.recordings[id]
	if entry == nil {
		entry = &recording{}
		s.recordings[id] = entry
	} else if same(encodeView(v), encodeView(entry.view)) {
		return
	}
	entry.view = v
	entry.mark.change()
}

// Dirty reports whether something has changed since the last [Store.Flush].
func (s *Store) Dirty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	dirty := s.windowMark.changed != s.windowMark.tried
	for _, r := range s.recordings {
		dirty = dirty || r.mark.changed != r.mark.tried
	}
	return dirty && s.dir != ""
}

// Flush writes what has changed. What cannot be written stays in memory and is tried again by the next Flush. The error
// is for the user; the same one is reported only once. Flush waits for the file system, and up to some seconds for another
// window that is writing.
func (s *Store) Flush() error {
	s.files.Lock()
	defer s.files.Unlock()
	jobs := s.jobs()
	if len(jobs) == 0 {
		return nil
	}
	unlock, err := s.dir.lock()
	if err != nil {
		if s.unreadable {
			return nil
		}
		return s.report([]string{"nothing can be remembered: " + atomic.Cause(err).Error()})
	}
	defer unlock()
	var problems, written []string
	for _, j := range jobs {
		problem, ok := s.do(j)
		if problem != "" {
			problems = append(problems, problem)
		}
		if ok {
			written = append(written, j.file)
		}
	}
	s.dir.tidy(written)
	return s.report(problems)
}

// report makes an error of the problems that were not reported before.
func (s *Store) report(problems []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var fresh []error
	problems = append(s.notes, problems...)
	s.notes = nil
	for _, p := range problems {
		if !s.notified[p] {
			fresh = append(fresh, errors.New(s.notify(p)))
		}
	}
	return errors.Join(fresh...)
}
