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

// DefaultFolder returns the folder memcity in the user's configuration folder.
func DefaultFolder() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("folder for settings: %w", err)
	}
	return filepath.Join(dir, "memcity"), nil
}

// Store stores preferences. Its methods may be called from any goroutine. Methods that may wait for the file system are documented as such.
type Store struct {
	dir folder // "" if nothing is stored

	files sync.Mutex // held during a flush

	mu            sync.Mutex
	window        Window
	windowBase    object // content of the file when last read or written
	windowMark    mark
	recent        []Recent
	recentChanges []recentChange
	recordings    map[ID]*recording
	notified      map[string]bool
	notes         []string // messages for the next flush
	unreadable    bool     // the folder cannot be read, and the user was notified
}

// mark counts changes of a value, so that a change during a write is not lost.
type mark struct{ changed, tried, saved int }

func (m *mark) change() { m.changed++ }

// recording is the view of a recording in memory.
type recording struct {
	view View
	base object // content of the file when last read or written; nil if it was not read
	mark mark
}

// Open reads the preferences of the window from a folder, which need not exist. If dir is empty, nothing is stored. The warnings are for the
// user. The store works in any case.
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

// takeWindow sets the preferences of the window from its file and returns a message about rejected values.
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

// notify marks a message as shown to the user. It returns the message with the folder.
func (s *Store) notify(text string) string {
	s.notified[text] = true
	return "settings in " + string(s.dir) + ": " + text
}

// Window returns the preferences of the window.
func (s *Store) Window() Window {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.window.clone()
}

// clone returns a copy of w with its own maps.
func (w Window) clone() Window {
	w.Drawers, w.Widths = maps.Clone(w.Drawers), maps.Clone(w.Widths)
	return w
}

// SetWindow sets the preferences of the window. It drops values outside their limits. To change only some preferences, use
// [Store.ChangeWindow].
func (s *Store) SetWindow(w Window) { s.ChangeWindow(func(old *Window) { *old = w }) }

// ChangeWindow calls change to modify the preferences of the window. It drops values outside their limits. Changes by several goroutines are
// serialized. change must not call the store.
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

// Find returns the ID of the recording with the given paths, and its last view. known is false if there is none. It also finds views that
// older versions stored under another ID. It waits for the file system.
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

// Recording returns the last view of a recording; ok is false if there is none. It may wait for the file system.
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
	if now := s.recordings[id]; now != known || now != nil && now.mark.changed != before.changed { // set in the meantime
		return now.view, true
	}
	s.recordings[id] = entry
	if note != "" {
		s.notes = append(s.notes, note)
	}
	return entry.view, entry.base != nil
}

// recording reads the view of a recording. note is a message about rejected values.
func (d folder) recording(id ID) (entry *recording, note string) {
	entry, note = takeRecording(id, d.load(id.file()).object)
	if note != "" {
		note = id.file() + ": " + note
	}
	return entry, note
}

// takeRecording decodes the file of a recording and returns a message about rejected values.
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

// isOf reports whether a file belongs to the recording.
func isOf(o object, id ID) bool {
	name := ""
	take(newReader(o), "id", &name, anyValue)
	return name == string(id)
}

// SetRecording stores the view of a recording. It drops values outside their limits. The cost is linear in the number of marks and notes, so
// call it when the user pauses, not in every frame.
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

// Flush writes changes. It keeps changes that cannot be written in memory, and the next Flush tries them again. Its error is for the user;
// the same error is returned only once. Flush waits for the file system, and up to some seconds for another window that is writing.
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
		return s.report([]string{"nothing can be saved: " + atomic.Cause(err).Error()})
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

// report returns an error with the problems that were not reported before.
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
