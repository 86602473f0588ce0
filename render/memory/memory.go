// Package memory is what the window remembers beyond its end: it looks up on the side how a recording was left, and writes what has
// changed once the user pauses.
package memory

import (
	"os"
	"sync"
	"time"

	"memcity/render/prefs"
	"memcity/trace/guard"
)

// Pause is how long nothing must change before it is written.
const Pause = time.Second

// Memory is the memory of one window. Its methods belong to the goroutine of the window, but for [Memory.LookedIn].
type Memory struct {
	Place prefs.Place // of the window on the screen, as it is to be next time

	store *prefs.Store
	wake  func()

	paths   []string // of what is being opened
	id      prefs.ID // of what is shown; empty if it is not known
	view    prefs.View
	pending bool // the view is to be shown as soon as the whole recording is there
	known   bool // it was open before
	changed bool // since it was written last
	since   time.Duration
	awaited string // the first path of the recording that was opened and is still looked for

	mu      sync.Mutex
	found   map[string]found // by first path
	trouble error            // of the last writing
	checked bool             // which recordings are missing has changed
	group   sync.WaitGroup
}

// found is what is known of a recording.
type found struct {
	id    prefs.ID
	view  prefs.View
	known bool
}

// New returns the memory that a store holds, or one that ends with the window for nil. It calls wake from another goroutine when
// something was found or written.
func New(store *prefs.Store, wake func()) *Memory {
	if store == nil {
		store, _ = prefs.Open("")
	}
	return &Memory{Place: store.Window().Place, store: store, wake: wake, found: map[string]found{}}
}

// Store is where all is kept; it may be without a folder, and is never nil.
func (m *Memory) Store() *prefs.Store { return m.store }

// Look finds on the side what is known of the recording that the paths, at least one, make.
func (m *Memory) Look(paths []string) {
	m.paths = paths
	var f found
	m.aside("finding how a recording was left", func() error {
		if id, view, known, err := m.store.Find(paths); err == nil {
			f = found{id, view, known}
		}
		return nil
	}, func(error) { m.found[paths[0]] = f })
}

// aside does something in a goroutine, and then takes in what came of it, under the lock. A panic is an error.
func (m *Memory) aside(doing string, do func() error, then func(err error)) {
	m.group.Go(guard.Safe(func() {
		err := guard.While(doing, do)
		guard.Report(os.Stderr, "", err)
		defer m.wake()
		m.mu.Lock()
		defer m.mu.Unlock()
		then(err)
	}))
}

// Opened puts the recording that was looked for last, which has just been opened, at the head of the list, and returns its paths.
func (m *Memory) Opened(name string) (paths []string) {
	m.id, m.view, m.pending, m.known, m.awaited = "", prefs.View{}, false, false, ""
	if len(m.paths) > 0 {
		m.awaited = m.paths[0]
		m.store.Touch(name, m.paths...)
	}
	return m.paths
}

// Looking reports whether it is still being found out how the recording that was opened was left.
func (m *Memory) Looking() bool { return m.awaited != "" }

// Recall takes in how the recording that was opened was left, once that is found.
func (m *Memory) Recall() {
	if m.awaited == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.found[m.awaited]
	if !ok {
		return
	}
	clear(m.found)
	m.awaited = ""
	m.id, m.view, m.pending, m.known = f.id, f.view, f.known, f.known
}

// HasView reports whether [Memory.View] will return how the recording was left.
func (m *Memory) HasView() bool { return m.pending }

// Known reports whether it is known how the recording was left: it was open before.
func (m *Memory) Known() bool { return m.known }

// View returns once how the recording was left; ok is false if that is not known, not yet, or was returned before.
func (m *Memory) View() (v prefs.View, ok bool) {
	ok, m.pending = m.pending, false
	return m.view, ok
}

// Knows reports whether the recording shown can be remembered.
func (m *Memory) Knows() bool { return m.id != "" }

// SetView keeps how the recording shown is left.
func (m *Memory) SetView(v prefs.View) { m.store.SetRecording(m.id, v) }

// CheckRecent finds on the side which recordings of the list are missing.
func (m *Memory) CheckRecent() {
	checked := false
	m.aside("looking for recordings", func() error { checked = m.store.CheckRecent(); return nil }, func(error) {
		m.checked = m.checked || checked
	})
}

// Checked reports once that other recordings are missing than before.
func (m *Memory) Checked() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	checked := m.checked
	m.checked = false
	return checked
}

// LookedIn keeps a folder for the next time files are requested. It may be called from any goroutine.
func (m *Memory) LookedIn(folder string) {
	m.store.ChangeWindow(func(w *prefs.Window) { w.Folder = folder })
}

// Changed notes that something changed that is to be kept.
func (m *Memory) Changed() { m.changed, m.since = true, 0 }

// SetPlace takes over where the window lies.
func (m *Memory) SetPlace(p prefs.Place) {
	if p != m.Place {
		m.Place = p
		m.Changed()
	}
}

// Due reports whether what changed is to be written, as nothing else did for a [Pause] by the time now.
func (m *Memory) Due(now time.Duration) bool {
	if m.changed && m.since == 0 {
		m.since = now
	}
	return m.changed && now-m.since >= Pause
}

// Wake returns when [Memory.Due] will report true; ok is false if nothing has changed.
func (m *Memory) Wake() (at time.Duration, ok bool) { return m.since + Pause, m.changed }

// Noted notes that the store was brought up to date.
func (m *Memory) Noted() { m.changed, m.since = false, 0 }

// Write writes the store on the side.
func (m *Memory) Write() {
	m.aside("writing settings", m.store.Flush, func(err error) { m.trouble = err })
}

// Trouble returns once what went wrong the last time the store was written.
func (m *Memory) Trouble() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.trouble
	m.trouble = nil
	return err
}

// Close waits for what is under way, and writes what is not written yet.
func (m *Memory) Close() {
	m.group.Wait()
	_ = m.store.Flush() // there is nobody left to notify
}
