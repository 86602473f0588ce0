package film

import (
	"image"
	"image/color"
	"image/gif"
	"io"

	"github.com/soniakeys/quant/median"
)

// gifWriter keeps, of each frame, the rectangle that changed, with see-through pixels where nothing did.
type gifWriter struct {
	to      io.WriteCloser
	out     gif.GIF
	colors  color.Palette
	nearest []uint8 // index of a colour + 1 by its highest bits; 0 is not known yet
	before  []uint8 // indices of the last frame
	pause   float64 // hundredths of a second owed to the next frame
	each    float64
}

// Of a GIF's 256 colours the last is see-through.
const (
	gifColors   = 255
	seeThrough  = gifColors
	maxGiven    = 100 // of those that are not taken from the sample
	colorBits   = 5
	colorLevels = 1 << colorBits
)

func newGIF(to io.WriteCloser, o Options) *gifWriter {
	colors := make(color.Palette, 0, gifColors+1)
	for _, c := range o.Colors[:min(len(o.Colors), maxGiven)] {
		colors = append(colors, c)
	}
	if left := gifColors - len(colors); o.Sample != nil {
		for _, c := range median.Quantizer(left).Quantize(make(color.Palette, 0, left), o.Sample) {
			colors = append(colors, color.RGBAModel.Convert(c))
		}
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
	size := frame.Rect.Size()
	now := make([]uint8, size.X*size.Y)
	changed := image.Rectangle{}
	for y := range size.Y {
		row := frame.Pix[y*frame.Stride:]
		for x := range size.X {
			i := y*size.X + x
			now[i] = w.index(row[4*x], row[4*x+1], row[4*x+2])
			if w.before == nil || w.before[i] != now[i] {
				changed = changed.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if changed.Empty() {
		return w.Repeat()
	}
	delay := w.delay()
	part := image.NewPaletted(changed, w.colors)
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		for x := changed.Min.X; x < changed.Max.X; x++ {
			i, index := y*size.X+x, uint8(seeThrough)
			if w.before == nil || w.before[i] != now[i] {
				index = now[i]
			}
			part.Pix[part.PixOffset(x, y)] = index
		}
	}
	w.before = now
	w.out.Image, w.out.Delay = append(w.out.Image, part), append(w.out.Delay, delay)
	w.out.Disposal = append(w.out.Disposal, gif.DisposalNone)
	return nil
}

// delay is how long the next frame is shown.
func (w *gifWriter) delay() int {
	w.pause += w.each
	delay := int(w.pause)
	w.pause -= float64(delay)
	return delay
}

// Repeat shows the last frame longer.
func (w *gifWriter) Repeat() error {
	w.out.Delay[len(w.out.Delay)-1] += w.delay()
	return nil
}

// index returns the nearest colour of the palette.
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
