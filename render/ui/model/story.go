package model

import "memcity/city/seq"

// Story is what the card of the story shows: views of the recording with notes, which are shown one after the other.
type Story struct {
	Scenes  []StoryScene
	At      int // index of the scene that was shown last; -1 for none
	Playing bool
	Unsaved bool
	File    string // path that it was read from or written to; empty for none
}

// StoryScene is what is said about one view.
type StoryScene struct{ Title, Note string }

type (
	// GoToScene shows a scene of the story.
	GoToScene struct{ Index int }
	// NameScene gives the scene shown a title and a note.
	NameScene struct{ Scene StoryScene }
)

func (GoToScene) event() {}
func (NameScene) event() {}

func (s *Story) same(o *Story) bool {
	return seq.Same(s.Scenes, o.Scenes) && s.At == o.At && s.Playing == o.Playing && s.Unsaved == o.Unsaved && s.File == o.File
}
