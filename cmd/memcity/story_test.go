package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/link"
)

// TestStory creates a story of three views, plays and saves it, and opens it again by its file alone, as users do.
func TestStory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shown.mcview")
	mustRun(t, []string{"demo:two-caches"}, strings.Split(`size 1280x720
key Ctrl+B
wait
expect items.text "The story has no scenes. Add the current view as a scene. A scene stores the view, GC point, selection and camera."
click "Add this view"
wait
click "Title"
key Ctrl+A
type "All of it"
click "Heap#com.example.shop#Product"
wait
key Ctrl+4
wait
click "story: Add this view"
wait
expect items.value "Graph: Product"
click "Note of the scene"
type "Two caches hold it."
click "views: City"
key Home
wait
click "story: Add this view"
wait
expect items.text "3 of 3"
choose `+file+`
key Ctrl+S
wait`, "\n")...)
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := link.ReadStory(file, f)
	if err != nil || len(s.Scenes) != 3 {
		t.Fatalf("saved %+v, %v", s, err)
	}
	if sc := s.Scenes[1]; sc.View != "graph" || sc.Note != "Two caches hold it." || sc.Recording[0] != "demo:two-caches" || sc.At != 0 {
		t.Errorf("the second scene is %+v", sc)
	}
	if sc := s.Scenes[0]; sc.Colors != "auto" || sc.Finding != 1 {
		t.Errorf("the first scene is %+v", sc)
	}
	if s.Scenes[0].Title != "All of it" || s.Scenes[2].At != 1 || s.Scenes[2].Camera == nil {
		t.Errorf("the scenes are %+v", s.Scenes)
	}
	mustRun(t, []string{file}, strings.Split(`size 1280x720
wait
expect recording two-caches
expect view city
expect point 10
expect items.text "1 of 3"
key PageDown
wait
expect view graph
expect selection "Heap#com.example.shop#Product"
expect items.text "2 of 3"
key PageUp
wait
expect view city
key Ctrl+P
wait
advance 5000
wait
expect items.text "Two caches hold it."
expect view graph
advance 7000
wait
expect items.text "3 of 3"
expect point 1
advance 7000
wait
expect items.text "Play the story"`, "\n")...)
}

// TestStoryColors: a scene shows its colors. A scene without colors keeps the current ones.
func TestStoryColors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shown.mcview")
	writeStory(t, file, &link.Story{Scenes: []link.Scene{
		{Title: "a", Link: link.Link{Recording: []string{"demo:two-caches"}}, Colors: "growth"},
		{Title: "b", Link: link.Link{Recording: []string{"demo:two-caches"}}},
		{Title: "c", Link: link.Link{Recording: []string{"demo:two-caches"}}, Colors: "auto", Finding: 1},
	}})
	mustRun(t, []string{file}, strings.Split(`size 1280x720
wait
expect settings.color growth
key PageDown
wait
expect items.text "2 of 3"
expect settings.color growth
key PageDown
wait
expect settings.color auto
expect pinned.of 1`, "\n")...)
}
