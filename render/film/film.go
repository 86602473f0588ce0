// Package film writes films: animated GIF and PNG, AVI with JPEG pictures, and MP4 through the program ffmpeg. Frames are
// written as they come, but for GIF, which keeps one byte a pixel of what changed.
package film

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Format is how a film is written.
type Format string

// Formats.
const (
	GIF  Format = "gif"
	APNG Format = "apng"
	AVI  Format = "avi"
	MP4  Format = "mp4"
)

// FormatOf reports the format by the end of a file's name. Files that end in .png are animated PNG.
func FormatOf(path string) (Format, error) {
	switch end := strings.ToLower(filepath.Ext(path)); end {
	case ".gif", ".apng", ".avi", ".mp4":
		return Format(end[1:]), nil
	case ".png":
		return APNG, nil
	}
	return "", fmt.Errorf("%s: expected a name that ends in .gif, .apng, .avi or .mp4", path)
}

// Options describe a film.
type Options struct {
	Width, Height int // pixels of every frame; even for MP4
	Rate          int // frames a second, 1 to 50
	Frames        int // all there will be
	// Sample has the colours of the film, for GIF, which has 256: some frames side by side.
	Sample image.Image
	// Colors are those that GIF must have exactly, 100 at most: they may be too few to count in the sample.
	Colors []color.RGBA
}

// Writer takes the frames of a film in their order.
type Writer interface {
	// Add appends a frame. It must not change until the next call of Add or Close has returned.
	Add(frame *image.RGBA) error
	// Repeat appends the last frame once more.
	Repeat() error
	// Close finishes the film. Without it, or after an error, the file is no film.
	Close() error
}

// Create begins a film in a file that only the user can read if it is new. MP4 needs ffmpeg, see [ErrNoFFmpeg].
func Create(path string, format Format, o Options) (Writer, error) {
	if o.Width < 1 || o.Height < 1 || o.Rate < 1 || o.Frames < 1 {
		return nil, fmt.Errorf("film of %d frames of %dx%d at %d a second: expected one or more of each", o.Frames, o.Width, o.Height, o.Rate)
	}
	switch format {
	case AVI:
		return named(path, o, createAVI)
	case MP4:
		return named(path, o, createMP4)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, private)
	if err != nil {
		return nil, err
	}
	if format == GIF {
		return newGIF(f, o), nil
	}
	return newAPNG(f, o), nil
}

// private is the mode of a new film: it has names of a heap.
const private = 0o600

// named makes a file for a writer that opens it by its name, unless there is one. What cannot be begun leaves none behind.
func named(path string, o Options, create func(string, Options) (Writer, error)) (Writer, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, private)
	made := err == nil
	if made {
		f.Close()
	}
	w, err := create(path, o)
	if err != nil && made {
		os.Remove(path)
	}
	return w, err
}

// finish closes a file after its last write, and returns the first error of the two.
func finish(f io.Closer, err error) error {
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
