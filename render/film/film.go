// Package film writes films: animated GIF and PNG, and MP4 with the program ffmpeg. It writes frames as they arrive.
// Only GIF is kept in memory until the end, with one byte per changed pixel.
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

// Format is a film format.
type Format string

// Film formats.
const (
	GIF  Format = "gif"
	APNG Format = "apng"
	MP4  Format = "mp4"
)

// FormatOf returns the format for the extension of a file name. A file ending in .png is an animated PNG.
func FormatOf(path string) (Format, error) {
	switch end := strings.ToLower(filepath.Ext(path)); end {
	case ".gif", ".apng", ".mp4":
		return Format(end[1:]), nil
	case ".png":
		return APNG, nil
	}
	return "", fmt.Errorf("%s: expected a name that ends in .gif, .apng or .mp4", path)
}

// Options describes a film.
type Options struct {
	Width, Height int // frame size in pixels; even for MP4
	Rate          int // frames per second, 1 to 50
	Frames        int // total number of frames
	// Sample is a picture with the colors of the film, such as several frames side by side. Only GIF uses it, to choose 256 colors.
	Sample *image.RGBA
	// Colors are colors that a GIF must contain exactly, at most 100. They may be too rare in the sample to be chosen.
	Colors []color.RGBA
}

// Writer writes the frames of a film in order.
type Writer interface {
	// Add appends a frame. The frame must not change until the next call of Add or Close returns.
	Add(frame *image.RGBA) error
	// Repeat appends the last frame again.
	Repeat() error
	// Close completes the film. Without it, or after an error, the file is invalid.
	Close() error
}

// Create starts a film in a file. A new file is readable only by the user. MP4 requires ffmpeg; see [ErrNoFFmpeg].
func Create(path string, format Format, o Options) (Writer, error) {
	if o.Width < 1 || o.Height < 1 || o.Rate < 1 || o.Frames < 1 {
		return nil, fmt.Errorf("film of %d frames of %dx%d at %d a second: expected one or more of each", o.Frames, o.Width, o.Height, o.Rate)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, private)
	if err != nil {
		return nil, err
	}
	switch format {
	case GIF:
		return newGIF(f, o), nil
	case APNG:
		return newAPNG(f, o), nil
	}
	f.Close()
	w, err := createMP4(path, o)
	if err != nil {
		os.Remove(path)
	}
	return w, err
}

// private is the mode of a new film, which may show names from a heap.
const private = 0o600

// finish closes a file after its last write and returns the first error.
func finish(f io.Closer, err error) error {
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
