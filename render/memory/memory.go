// Package memory stores window state between runs. It finds the last view of a recording in the background, and writes changes once the user
// pauses.
package memory

import (
	"os"
	"sync"
	"time"

	"memcity/render/prefs"
	"memcity/trace/guard"
)

// Pause is the time without changes before the state is written.
const Pause = time.Second

// Memory is the memory of one window. Use its methods only on the window's goroutine, except [Memory.LookedIn].
type Memory struct {
	Place prefs.Place // position of the window for the next start

	store *prefs.Store
	lasts bool // store outlives the window
	wake  func()

	paths   []string // paths of the recording being opened
	id      prefs.ID // ID of the current recording; empty if unknown
	view    prefs.View
	pending bool // the view is to be restored once the whole recording has been read
	known   bool // the recording was opened before
	changed bool // something changed since the last write
	since   time.Duration
	awaited string // first path of the opened recording whose view is still being found; "" if none

	mu      sync.Mutex
	found   map[string]found // by first path
	trouble error            // error of the last write
	checked bool             // the missing recordings have changed
	group   sync.WaitGroup
}

// found is the stored state of a recording.
type found struct {
	id    prefs.ID
	view  prefs.View
	known bool
}

// New returns a memory backed by store. If store is nil, the memory lasts only as long as the window. New calls wake from another goroutine
// when something was found or written.
func New(store *prefs.Store, wake func()) *Memory {
	lasts := store != nil
	if store == nil {
		store, _ = prefs.Open("")
	}
	return &Memory{Place: store.Window().Place, store: store, lasts: lasts, wake: wake, found: map[string]found{}}
}

// Store returns the store, which is never nil. It may have no folder.
func (m *Memory) Store() *prefs.Store { return m.store }

// Lasts reports whether the memory outlives the window.
func (m *Memory) Lasts() bool { return m.lasts }

// Look starts finding the stored state of the recording with the given paths. There must be at least one.
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

// aside runs do on a goroutine and then calls then with its error, with the lock held. A panic becomes an error.
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

// Opened moves the recording of the last Look, which has just been opened, to the head of the recent list. It returns the paths.
func (m *Memory) Opened(name string) (paths []string) {
	m.id, m.view, m.pending, m.known, m.awaited = "", prefs.View{}, false, false, ""
	if len(m.paths) > 0 {
		m.awaited = m.paths[0]
		m.store.Touch(name, m.paths...)
	}
	return m.paths
}

// Looking reports whether the stored state of the opened recording is still being found.
func (m *Memory) Looking() bool { return m.awaited != "" }

// Recall takes the stored state of the opened recording, if it has been found.
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

// HasView reports whether [Memory.View] will return a view.
func (m *Memory) HasView() bool { return m.pending }

// Known reports whether the recording was opened before.
func (m *Memory) Known() bool { return m.known }

// View returns the last view of the recording, once. ok is false if there is none, it has not been found yet, or was returned before.
func (m *Memory) View() (v prefs.View, ok bool) {
	ok, m.pending = m.pending, false
	return m.view, ok
}

// Knows reports whether the state of the current recording can be stored.
func (m *Memory) Knows() bool { return m.id != "" }

// SetView stores the view of the current recording.
func (m *Memory) SetView(v prefs.View) { m.store.SetRecording(m.id, v) }

// CheckRecent starts checking which recent recordings are missing.
func (m *Memory) CheckRecent() {
	checked := false
	m.aside("looking for recordings", func() error { checked = m.store.CheckRecent(); return nil }, func(error) {
		m.checked = m.checked || checked
	})
}

// Checked reports whether the set of missing recordings has changed since the last call.
func (m *Memory) Checked() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	checked := m.checked
	m.checked = false
	return checked
}

// LookedIn stores the folder for the next file dialog. It may be called from any goroutine.
func (m *Memory) LookedIn(folder string) {
	m.store.ChangeWindow(func(w *prefs.Window) { w.Folder = folder })
}

// Changed notes a change to be written.
func (m *Memory) Changed() { m.changed, m.since = true, 0 }

// SetPlace sets the position of the window.
func (m *Memory) SetPlace(p prefs.Place) {
	if p != m.Place {
		m.Place = p
		m.Changed()
	}
}

// Due reports whether to write changes at the time now, as a [Pause] has passed since the last one.
func (m *Memory) Due(now time.Duration) bool {
	if m.changed && m.since == 0 {
		m.since = now
	}
	return m.changed && now-m.since >= Pause
}

// Wake returns when [Memory.Due] will report true; ok is false if nothing has changed.
func (m *Memory) Wake() (at time.Duration, ok bool) { return m.since + Pause, m.changed }

// Noted notes that the store is up to date.
func (m *Memory) Noted() { m.changed, m.since = false, 0 }

// Write writes the store in the background.
func (m *Memory) Write() {
	m.aside("writing settings", m.store.Flush, func(err error) { m.trouble = err })
}

// Trouble returns and clears the error of the last write.
func (m *Memory) Trouble() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.trouble
	m.trouble = nil
	return err
}

// Close waits for background work and writes pending changes.
func (m *Memory) Close() {
	m.group.Wait()
	_ = m.store.Flush() // there is nobody left to notify
}
