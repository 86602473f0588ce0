package film

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"io"
)

// gifWriter keeps the changed rectangle of each frame. Unchanged pixels in it are transparent.
type gifWriter struct {
	to      io.WriteCloser
	out     gif.GIF
	colors  color.Palette
	nearest []uint8 // index of a color + 1, by its highest bits; 0 if not computed yet
	before  []uint8 // color indices of the last frame
	last    *image.RGBA
	pause   float64 // hundredths of a second to add to the next frame
	each    float64
}

// The last of the 256 colors of a GIF is transparent.
const (
	gifColors   = 255
	seeThrough  = gifColors
	maxGiven    = 100 // maximum number of colors not taken from the sample
	colorBits   = 5
	colorLevels = 1 << colorBits
)

func newGIF(to io.WriteCloser, o Options) *gifWriter {
	colors := make(color.Palette, 0, gifColors+1)
	for _, c := range o.Colors[:min(len(o.Colors), maxGiven)] {
		colors = append(colors, c)
	}
	if o.Sample != nil {
		colors = append(colors, quantized(o.Sample, gifColors-len(colors))...)
	}
	for len(colors) < gifColors {
		colors = append(colors, color.RGBA{A: 255})
	}
	colors = append(colors, color.RGBA{})
	w := &gifWriter{to: to, colors: colors, nearest: make([]uint8, colorLevels*colorLevels*colorLevels), each: 100 / float64(o.Rate)}
	w.out.Config = image.Config{ColorModel: colors, Width: o.Width, Height: o.Height}
	return w
}

func (w *gifWriter) Add(frame *image.RGBA) error {
	now, changed := w.indices(frame)
	if changed.Empty() && w.before != nil {
		w.last = frame
		return w.Repeat()
	}
	delay, wide := w.delay(), frame.Rect.Dx()
	part := image.NewPaletted(changed, w.colors)
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		to := part.Pix[(y-changed.Min.Y)*part.Stride:][:changed.Dx()]
		at := y*wide + changed.Min.X
		copy(to, now[at:])
		if w.before == nil {
			continue
		}
		for x, before := range w.before[at : at+len(to)] {
			if before == to[x] {
				to[x] = seeThrough
			}
		}
	}
	w.before, w.last = now, frame
	w.out.Image, w.out.Delay = append(w.out.Image, part), append(w.out.Delay, delay)
	w.out.Disposal = append(w.out.Disposal, gif.DisposalNone)
	return nil
}

// indices returns the color indices of a frame and the bounds of those that changed. Without a frame before, that is the whole frame.
func (w *gifWriter) indices(frame *image.RGBA) (now []uint8, changed image.Rectangle) {
	size := frame.Rect.Size()
	now = make([]uint8, size.X*size.Y)
	for y := range size.Y {
		row, to := frame.Pix[y*frame.Stride:][:4*size.X], now[y*size.X:][:size.X]
		if w.before == nil {
			for x := range to {
				to[x] = w.index(row[4*x], row[4*x+1], row[4*x+2])
			}
			continue
		}
		was, before := w.last.Pix[y*w.last.Stride:][:4*size.X], w.before[y*size.X:][:size.X]
		copy(to, before)
		if bytes.Equal(row, was) {
			continue
		}
		first, end := size.X, 0
		for x := range to {
			if c := [4]uint8(row[4*x:]); c != [4]uint8(was[4*x:]) {
				if to[x] = w.index(c[0], c[1], c[2]); to[x] != before[x] {
					first, end = min(first, x), x+1
				}
			}
		}
		if first < end {
			changed = changed.Union(image.Rect(first, y, end, y+1))
		}
	}
	if w.before == nil {
		changed = image.Rectangle{Max: size}
	}
	return now, changed
}

// delay returns the duration of the next frame, in hundredths of a second.
func (w *gifWriter) delay() int {
	w.pause += w.each
	delay := int(w.pause)
	w.pause -= float64(delay)
	return delay
}

// Repeat extends the duration of the last frame.
func (w *gifWriter) Repeat() error {
	w.out.Delay[len(w.out.Delay)-1] += w.delay()
	return nil
}

// index returns the index of the nearest color in the palette.
func (w *gifWriter) index(r, g, b uint8) uint8 {
	const drop = 8 - colorBits
	at := int(r>>drop)<<(2*colorBits) | int(g>>drop)<<colorBits | int(b>>drop)
	if known := w.nearest[at]; known != 0 {
		return known - 1
	}
	best, least := 0, 1<<30
	for i, c := range w.colors[:gifColors] {
		k := c.(color.RGBA)
		dr, dg, db := int(k.R)-int(r), int(k.G)-int(g), int(k.B)-int(b)
		if d := 2*dr*dr + 4*dg*dg + 3*db*db; d < least {
			best, least = i, d
		}
	}
	w.nearest[at] = uint8(best) + 1
	return uint8(best)
}

func (w *gifWriter) Close() error { return finish(w.to, gif.EncodeAll(w.to, &w.out)) }
