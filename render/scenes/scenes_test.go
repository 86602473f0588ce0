package scenes

import (
	"testing"
	"time"

	"memcity/city/link"
	"memcity/render/ui/model"
)

func titles(s *Story) (all string) {
	for _, sc := range s.Story().Scenes {
		all += sc.Title
	}
	return all
}

func TestEdit(t *testing.T) {
	var s Story
	if s.Model() != nil || !s.Empty() {
		t.Error("a story is there from the start")
	}
	for _, title := range []string{"a", "b", "c"} {
		s.Add(link.Scene{Title: title})
	}
	s.Show(0)
	s.Add(link.Scene{Title: "d"})
	if titles(&s) != "adbc" || s.Model().At != 1 || !s.Model().Unsaved {
		t.Errorf("%s, %+v", titles(&s), s.Model())
	}
	s.Move(1)
	s.Move(1)
	s.Move(1)
	s.Name(model.StoryScene{Title: "e", Note: "n"})
	s.Replace(link.Scene{Title: "not this"})
	if titles(&s) != "abce" || s.Model().Scenes[3].Note != "n" {
		t.Errorf("%s, %+v", titles(&s), s.Model())
	}
	s.Remove()
	if titles(&s) != "abc" || s.Model().At != 2 {
		t.Errorf("%s, %+v", titles(&s), s.Model())
	}
	for range 4 {
		s.Remove()
	}
	if m := s.Model(); !s.Empty() || m.At != -1 {
		t.Errorf("without scenes: %+v", m)
	}
}

func TestSaved(t *testing.T) {
	var s Story
	s.Add(link.Scene{Title: "a"})
	written := s.Story()
	s.Name(model.StoryScene{Title: "b"})
	if s.Saved("x.mcview", written); !s.Model().Unsaved || s.File() != "x.mcview" {
		t.Error("what was changed meanwhile counts as saved")
	}
	if s.Saved("x.mcview", s.Story()); s.Model().Unsaved {
		t.Error("what was saved does not count as saved")
	}
}

// Scenes advance by the clock, counted from when each is shown, until the last one.
func TestPlay(t *testing.T) {
	var s Story
	s.Load("x.mcview", &link.Story{Scenes: []link.Scene{{Title: "a"}, {Title: "b"}}})
	if sc, ok := s.Play(); !ok || sc.Title != "a" {
		t.Fatalf("begins with %v, %v", sc, ok)
	}
	now := time.Minute
	if _, ok := s.Tick(now, false); ok {
		t.Error("goes on before the scene is shown")
	}
	if _, ok := s.Wake(); ok {
		t.Error("the time runs before the scene is shown")
	}
	s.Tick(now, true)
	due, ok := s.Wake()
	if !ok || due <= now {
		t.Fatalf("due at %v, %v", due, ok)
	}
	if _, ok := s.Tick(due-1, true); ok {
		t.Error("goes on too early")
	}
	if sc, ok := s.Tick(due, true); !ok || sc.Title != "b" {
		t.Errorf("then %v, %v", sc, ok)
	}
	s.Tick(due, true)
	due, _ = s.Wake()
	if _, ok := s.Tick(due, true); ok || s.Playing() {
		t.Error("goes on after the last scene")
	}
	if sc, ok := s.Play(); !ok || sc.Title != "a" {
		t.Errorf("plays again from %v, %v", sc, ok)
	}
	if _, ok := s.Play(); ok || s.Playing() {
		t.Error("does not pause")
	}
	if sc, ok := s.Step(1); !ok || sc.Title != "b" {
		t.Errorf("the next one is %v, %v", sc, ok)
	}
	if _, ok := s.Step(1); ok {
		t.Error("there is one after the last")
	}
	s.Toggle()
	if s.Model() != nil {
		t.Error("hidden, it is shown")
	}
}
