package film

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

	"memcity/trace/process"
)

// ErrNoFFmpeg reports that MP4 cannot be written because ffmpeg is missing.
var ErrNoFFmpeg = errors.New("mp4: needs the program ffmpeg, which is not on the search path; gif and apng need nothing")

// mp4Writer sends frames to ffmpeg, which writes the file.
type mp4Writer struct {
	program *process.Cmd
	to      io.WriteCloser
	said    bytes.Buffer
	last    *image.RGBA
}

func createMP4(path string, o Options) (Writer, error) {
	ffmpeg, err := process.Find("ffmpeg")
	switch {
	case errors.Is(err, process.ErrShared):
		return nil, fmt.Errorf("mp4: %w", err)
	case err != nil:
		return nil, ErrNoFFmpeg
	}
	if path, err = filepath.Abs(path); err != nil { // ffmpeg may run in another folder
		return nil, err
	}
	if o.Width%2 != 0 || o.Height%2 != 0 {
		return nil, fmt.Errorf("mp4 of %dx%d pixels: both sides must be even", o.Width, o.Height)
	}
	w := &mp4Writer{}
	w.program = process.Command(context.Background(), ffmpeg, "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba",
		"-s", fmt.Sprintf("%dx%d", o.Width, o.Height), "-r", fmt.Sprint(o.Rate), "-i", "-",
		"-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4", "file:"+path)
	w.program.Stderr = &w.said
	if w.to, err = w.program.StdinPipe(); err != nil {
		return nil, err
	}
	return w, w.program.Start()
}

func (w *mp4Writer) Add(frame *image.RGBA) error {
	w.last = frame
	_, err := w.to.Write(frame.Pix)
	if err != nil {
		return errors.Join(w.Close(), err)
	}
	return nil
}

func (w *mp4Writer) Repeat() error { return w.Add(w.last) }

func (w *mp4Writer) Close() error {
	w.to.Close()
	if err := w.program.Wait(); err != nil {
		return fmt.Errorf("ffmpeg: %s (%w)", strings.TrimSpace(w.said.String()), err)
	}
	return nil
}
