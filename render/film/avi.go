package film

import (
	"bytes"
	"image"
	"image/jpeg"

	"github.com/icza/mjpeg"
)

type aviWriter struct {
	to     mjpeg.AviWriter
	buffer bytes.Buffer
}

const jpegQuality = 90

func createAVI(path string, o Options) (Writer, error) {
	to, err := mjpeg.New(path, int32(o.Width), int32(o.Height), int32(o.Rate))
	if err != nil {
		return nil, err
	}
	return &aviWriter{to: to}, nil
}

func (w *aviWriter) Add(frame *image.RGBA) error {
	w.buffer.Reset()
	if err := jpeg.Encode(&w.buffer, frame, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return err
	}
	return w.to.AddFrame(w.buffer.Bytes())
}

func (w *aviWriter) Repeat() error { return w.to.AddFrame(w.buffer.Bytes()) }

func (w *aviWriter) Close() error { return w.to.Close() }
