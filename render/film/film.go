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
	// Add appends a frame, which is not kept.
	Add(frame *image.RGBA) error
	// Close finishes the film. Without it, or after an error, the file is no film.
	Close() error
}

// Create begins a film in a file. MP4 needs ffmpeg, see [ErrNoFFmpeg].
func Create(path string, format Format, o Options) (Writer, error) {
	if o.Width < 1 || o.Height < 1 || o.Rate < 1 || o.Frames < 1 {
		return nil, fmt.Errorf("film of %d frames of %dx%d at %d a second: expected one or more of each", o.Frames, o.Width, o.Height, o.Rate)
	}
	switch format {
	case AVI:
		return createAVI(path, o)
	case MP4:
		return createMP4(path, o)
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	if format == GIF {
		return newGIF(f, o), nil
	}
	return newAPNG(f, o), nil
}

// finish closes a file after its last write, and returns the first error of the two.
func finish(f io.Closer, err error) error {
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
