// Package scenes keeps the story that the window shows: which of its scenes is shown, when the next one follows while it plays, and whether it has
// been saved.
package scenes

import (
	"slices"
	"time"
	"unicode/utf8"

	"memcity/city/story"
	"memcity/render/ui/model"
)

// Times that a scene stays while a story plays: the least, what each letter of its texts adds, and the most.
const (
	least  = 4 * time.Second
	letter = 60 * time.Millisecond
	most   = 40 * time.Second
)

// Story is the story of a window. The zero Story is empty and closed.
type Story struct {
	scenes  []story.Scene
	file    string
	at      int // scene shown last; -1 for none
	open    bool
	unsaved bool
	playing bool
	timed   bool          // the time of the scene has begun
	due     time.Duration // when the next scene follows
}

// Open reports whether the card is shown.
func (s *Story) Open() bool { return s.open }

// Playing reports whether scenes follow by themselves.
func (s *Story) Playing() bool { return s.playing }

// Toggle shows or hides the card; hidden, nothing plays.
func (s *Story) Toggle() {
	if s.open = !s.open; !s.open {
		s.playing = false
	}
	if len(s.scenes) == 0 {
		s.at = -1
	}
}

// Load takes over the story of a file. None of its scenes is shown yet.
func (s *Story) Load(file string, of *story.Story) {
	*s = Story{scenes: slices.Clone(of.Scenes), file: file, at: -1, open: true}
}

// Saved notes the file that the story was written to, as it was then.
func (s *Story) Saved(file string, of *story.Story) {
	s.file = file
	s.unsaved = s.unsaved && !slices.EqualFunc(s.scenes, of.Scenes, func(a, b story.Scene) bool { return a.Title == b.Title && a.Note == b.Note })
}

// File is the path of the story's file; empty for none.
func (s *Story) File() string { return s.file }

// Story returns what is to be written.
func (s *Story) Story() *story.Story { return &story.Story{Scenes: slices.Clone(s.scenes)} }

// Empty reports whether there are no scenes.
func (s *Story) Empty() bool { return len(s.scenes) == 0 }

// Add puts a scene behind the one shown, and shows it.
func (s *Story) Add(sc story.Scene) {
	if s.open = true; s.Empty() {
		s.at = -1
	}
	s.at++
	s.scenes = slices.Insert(slices.Clone(s.scenes), s.at, sc)
	s.unsaved = true
}

// Replace has the scene shown show something else, with the same texts.
func (s *Story) Replace(sc story.Scene) {
	if s.shows() {
		sc.Title, sc.Note = s.scenes[s.at].Title, s.scenes[s.at].Note
		s.set(sc)
	}
}

// Name gives the scene shown other texts.
func (s *Story) Name(to model.StoryScene) {
	if s.shows() {
		sc := s.scenes[s.at]
		sc.Title, sc.Note = to.Title, to.Note
		s.set(sc)
	}
}

func (s *Story) set(sc story.Scene) {
	s.scenes = slices.Clone(s.scenes)
	s.scenes[s.at], s.unsaved = sc, true
}

// Remove leaves out the scene shown; the one before it is shown last then.
func (s *Story) Remove() {
	if s.shows() {
		s.scenes = slices.Delete(slices.Clone(s.scenes), s.at, s.at+1)
		s.at, s.unsaved = max(s.at-1, min(len(s.scenes), 1)-1), true
	}
}

// Move moves the scene shown by one place.
func (s *Story) Move(by int) {
	if to := s.at + by; s.shows() && to >= 0 && to < len(s.scenes) {
		s.scenes = slices.Clone(s.scenes)
		s.scenes[s.at], s.scenes[to] = s.scenes[to], s.scenes[s.at]
		s.at, s.unsaved = to, true
	}
}

func (s *Story) shows() bool { return s.at >= 0 && s.at < len(s.scenes) }

// Show returns the scene with an index, which is shown from now on; ok is false if there is none.
func (s *Story) Show(index int) (sc story.Scene, ok bool) {
	if index < 0 || index >= len(s.scenes) {
		return story.Scene{}, false
	}
	s.at, s.open, s.timed = index, true, false
	return s.scenes[index], true
}

// Step is like [Story.Show] for the scene so many places further on.
func (s *Story) Step(by int) (sc story.Scene, ok bool) { return s.Show(s.at + by) }

// Play begins to play, from the first scene if the last one is shown, or pauses. It returns the scene to be shown.
func (s *Story) Play() (sc story.Scene, ok bool) {
	if s.playing = !s.playing && !s.Empty(); !s.playing {
		return story.Scene{}, false
	}
	if s.at < 0 || s.at >= len(s.scenes)-1 {
		return s.Show(0)
	}
	return s.Show(s.at)
}

// Tick returns the scene that follows at the time now, if it is time for one. ready says that the one before is shown.
func (s *Story) Tick(now time.Duration, ready bool) (sc story.Scene, ok bool) {
	switch {
	case !s.playing || !ready || !s.shows():
		return story.Scene{}, false
	case !s.timed:
		s.timed, s.due = true, now+stays(&s.scenes[s.at])
		return story.Scene{}, false
	case now < s.due:
		return story.Scene{}, false
	case s.at == len(s.scenes)-1:
		s.playing = false
		return story.Scene{}, false
	}
	return s.Show(s.at + 1)
}

// stays is how long a scene is shown.
func stays(sc *story.Scene) time.Duration {
	return min(least+time.Duration(utf8.RuneCountInString(sc.Title+sc.Note))*letter, most)
}

// Wake returns when the next scene is due; ok is false if none follows by itself.
func (s *Story) Wake() (at time.Duration, ok bool) { return s.due, s.playing && s.timed }

// Model is what the card shows; nil while it is closed.
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
