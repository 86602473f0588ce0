package opening

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memcity/assets"
	"memcity/city/link"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/atomic"
	"memcity/render/jobs"
	"memcity/render/scenes"
	"memcity/words"
)

// Stories shows the story of a recording.
type Stories struct {
	scenes.Story

	opening *Opening
	pose    *scene.Pose // camera of the scene to show; nil for none
	played  bool        // whether the story was playing at the last frame
}

// put adds the current view to the story as a scene, or replaces the current scene by it.
func (t *Stories) put(put func(link.Scene)) {
	sc, ok := t.capture()
	if !ok {
		t.opening.Notices.Toast("No view to add: open a recording first.")
		return
	}
	put(sc)
}

// capture returns a scene of the current view.
func (t *Stories) capture() (sc link.Scene, ok bool) {
	l, ok := t.opening.Link()
	if !ok {
		return sc, false
	}
	sc.Link = l
	sc.Recording, sc.Base = link.WholePaths(l.Recording), link.WholePaths(l.Base)
	if t.opening.Store.City != nil {
		if pose, ok := scene.PoseOf(t.opening.Store.State.Camera, t.opening.Store.State.Bounds); ok {
			sc.Camera = &pose
		}
		if sc.Colors = t.opening.Store.State.Settings.Color.String(); t.opening.Store.State.Settings.Color.Finds() && t.opening.Store.City.Pinned != nil && len(t.opening.Store.City.Pinned.List) > 0 {
			sc.Finding = t.opening.Store.State.Guide.Finding + 1
		}
	}
	sc.Title = words.UpperFirst(t.opening.Store.State.View.String())
	if t.opening.Store.City != nil {
		if node, found := t.opening.Store.Find(t.opening.Store.State.Selection); found {
			sc.Title = sc.Title + ": " + t.opening.Store.City.Plan.Series.Name(node)
		}
	}
	return sc, true
}

// Show shows a scene. It opens the recording of the scene if another one is open.
func (t *Stories) Show(sc link.Scene, ok bool) {
	if !ok {
		return
	}
	t.color(&sc)
	l := sc.Link
	same := slices.Equal(link.WholePaths(t.opening.Store.Opened.Paths), link.WholePaths(l.Recording)) && slices.Equal(link.WholePaths(t.opening.Store.State.Split().Paths.Slice()), link.WholePaths(l.Base))
	if !same || t.opening.Store.Opened.Number == 0 {
		t.opening.OpenAt(trees.Baseline{Paths: seq.Of(l.Base...)}, l)
		t.pose = sc.Camera
		return
	}
	t.pose = sc.Camera
	t.opening.regroup(&l)
	t.opening.await(l, t.opening.Store.Opened.Number-1)
}

// color applies the colors and the finding of a scene.
func (t *Stories) color(sc *link.Scene) {
	if colors, ok := sc.Coloring(); ok && colors != t.opening.Store.State.Settings.Color {
		to := t.opening.Store.State.Settings
		to.Color = colors
		t.opening.Store.Do(state.Set{To: to})
	}
	if to := sc.Finding - 1; to >= 0 && to != t.opening.Store.State.Guide.Finding {
		t.opening.Store.Do(state.Explain{Finding: to})
	}
}

// Follow moves the camera to the pose of the scene once that is shown. When the next scene is due, it shows that.
func (t *Stories) Follow(now time.Duration) {
	r := &t.opening.Store.Result
	ready := t.opening.awaited == nil && !r.Busy && t.opening.Store.Opened.Number == r.Opening && (t.opening.Store.City != nil || t.opening.Store.Events != nil)
	if p := t.pose; p != nil && ready {
		t.pose = nil
		to := p.Camera(t.opening.Store.State.Bounds)
		to.Pitch = min(max(to.Pitch, scene.MinPitch), scene.MaxPitch)
		t.opening.Navigation.Fly(to, now)
	}
	sc, ok := t.Tick(now, ready && !t.opening.Store.State.Flying())
	if ok || t.Playing() != t.played {
		t.opening.Store.Stale = true
	}
	t.played = t.Playing()
	t.Show(sc, ok)
}

// Open reads a story from a file and shows its first scene.
func (t *Stories) Open(path string) {
	t.read(path, func(s *link.Story) {
		t.Load(path, s)
		t.Show(t.Story.Show(0))
	}, func(err error) string { return path + ": " + err.Error() })
}

// find offers the story stored next to the recording being opened.
func (t *Stories) find(paths []string) {
	if len(paths) == 0 || !t.Empty() || !t.opening.Memory.Lasts() || !link.IsFile(paths[0]) {
		return
	}
	path := link.StoryNextTo(paths[0])
	t.read(path, func(s *link.Story) {
		if t.Empty() {
			t.Load(path, s)
			t.Toggle()
			t.opening.Notices.Toast("This recording has a story. " + t.opening.keyLabel(action.StoryCard) + " shows it, " + t.opening.keyLabel(action.StoryNext) + " starts it.")
		}
	}, func(error) string { return "" })
}

// read reads a story in the background. It shows the result of trouble if reading fails.
func (t *Stories) read(path string, take func(*link.Story), trouble func(error) string) {
	t.opening.Jobs.Start(jobs.StoryFile, func() string {
		f, err := os.Open(path)
		if err != nil {
			return trouble(err)
		}
		defer f.Close()
		s, err := link.ReadStory(path, f)
		if err != nil {
			return trouble(err)
		}
		t.opening.Jobs.Later(func() { take(s); t.opening.Store.Stale = true })
		return ""
	})
}

// Save writes the story to a file. It prompts for the file if path is empty. A story without scenes gets the current view as its first.
func (t *Stories) Save(path string) {
	if t.Empty() {
		sc, ok := t.capture()
		if !ok {
			t.opening.Notices.Toast("No view to save: open a recording first.")
			return
		}
		t.Story.Add(sc)
	}
	s := t.Story.Story()
	folder, name := t.opening.folder(), "story"+link.StoryExtension
	if len(t.opening.Store.Opened.Paths) > 0 {
		name = filepath.Base(link.StoryNextTo(strings.TrimPrefix(t.opening.Store.Opened.Paths[0], assets.DemoPrefix)))
	}
	t.opening.Jobs.Start(jobs.ChooseFiles, func() string {
		to := path
		if to == "" {
			var err error
			if to, err = t.opening.Files.Save(t.opening.Jobs.Context(), folder, name); err != nil || to == "" {
				return jobs.TextOf(err)
			}
			if !link.IsStory(to) {
				to += link.StoryExtension
			}
		}
		if err := atomic.Write(to, atomic.Public, func(w io.Writer) error { return s.Write(to, w) }); err != nil {
			return fmt.Sprintf("The story was not saved: %v", err)
		}
		t.opening.Jobs.Later(func() { t.Saved(to, s); t.opening.Store.Stale = true })
		return storyText(len(s.Scenes)) + " saved as " + filepath.Base(to) + ". Open it with memcity " + filepath.Base(to) + "."
	})
}

func storyText(scenes int) string {
	if scenes == 1 {
		return "View"
	}
	return fmt.Sprintf("Story of %d scenes", scenes)
}

// Add adds the current view to the story as a scene.
func (t *Stories) Add() { t.put(t.Story.Add) }

// Replace replaces the current scene by the current view.
func (t *Stories) Replace() { t.put(t.Story.Replace) }

// StepBy goes to the previous or next scene, if the story has any.
func (t *Stories) StepBy(by int) {
	if !t.Empty() {
		t.Show(t.Step(by))
	}
}
