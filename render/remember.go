package render

import (
	"sync"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/prefs"
)

// memoryPause is how long nothing must change before it is written down.
const memoryPause = time.Second

// memory is what the window remembers beyond its end.
type memory struct {
	store *prefs.Store // never nil; may be without a folder

	paths   []string // of what is being opened
	id      prefs.ID // of what is shown; empty if it cannot be told
	view    prefs.View
	pending bool // the view is to be shown as soon as the whole recording is there
	changed bool // since it was noted last
	since   time.Duration

	mu       sync.Mutex
	recalled map[string]recall // by first path, made on the side
	awaited  string            // the first path of the recording that was opened and is still looked for
	trouble  error             // of the last writing
	checked  bool              // which recordings are missing has changed
	writing  sync.WaitGroup
}

type recall struct {
	id    prefs.ID
	view  prefs.View
	known bool
}

func newMemory(store *prefs.Store) memory {
	if store == nil {
		store, _ = prefs.Open("")
	}
	return memory{store: store, recalled: map[string]recall{}}
}

// look finds on the side what is known of the recording that the paths make.
func (m *memory) look(paths []string, wake func()) {
	m.paths = paths
	m.writing.Go(func() {
		var r recall
		if id, view, known, err := m.store.Find(paths); err == nil {
			r = recall{id, view, known}
		}
		m.mu.Lock()
		m.recalled[paths[0]] = r
		m.mu.Unlock()
		wake()
	})
}

// opened puts the recording that was just opened at the head of the list.
func (m *memory) opened(name string) {
	m.id, m.view, m.pending, m.awaited = "", prefs.View{}, false, ""
	if len(m.paths) == 0 {
		return
	}
	m.awaited = m.paths[0]
	m.store.Touch(name, m.paths...)
}

// recall takes in how the recording was left, once that is found.
func (m *memory) recall() {
	if m.awaited == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r, found := m.recalled[m.awaited]
	if !found {
		return
	}
	clear(m.recalled)
	m.awaited = ""
	m.id, m.view, m.pending = r.id, r.view, r.known
}

// checkRecent finds on the side which recordings of the list are missing.
func (m *memory) checkRecent(wake func()) {
	m.writing.Go(func() {
		if m.store.CheckRecent() {
			m.mu.Lock()
			m.checked = true
			m.mu.Unlock()
			wake()
		}
	})
}

// wasChecked reports once that other recordings are missing than before.
func (m *memory) wasChecked() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	checked := m.checked
	m.checked = false
	return checked
}

// lookedIn remembers a folder for the next time files are asked for. It may be called from any goroutine.
func (m *memory) lookedIn(folder string) {
	m.store.ChangeWindow(func(w *prefs.Window) { w.Folder = folder })
}

// note tells that something changed that is to be kept.
func (m *memory) note() { m.changed, m.since = true, 0 }

// restore shows the recording as it was left.
func (a *App) restore() {
	v := a.memory.view
	a.do(state.Recall{Window: v.Window, Marks: v.Marks, Notes: v.Notes})
	a.recallBudgets(v.Rules)
	if v.Point != nil {
		a.do(state.GoTo{Point: *v.Point})
	}
	for _, key := range append(v.More, v.Selection) {
		if key != "" {
			a.do(state.Select{Key: key, Add: true})
		}
	}
	if v.Isolated {
		a.do(state.ToggleIsolate{})
	}
	if v.Camera != nil {
		a.do(state.Look{From: v.Camera.Camera(a.state.Bounds)})
	}
}

// remember notes what is to be kept once the user pauses, and writes it on the side.
func (a *App) remember(now time.Duration) {
	m := &a.memory
	if m.changed && m.since == 0 {
		m.since = now
	}
	if !m.changed || now-m.since < memoryPause {
		return
	}
	a.noteAll()
	m.writing.Go(func() {
		err := m.store.Flush()
		m.mu.Lock()
		m.trouble = err
		m.mu.Unlock()
		a.options.Wake()
	})
}

// noteAll tells the store how the window and the recording are now.
func (a *App) noteAll() {
	m := &a.memory
	m.changed, m.since = false, 0
	s := &a.state
	m.store.ChangeWindow(func(w *prefs.Window) {
		base := *w
		*w = prefs.Window{Place: a.place, Zoom: a.zoom, Presenter: a.presenter, Folder: base.Folder, Picture: base.Picture, Record: base.Record, Columns: s.Table.Columns,
			Trends:     prefs.Trends{Style: s.Trends.Style, NoRest: s.Trends.NoRest},
			Structures: prefs.Structures{Objects: s.Structuring.Objects, Contained: s.Structuring.Contained, Strong: s.Structuring.Strong},
			Trees:      prefs.Trees{Kind: s.Treeing.Kind, Order: s.Treeing.Order, Scaled: s.Treeing.Scaled, Growth: s.Treeing.Growth, Beside: s.Treeing.Beside}, Settings: a.windowSettings(base.Settings)}
		a.drawers.remember(w)
	})
	if m.id == "" || a.city == nil {
		return
	}
	v := prefs.View{Selection: s.Selection, More: s.More, Isolated: s.Isolated, Marks: s.Marks, Notes: s.Notes, Rules: a.rulesPath()}
	if s.Point != s.Points-1 {
		v.Point = &s.Point
	}
	if !s.Whole() {
		v.Window = &s.Window
	}
	if !s.AtHome() {
		if pose, ok := prefs.PoseOf(s.Camera, s.Bounds); ok {
			v.Camera = &pose
		}
	}
	m.store.SetRecording(m.id, v)
}

// windowSettings are the settings as the next recording is to be opened with. The chain of ready-made trees is not the
// user's choice, and a grouping counts once it has been shown.
func (a *App) windowSettings(before scene.Settings) scene.Settings {
	s, r := a.state.Settings, &a.result
	switch {
	case r.Grouped || r.Plan == nil:
		s = s.With(before.Grouping())
	case a.opening == r.Opening:
		s = s.With(r.Wish.Settings.Grouping())
	}
	return s
}

// openRecent opens a recording of the list by its first path.
func (a *App) openRecent(path string) {
	for _, r := range a.memory.store.Recent() {
		if len(r.Paths) > 0 && r.Paths[0] == path {
			a.Open(r.Paths...)
			return
		}
	}
	a.Open(path)
}

// forgetTrouble returns what went wrong while writing, once.
func (m *memory) forgetTrouble() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.trouble
	m.trouble = nil
	return err
}

// SetPlace tells where the window lies on the screen, for the next time.
func (a *App) SetPlace(p prefs.Place) {
	if p != a.place {
		a.place = p
		a.memory.note()
	}
}

// closeMemory writes what is not written yet.
func (a *App) closeMemory() {
	a.noteAll()
	a.memory.writing.Wait()
	_ = a.memory.store.Flush() // there is nobody left to tell
}
