package film

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/png"
	"io"
)

// apngWriter writes an animated PNG (PNG specification, third edition, section 11.3.4): the picture data of each frame,
// as the PNG encoder makes it, behind a chunk that tells when it is shown.
type apngWriter struct {
	to       io.WriteCloser
	o        Options
	sequence uint32
	buffer   bytes.Buffer
	before   *image.RGBA // a copy of the last frame
}

func newAPNG(to io.WriteCloser, o Options) *apngWriter { return &apngWriter{to: to, o: o} }

const pngSignature = "\x89PNG\r\n\x1a\n"

var errFewerFrames = errors.New("film: fewer frames came than were announced")

func (w *apngWriter) Add(frame *image.RGBA) error {
	first := w.before == nil
	part := changed(w.before, frame)
	w.before = &image.RGBA{Pix: append([]byte(nil), frame.Pix...), Stride: frame.Stride, Rect: frame.Rect}
	w.buffer.Reset()
	if err := png.Encode(&w.buffer, frame.SubImage(part)); err != nil {
		return err
	}
	if first {
		if _, err := io.WriteString(w.to, pngSignature); err != nil {
			return err
		}
	}
	told := false
	for rest := w.buffer.Bytes()[len(pngSignature):]; len(rest) >= 12; {
		n := binary.BigEndian.Uint32(rest)
		kind, data := string(rest[4:8]), rest[8:8+n]
		rest = rest[12+n:]
		var err error
		switch {
		case kind == "IDAT":
			if !told {
				err = w.control(part)
				told = true
			}
			err = errors.Join(err, w.data(data, first))
		case kind == "IEND" || !first:
		default:
			err = w.chunk(kind, data)
			if kind == "IHDR" {
				err = errors.Join(err, w.chunk("acTL", binary.BigEndian.AppendUint32(be(uint32(w.o.Frames)), 0)))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// changed is the rectangle around what differs between two frames; all of it if there is none before, and at least a pixel.
func changed(before, frame *image.RGBA) image.Rectangle {
	if before == nil {
		return frame.Rect
	}
	r, wide := image.Rectangle{}, 4*frame.Rect.Dx()
	for y := range frame.Rect.Dy() {
		a, b := before.Pix[y*before.Stride:][:wide], frame.Pix[y*frame.Stride:][:wide]
		if bytes.Equal(a, b) {
			continue
		}
		from, to := 0, wide-1
		for a[from] == b[from] {
			from++
		}
		for a[to] == b[to] {
			to--
		}
		r = r.Union(image.Rect(from/4, y, to/4+1, y+1))
	}
	if r.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return r
}

// control tells where and how long a frame is shown.
func (w *apngWriter) control(part image.Rectangle) error {
	data := be(w.next(), uint32(part.Dx()), uint32(part.Dy()), uint32(part.Min.X), uint32(part.Min.Y))
	data = binary.BigEndian.AppendUint16(data, 1)
	data = binary.BigEndian.AppendUint16(data, uint16(w.o.Rate))
	return w.chunk("fcTL", append(data, 0, 0))
}

func (w *apngWriter) data(data []byte, first bool) error {
	if first {
		return w.chunk("IDAT", data)
	}
	return w.chunk("fdAT", append(be(w.next()), data...))
}

func (w *apngWriter) next() uint32 {
	w.sequence++
	return w.sequence - 1
}

func (w *apngWriter) chunk(kind string, data []byte) error {
	out := append(be(uint32(len(data))), kind...)
	out = append(out, data...)
	_, err := w.to.Write(binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:])))
	return err
}

// be is numbers in the order of bytes of PNG.
func be(numbers ...uint32) (out []byte) {
	for _, n := range numbers {
		out = binary.BigEndian.AppendUint32(out, n)
	}
	return out
}

func (w *apngWriter) Close() error {
	if w.sequence == 0 {
		return finish(w.to, errFewerFrames)
	}
	return finish(w.to, w.chunk("IEND", nil))
}
