package model

import "memcity/city/seq"

// Story is the model of the story card: a sequence of views of the recording with notes.
type Story struct {
	Scenes  []StoryScene
	At      int // index of the last shown scene; -1 for none
	Playing bool
	Unsaved bool
	File    string // path of its file; "" for none
}

// StoryScene contains the texts of a scene.
type StoryScene struct{ Title, Note string }

type (
	// GoToScene shows a scene of the story.
	GoToScene struct{ Index int }
	// NameScene sets the title and the note of the current scene.
	NameScene struct{ Scene StoryScene }
)

func (GoToScene) event() {}
func (NameScene) event() {}

func (s *Story) same(o *Story) bool {
	return seq.Same(s.Scenes, o.Scenes) && s.At == o.At && s.Playing == o.Playing && s.Unsaved == o.Unsaved && s.File == o.File
}
