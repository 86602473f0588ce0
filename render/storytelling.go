package render

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
	"memcity/words"
)

// addScene adds the current view to the story as a scene, or replaces the current scene by it.
func (a *App) addScene(put func(link.Scene)) {
	sc, ok := a.capture()
	if !ok {
		a.notices.Toast("No view to add: open a recording first.")
		return
	}
	put(sc)
}

// capture returns a scene of the current view.
func (a *App) capture() (sc link.Scene, ok bool) {
	l, ok := a.Link()
	if !ok {
		return sc, false
	}
	sc.Link = l
	sc.Recording, sc.Base = link.WholePaths(l.Recording), link.WholePaths(l.Base)
	if a.store.City != nil {
		if pose, ok := scene.PoseOf(a.store.State.Camera, a.store.State.Bounds); ok {
			sc.Camera = &pose
		}
		if sc.Colors = a.store.State.Settings.Color.String(); a.store.State.Settings.Color.Finds() && a.store.City.Pinned != nil && len(a.store.City.Pinned.List) > 0 {
			sc.Finding = a.store.State.Guide.Finding + 1
		}
	}
	sc.Title = words.UpperFirst(a.store.State.View.String())
	if a.store.City != nil {
		if node, found := a.store.Find(a.store.State.Selection); found {
			sc.Title = sc.Title + ": " + a.store.City.Plan.Series.Name(node)
		}
	}
	return sc, true
}

// showScene shows a scene. It opens the recording of the scene if another one is open.
func (a *App) showScene(sc link.Scene, ok bool) {
	if !ok {
		return
	}
	a.pose = sc.Camera
	a.colorScene(&sc)
	l := sc.Link
	same := slices.Equal(link.WholePaths(a.store.Opened.Paths), link.WholePaths(l.Recording)) && slices.Equal(link.WholePaths(a.store.State.Split().Paths.Slice()), link.WholePaths(l.Base))
	if !same || a.store.Opened.Number == 0 {
		a.OpenAt(trees.Baseline{Paths: seq.Of(l.Base...)}, l)
		return
	}
	a.regroup(&l)
	a.awaitLink(l, a.store.Opened.Number-1)
}

// colorScene applies the colors and the finding of a scene.
func (a *App) colorScene(sc *link.Scene) {
	if colors, ok := sc.Coloring(); ok && colors != a.store.State.Settings.Color {
		to := a.store.State.Settings
		to.Color = colors
		a.store.Do(state.Set{To: to})
	}
	if to := sc.Finding - 1; to >= 0 && to != a.store.State.Guide.Finding {
		a.store.Do(state.Explain{Finding: to})
	}
}

// followStory moves the camera to the pose of the scene once that is shown. When the next scene is due, it shows that.
func (a *App) followStory(now time.Duration) {
	r := &a.store.Result
	ready := a.awaited == nil && !r.Busy && a.store.Opened.Number == r.Opening && (a.store.City != nil || a.store.Events != nil)
	if p := a.pose; p != nil && ready {
		a.pose = nil
		to := p.Camera(a.store.State.Bounds)
		to.Pitch = min(max(to.Pitch, scene.MinPitch), scene.MaxPitch)
		a.navigation.Fly(to, now)
	}
	sc, ok := a.story.Tick(now, ready && !a.store.State.Flying())
	if ok || a.story.Playing() != a.storyPlayed {
		a.store.Stale = true
	}
	a.storyPlayed = a.story.Playing()
	a.showScene(sc, ok)
}

// OpenStory reads a story from a file and shows its first scene.
func (a *App) OpenStory(path string) {
	a.readStory(path, func(s *link.Story) {
		a.story.Load(path, s)
		a.showScene(a.story.Show(0))
	}, func(err error) string { return path + ": " + err.Error() })
}

// findStory offers the story stored next to the recording being opened.
func (a *App) findStory(paths []string) {
	if len(paths) == 0 || !a.story.Empty() || !a.memory.Lasts() || !link.IsFile(paths[0]) {
		return
	}
	path := link.StoryNextTo(paths[0])
	a.readStory(path, func(s *link.Story) {
		if a.story.Empty() {
			a.story.Load(path, s)
			a.story.Toggle()
			a.notices.Toast("This recording has a story. " + a.keyLabel(action.StoryCard) + " shows it, " + a.keyLabel(action.StoryNext) + " starts it.")
		}
	}, func(error) string { return "" })
}

// readStory reads a story in the background. It shows the result of trouble if reading fails.
func (a *App) readStory(path string, take func(*link.Story), trouble func(error) string) {
	a.jobs.Start(jobs.StoryFile, func() string {
		f, err := os.Open(path)
		if err != nil {
			return trouble(err)
		}
		defer f.Close()
		s, err := link.ReadStory(path, f)
		if err != nil {
			return trouble(err)
		}
		a.jobs.Later(func() { take(s); a.store.Stale = true })
		return ""
	})
}

// saveStory writes the story to a file. It prompts for the file if path is empty. A story without scenes gets the current view as its first.
func (a *App) saveStory(path string) {
	if a.story.Empty() {
		sc, ok := a.capture()
		if !ok {
			a.notices.Toast("No view to save: open a recording first.")
			return
		}
		a.story.Add(sc)
	}
	s := a.story.Story()
	folder, name := a.folderOfRecording(), "story"+link.StoryExtension
	if len(a.store.Opened.Paths) > 0 {
		name = filepath.Base(link.StoryNextTo(strings.TrimPrefix(a.store.Opened.Paths[0], assets.DemoPrefix)))
	}
	a.jobs.Start(jobs.ChooseFiles, func() string {
		to := path
		if to == "" {
			var err error
			if to, err = a.files.Save(a.jobs.Context(), folder, name); err != nil || to == "" {
				return jobs.TextOf(err)
			}
			if !link.IsStory(to) {
				to += link.StoryExtension
			}
		}
		if err := atomic.Write(to, atomic.Public, func(w io.Writer) error { return s.Write(to, w) }); err != nil {
			return fmt.Sprintf("The story was not saved: %v", err)
		}
		a.jobs.Later(func() { a.story.Saved(to, s); a.store.Stale = true })
		return storyText(len(s.Scenes)) + " saved as " + filepath.Base(to) + ". Open it with memcity " + filepath.Base(to) + "."
	})
}

func storyText(scenes int) string {
	if scenes == 1 {
		return "View"
	}
	return fmt.Sprintf("Story of %d scenes", scenes)
}
