// Package scenes manages the story of the window: the current scene, playback, and unsaved changes.
package scenes

import (
	"slices"
	"time"
	"unicode/utf8"

	"memcity/city/link"
	"memcity/render/ui/model"
)

// Times that a scene is shown during playback: minimum, addition per letter of its texts, and maximum.
const (
	least       = 4 * time.Second
	letter      = 60 * time.Millisecond
	maxDuration = 40 * time.Second
)

// Story is the story of a window. The zero Story is empty and closed.
type Story struct {
	scenes  []link.Scene
	file    string
	at      int // index of the last shown scene; -1 for none
	open    bool
	unsaved bool
	playing bool
	timed   bool          // the timer of the scene has started
	due     time.Duration // time of the next scene
}

// Open reports whether the card is open.
func (s *Story) Open() bool { return s.open }

// Playing reports whether the story is playing.
func (s *Story) Playing() bool { return s.playing }

// Toggle opens or closes the card. Closing it stops playback.
func (s *Story) Toggle() {
	if s.open = !s.open; !s.open {
		s.playing = false
	}
	if len(s.scenes) == 0 {
		s.at = -1
	}
}

// Load replaces the story by that of a file. None of its scenes is shown yet.
func (s *Story) Load(file string, of *link.Story) {
	*s = Story{scenes: slices.Clone(of.Scenes), file: file, at: -1, open: true}
}

// Saved notes that the given story was written to a file. Later changes remain unsaved.
func (s *Story) Saved(file string, of *link.Story) {
	s.file = file
	s.unsaved = s.unsaved && !slices.EqualFunc(s.scenes, of.Scenes, func(a, b link.Scene) bool { return a.Title == b.Title && a.Note == b.Note })
}

// File returns the path of the story's file; "" for none.
func (s *Story) File() string { return s.file }

// Story returns the story to write.
func (s *Story) Story() *link.Story { return &link.Story{Scenes: slices.Clone(s.scenes)} }

// Empty reports whether there are no scenes.
func (s *Story) Empty() bool { return len(s.scenes) == 0 }

// Add inserts a scene after the current one and makes it current.
func (s *Story) Add(sc link.Scene) {
	if s.open = true; s.Empty() {
		s.at = -1
	}
	s.at++
	s.scenes = slices.Insert(slices.Clone(s.scenes), s.at, sc)
	s.unsaved = true
}

// Replace replaces the current scene and keeps its texts.
func (s *Story) Replace(sc link.Scene) {
	if s.shows() {
		sc.Title, sc.Note = s.scenes[s.at].Title, s.scenes[s.at].Note
		s.set(sc)
	}
}

// Name sets the texts of the current scene.
func (s *Story) Name(to model.StoryScene) {
	if s.shows() {
		sc := s.scenes[s.at]
		sc.Title, sc.Note = to.Title, to.Note
		s.set(sc)
	}
}

func (s *Story) set(sc link.Scene) {
	s.scenes = slices.Clone(s.scenes)
	s.scenes[s.at], s.unsaved = sc, true
}

// Remove deletes the current scene. The one before it becomes current or, without one, the new first scene.
func (s *Story) Remove() {
	if s.shows() {
		s.scenes = slices.Delete(slices.Clone(s.scenes), s.at, s.at+1)
		s.at, s.unsaved = max(s.at-1, min(len(s.scenes), 1)-1), true
	}
}

// Move moves the current scene by the given number of places.
func (s *Story) Move(by int) {
	if to := s.at + by; s.shows() && to >= 0 && to < len(s.scenes) {
		s.scenes = slices.Clone(s.scenes)
		s.scenes[s.at], s.scenes[to] = s.scenes[to], s.scenes[s.at]
		s.at, s.unsaved = to, true
	}
}

func (s *Story) shows() bool { return s.at >= 0 && s.at < len(s.scenes) }

// Show makes the scene at the given index current and returns it; ok is false if there is none.
func (s *Story) Show(index int) (sc link.Scene, ok bool) {
	if index < 0 || index >= len(s.scenes) {
		return link.Scene{}, false
	}
	s.at, s.open, s.timed = index, true, false
	return s.scenes[index], true
}

// Step is like [Story.Show] for an index relative to the current scene.
func (s *Story) Step(by int) (sc link.Scene, ok bool) { return s.Show(s.at + by) }

// Play starts or pauses playback. It starts from the first scene if the last one is shown. It returns the scene to show.
func (s *Story) Play() (sc link.Scene, ok bool) {
	if s.playing = !s.playing && !s.Empty(); !s.playing {
		return link.Scene{}, false
	}
	if s.at < 0 || s.at >= len(s.scenes)-1 {
		return s.Show(0)
	}
	return s.Show(s.at)
}

// Tick returns the next scene if it is due at the time now. ready reports whether the current scene is visible.
func (s *Story) Tick(now time.Duration, ready bool) (sc link.Scene, ok bool) {
	switch {
	case !s.playing || !ready || !s.shows():
		return link.Scene{}, false
	case !s.timed:
		s.timed, s.due = true, now+stays(&s.scenes[s.at])
		return link.Scene{}, false
	case now < s.due:
		return link.Scene{}, false
	case s.at == len(s.scenes)-1:
		s.playing = false
		return link.Scene{}, false
	}
	return s.Show(s.at + 1)
}

// stays returns how long a scene is shown.
func stays(sc *link.Scene) time.Duration {
	return min(least+time.Duration(utf8.RuneCountInString(sc.Title+sc.Note))*letter, maxDuration)
}

// Wake returns when the next scene is due; ok is false while no scene is timed.
func (s *Story) Wake() (at time.Duration, ok bool) { return s.due, s.playing && s.timed }

// Model returns the model of the card; nil while it is closed.
func (s *Story) Model() *model.Story {
	if !s.open {
		return nil
	}
	m := &model.Story{At: s.at, Playing: s.playing, Unsaved: s.unsaved, File: s.file}
	for _, sc := range s.scenes {
		m.Scenes = append(m.Scenes, model.StoryScene{Title: sc.Title, Note: sc.Note})
	}
	return m
}
