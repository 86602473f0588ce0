package link

import (
	"bytes"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
)

func TestWriteAndRead(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "deep", "shop.mct"), filepath.Join(filepath.Dir(dir), "other.hprof")
	s := &Story{Scenes: []Scene{
		{Title: "It <grows>", Note: "twice\nas fast", Link: Link{Recording: []string{in}, Base: []string{out}, View: "overview",
			By: seq.Of("package", "type"), At: 3, From: 2, To: 5, Groups: []string{"Heap#a"}}},
		{Link: Link{Recording: []string{"ws://host:8887/x"}}},
		{Link: Link{Recording: []string{"demo:persons"}}, Camera: &scene.Pose{X: 1, Yaw: 0.5, Pitch: 1, Distance: 2}, Colors: "growth", Finding: 2},
	}}
	var b bytes.Buffer
	path := filepath.Join(dir, "a"+StoryExtension)
	if err := s.Write(path, &b); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"deep/shop.mct"`, `"It <grows>"`, `"demo:persons"`, `"memcity_story": 1`} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("%s is not in\n%s", part, b.String())
		}
	}
	got, err := ReadStory(path, &b)
	if err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("read %+v, %v", got, err)
	}
}

// A file moved together with its recording still finds it.
func TestMoved(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	var b bytes.Buffer
	s := &Story{Scenes: []Scene{{Link: Link{Recording: []string{filepath.Join(from, "shop.mct")}}}}}
	if err := s.Write(filepath.Join(from, "x.mcview"), &b); err != nil {
		t.Fatal(err)
	}
	got, err := ReadStory(filepath.Join(to, "x.mcview"), &b)
	if err != nil || got.Scenes[0].Recording[0] != filepath.Join(to, "shop.mct") {
		t.Errorf("read %+v, %v", got, err)
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "not a story: EOF",
		"{}":                   "not a story: missing key memcity_story",
		`{"memcity_story": 2}`: "story of version 2: this program reads up to 1",
		`{"memcity_story": 1}`: "the story has no scenes",
		`{"memcity_story": 1, "scenes": [{"title": "a"}]}`:                                                         "scene 1 has no recording",
		`{"memcity_story": 1, "scenes": [` + strings.Repeat(`{},`, maxScenes) + `{}]}`:                             "story of 1001 scenes: at most 1000",
		`{"memcity_story": 1, "scenes": [{"recording": ["a"], "note": "` + strings.Repeat("x", maxText+1) + `"}]}`: "scene 1 has a text of more than 10000 bytes",
		`{"memcity_story": 1, "scenes": [{"recording": ["a"], "camera": {"distance": 1e300}}]}`:                    "scene 1: the camera is out of bounds",
		`{"memcity_story": 1, "scenes": [{"recording": ["a"], "colors": "red"}]}`:                                  "scene 1: unknown colors or finding",
		`{"memcity_story": 1, "scenes": [{"recording": ["a"], "finding": -1}]}`:                                    "scene 1: unknown colors or finding",
		strings.Repeat(" ", maxBytes+1):                                                                            "story of more than 4194304 bytes",
	} {
		if _, err := ReadStory("x.mcview", strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func TestNames(t *testing.T) {
	for path, want := range map[string]string{"/a/shop.mct": "/a/shop.mcview", "/a/x.tar.zst": "/a/x.mcview", "/a/dumps": "/a/dumps.mcview", "/a/.mct": "/a/.mct.mcview"} {
		if got := StoryNextTo(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
		if !IsStory(want) || IsStory(path) {
			t.Errorf("%s is no story, or %s is one", want, path)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"memcity_story": 1, "scenes": [{"title": "a", "recording": ["b"], "by": ["type"], "camera": {"x": 1, "distance": 2}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadStory("/a/x.mcview", strings.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := s.Write("/a/x.mcview", &b); err != nil {
			t.Fatal(err)
		}
		if again, err := ReadStory("/a/x.mcview", &b); err != nil || len(again.Scenes) != len(s.Scenes) {
			t.Errorf("read again: %v", err)
		}
	})
}
