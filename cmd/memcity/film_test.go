package main

import (
	"context"
	"errors"
	"image"
	"image/gif"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestFilm: the city moves, the film has the requested length, and the folder contains nothing else.
func TestFilm(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f.gif")
	for _, camera := range []string{"still", "orbit", "follow"} {
		r := memcity("film", "demo:steady", "--seconds", "2", "--rate", "5", "--size", "160x96", "--camera", camera, "--window", "1..5", "-o",
			path)
		if r.err != nil {
			t.Fatal(r.err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		film, err := gif.DecodeAll(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for _, d := range film.Delay {
			total += d
		}
		if film.Config.Width != 160 || film.Config.Height != 96 || total != 200 {
			t.Errorf("%s: %dx%d, %d hundredths of a second", camera, film.Config.Width, film.Config.Height, total)
		}
		moving := 0
		for _, part := range film.Image[1:] {
			if part.Rect.Dx() > 8 {
				moving++
			}
		}
		if moving < 4 {
			t.Errorf("%s: %d frames of %d move", camera, moving, len(film.Image))
		}
		if camera == "orbit" && film.Image[len(film.Image)/2].Rect.Intersect(image.Rect(60, 30, 100, 60)).Empty() {
			t.Error("the city does not turn")
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("in the folder: %v, %v", left, err)
	}
}

// TestFilmOfParts: a film has the same parts as a picture at each of its GC points.
func TestFilmOfParts(t *testing.T) {
	shots := map[string]bool{}
	path := filepath.Join(t.TempDir(), "f.apng")
	for _, options := range [][]string{
		{"--window", "2..3"}, {"--window", "2..3", "--ages"}, {"--diff", "2..3"}, {"--window", "2..3", "--without", "Heap#java.lang#String"},
		{"--window", "2..3", "--routes", "30"},
	} {
		r := memcity(append([]string{"film", "demo:steady", "--seconds", "1", "--rate", "3", "--size", "160x96", "--caption=false", "-o",
			path}, options...)...)
		if r.err != nil {
			t.Fatalf("%v: %v", options, r.err)
		}
		if !strings.Contains(r.stderr, "2 GC points") {
			t.Errorf("%v: %s", options, r.stderr)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if shots[string(data)] {
			t.Errorf("%v: the film is that of other options", options)
		}
		shots[string(data)] = true
	}
	if r := memcity("film", "demo:steady", "--ages", "--diff", "1..2", "-o", path); r.err == nil {
		t.Error("two kinds of parts at a time")
	}
}

// impatient is a context that is canceled after a number of checks.
type impatient struct {
	context.Context
	requests, most *atomic.Int64
}

func (i impatient) Err() error {
	if i.requests.Add(1) > i.most.Load() {
		return context.Canceled
	}
	return nil
}

// TestFilmIsGivenUp: a canceled film leaves the existing file unchanged.
func TestFilmIsGivenUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.apng")
	var requests, most atomic.Int64
	film := func() error {
		requests.Store(0)
		ctx := impatient{t.Context(), &requests, &most}
		args := []string{"film", "demo:steady", "--seconds", "1", "--rate", "20", "--size", "160x96", "-o", path}
		return commandLine().Run(ctx, args, strings.NewReader(""), io.Discard, io.Discard)
	}
	most.Store(1 << 40)
	if err := film(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	most.Store(requests.Load() - 5)
	if err := film(); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled near its end: %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "before" {
		t.Errorf("%q, %v", data, err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("in the folder: %v, %v", left, err)
	}
}
