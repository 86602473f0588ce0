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

// apngWriter writes an animated PNG (PNG specification, third edition, section 11.3.4). Each frame is the output of the PNG encoder after a
// chunk with its timing.
type apngWriter struct {
	to       io.WriteCloser
	o        Options
	sequence uint32
	buffer   bytes.Buffer
	before   *image.RGBA // copy of the last frame
}

func newAPNG(to io.WriteCloser, o Options) *apngWriter { return &apngWriter{to: to, o: o} }

const pngSignature = "\x89PNG\r\n\x1a\n"

var errFewerFrames = errors.New("film: received fewer frames than announced")

func (w *apngWriter) Add(frame *image.RGBA) error {
	return w.add(withoutKey(frame), changed(w.before, frame))
}

// Repeat writes one pixel of the last frame, as a frame must not be empty.
func (w *apngWriter) Repeat() error { return w.add(w.before, image.Rect(0, 0, 1, 1)) }

// add writes the changed pixels in a part of a frame. The frame must not use key.
func (w *apngWriter) add(now *image.RGBA, part image.Rectangle) error {
	first := w.before == nil
	w.buffer.Reset()
	if err := png.Encode(&w.buffer, difference(w.before, now, part)); err != nil {
		return err
	}
	w.before = now
	if first {
		if _, err := io.WriteString(w.to, pngSignature); err != nil {
			return err
		}
	}
	controlled := false
	for rest := w.buffer.Bytes()[len(pngSignature):]; len(rest) >= 12; {
		n := binary.BigEndian.Uint32(rest)
		kind, data := string(rest[4:8]), rest[8:8+n]
		rest = rest[12+n:]
		var err error
		switch {
		case kind == "IDAT":
			if !controlled {
				err = w.control(part)
				controlled = true
			}
			err = errors.Join(err, w.data(data, first))
		case kind == "IEND" || !first:
		default:
			err = w.chunk(kind, data)
			if kind == "IHDR" {
				err = errors.Join(err, w.chunk("tRNS", []byte{0, key[0], 0, key[1], 0, key[2]}),
					w.chunk("acTL", binary.BigEndian.AppendUint32(be(uint32(w.o.Frames)), 0)))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// key is the transparent color, which marks unchanged pixels. Pixels of that color are changed to a similar one.
var key = [3]byte{1, 254, 3}

// withoutKey returns a copy of an opaque frame that does not use key.
func withoutKey(frame *image.RGBA) *image.RGBA {
	out := &image.RGBA{Pix: bytes.Clone(frame.Pix), Stride: frame.Stride, Rect: frame.Rect}
	for i := 0; i+3 < len(out.Pix); i += 4 {
		if [3]byte(out.Pix[i:]) == key {
			out.Pix[i+2]--
		}
	}
	return out
}

// difference returns a part of a frame, with key for unchanged pixels.
func difference(before, frame *image.RGBA, part image.Rectangle) *image.RGBA {
	if before == nil {
		return frame
	}
	out := image.NewRGBA(part)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		a, b := before.Pix[before.PixOffset(part.Min.X, y):], frame.Pix[frame.PixOffset(part.Min.X, y):]
		to := out.Pix[out.PixOffset(part.Min.X, y):][:4*part.Dx()]
		for i := 0; i < len(to); i += 4 {
			copy(to[i:i+4], b[i:i+4])
			if bytes.Equal(a[i:i+4], b[i:i+4]) {
				copy(to[i:], key[:])
			}
		}
	}
	return out
}

// changed returns the bounds of the pixels that differ between two frames. It is never empty; without a frame before, it is the whole frame.
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

// control writes the position and duration of a frame.
func (w *apngWriter) control(part image.Rectangle) error {
	data := be(w.next(), uint32(part.Dx()), uint32(part.Dy()), uint32(part.Min.X), uint32(part.Min.Y))
	data = binary.BigEndian.AppendUint16(data, 1)
	data = binary.BigEndian.AppendUint16(data, uint16(w.o.Rate))
	return w.chunk("fcTL", append(data, 0, 1)) // blend over the previous frame
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

// be returns numbers in big-endian order, as in PNG.
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
