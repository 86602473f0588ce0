package link

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"memcity/city/scene"
)

// StoryExtension is the file name extension of stories.
const StoryExtension = ".mcview"

// storyVersion is the version of the format. Files of later versions are refused.
const storyVersion = 1

// Limits for reading.
const (
	maxBytes  = 4 << 20
	maxScenes = 1000
	maxText   = 10_000 // bytes of a title or note
)

// Story is a list of scenes in order.
type Story struct {
	Scenes []Scene `json:"scenes"`
}

// Scene is a view with a comment.
type Scene struct {
	Title string `json:"title,omitempty"`
	Note  string `json:"note,omitempty"`
	Link
	Camera  *scene.Pose `json:"camera,omitempty"`  // nil for the default pose
	Colors  string      `json:"colors,omitempty"`  // name of a [scene.Coloring]; empty for the current one
	Finding int         `json:"finding,omitempty"` // number of the guide's finding that the city marks, 1-based; 0 for the current one
}

// Coloring returns the scene's coloring; ok is false if it does not set one.
func (s *Scene) Coloring() (c scene.Coloring, ok bool) {
	c, err := scene.ParseColoring(s.Colors)
	return c, err == nil && s.Colors != ""
}

// storyFile is the file format of a story.
type storyFile struct {
	Version int `json:"memcity_story"`
	Story
}

// IsStory reports whether a path has the extension of a story.
func IsStory(path string) bool { return strings.EqualFold(filepath.Ext(path), StoryExtension) }

// ReadStory reads a story from r. path is the path of its file. An error names the fault.
func ReadStory(path string, r io.Reader) (*Story, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("story of more than %d bytes", maxBytes)
	}
	var f storyFile
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("not a story: %w", err)
	}
	switch {
	case f.Version == 0:
		return nil, fmt.Errorf("not a story: missing key memcity_story")
	case f.Version > storyVersion:
		return nil, fmt.Errorf("story of version %d: this program reads up to %d", f.Version, storyVersion)
	case len(f.Scenes) == 0:
		return nil, fmt.Errorf("the story has no scenes")
	case len(f.Scenes) > maxScenes:
		return nil, fmt.Errorf("story of %d scenes: at most %d", len(f.Scenes), maxScenes)
	}
	folder := filepath.Dir(path)
	for i := range f.Scenes {
		s := &f.Scenes[i]
		if len(s.Recording) == 0 {
			return nil, fmt.Errorf("scene %d has no recording", i+1)
		}
		if s.Camera != nil && !s.Camera.Sound() {
			return nil, fmt.Errorf("scene %d: the camera is out of bounds", i+1)
		}
		if _, ok := s.Coloring(); !ok && s.Colors != "" || s.Finding < 0 {
			return nil, fmt.Errorf("scene %d: unknown colors or finding", i+1)
		}
		if max(len(s.Title), len(s.Note)) > maxText {
			return nil, fmt.Errorf("scene %d has a text of more than %d bytes", i+1, maxText)
		}
		s.Recording, s.Base = absolute(folder, s.Recording), absolute(folder, s.Base)
	}
	return &f.Story, nil
}

// Write writes the story to w. path is the path of its file.
func (s *Story) Write(path string, w io.Writer) error {
	folder := filepath.Dir(path)
	out := storyFile{Version: storyVersion, Story: Story{Scenes: slices.Clone(s.Scenes)}}
	for i := range out.Scenes {
		sc := &out.Scenes[i]
		sc.Recording, sc.Base = relative(folder, sc.Recording), relative(folder, sc.Base)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func absolute(folder string, paths []string) []string {
	out := slices.Clone(paths)
	for i, p := range out {
		if !IsFile(p) {
			continue
		}
		if p = filepath.FromSlash(p); !filepath.IsAbs(p) {
			out[i] = filepath.Join(folder, p)
		}
	}
	return out
}

func relative(folder string, paths []string) []string {
	out := slices.Clone(paths)
	for i, p := range out {
		if r, err := filepath.Rel(folder, p); err == nil && filepath.IsAbs(p) && filepath.IsLocal(r) {
			out[i] = filepath.ToSlash(r)
		}
	}
	return out
}

// StoryNextTo returns the path of a recording's story.
func StoryNextTo(recording string) string {
	name := recording
	for _, end := range []string{".gz", ".zst", ".tar", ".mct", ".hprof", ".phd", ".heapsnapshot", ".heaptimeline", ".heapprofile", ".pb", ".pprof", ".json", ".jsonl", ".objects", ".zip", ".jfr"} {
		if strings.HasSuffix(strings.ToLower(name), end) && len(filepath.Base(name)) > len(end) {
			name = name[:len(name)-len(end)]
		}
	}
	return name + StoryExtension
}
