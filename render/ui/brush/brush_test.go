package brush

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var size = image.Pt(150, 90)

// randomItem adds a shape of a random kind.
func randomItem(r *rand.Rand, l *List, masks []*image.Alpha, pictures []*image.RGBA) {
	col := func() color.NRGBA {
		c := color.NRGBA{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)), 255}
		if r.IntN(2) == 0 {
			c.A = uint8(r.IntN(256))
		}
		return c
	}
	at := image.Pt(r.IntN(size.X+20)-10, r.IntN(size.Y+20)-10)
	b := image.Rectangle{Min: at, Max: at.Add(image.Pt(1+r.IntN(60), 1+r.IntN(40)))}
	if r.IntN(3) == 0 {
		defer l.Unclip(l.Clip(image.Rect(r.IntN(50), r.IntN(40), 60+r.IntN(90), 45+r.IntN(45))))
	}
	l.Stored(r.IntN(3) == 0)
	switch r.IntN(8) {
	case 0:
		l.Box(b, float32(r.IntN(24))/2, col())
	case 1:
		l.Border(b, r.Float32()*9, 1+r.IntN(3), col())
	case 2:
		l.Gradient(b, col(), col())
	case 3:
		l.Mask(at, masks[r.IntN(len(masks))], col())
	case 4:
		n := r.IntN(len(pictures))
		l.Picture(at, pictures[n], r.IntN(3)*2, n == 0)
	case 5:
		var list []Reach
		for range r.IntN(b.Dx() + 5) {
			top := float32(b.Min.Y) + r.Float32()*float32(b.Dy())
			list = append(list, Reach{top, top + r.Float32()*20 - 2})
		}
		b.Max.Y += 20
		l.Columns(b, list, col())
	default:
		var p Path
		p.MoveTo(Point{r.Float32() * 150, r.Float32() * 90})
		for range 1 + r.IntN(5) {
			p.LineTo(Point{r.Float32()*200 - 25, r.Float32()*140 - 25})
		}
		if r.IntN(2) == 0 {
			p = *p.Stroked(1 + r.Float32()*5)
		}
		l.Path(&p, col())
	}
}

// things returns masks and pictures; the first picture is opaque.
func things(r *rand.Rand) (masks []*image.Alpha, pictures []*image.RGBA) {
	for n := range 3 {
		m := image.NewAlpha(image.Rect(n, -n, n+20, 12))
		for i := range m.Pix {
			m.Pix[i] = uint8(r.IntN(256))
		}
		p := image.NewRGBA(image.Rect(0, n, 25, 15))
		for i := 0; i < len(p.Pix); i += 4 {
			a := uint8(255)
			if n > 0 {
				a = uint8(r.IntN(256))
			}
			for c := range 3 { // premultiplied in linear light
				p.Pix[i+c] = Encoded(Linear(uint8(r.IntN(256))) * float64(a) / 255)
			}
			p.Pix[i+3] = a
		}
		masks, pictures = append(masks, m), append(pictures, p)
	}
	return masks, pictures
}

func painted(l *List) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: size})
	l.Paint(img, img.Rect)
	return img
}

// Repainting only the differences between two lists equals painting all, bit for bit, for any insertion, removal or move.
func TestPartsEqualTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	masks, pictures := things(r)
	partial := 0
	for range 600 {
		before := &List{}
		before.Reset(size)
		before.Box(image.Rectangle{Max: size}, 0, color.NRGBA{200, 210, 220, 255})
		for range r.IntN(60) {
			randomItem(r, before, masks, pictures)
		}
		was := painted(before)
		after := &List{size: size, clip: image.Rectangle{Max: size}, items: slices.Clone(before.items)}
		for range r.IntN(4) {
			n := len(after.items)
			switch at := 1 + r.IntN(n); {
			case at == n:
				randomItem(r, after, masks, pictures)
			case r.IntN(3) == 0:
				after.items = slices.Delete(after.items, at, at+1)
			case r.IntN(2) == 0:
				other := 1 + r.IntN(n-1)
				after.items[at], after.items[other] = after.items[other], after.items[at]
			default:
				randomItem(r, after, masks, pictures)
				last := after.items[len(after.items)-1]
				after.items = slices.Insert(after.items[:len(after.items)-1], at, last)
			}
		}
		for i := range after.items {
			if after.items[i].kind == path {
				after.items[i].mask = nil
			}
		}
		want := painted(after)
		got, sum := was, 0
		for _, part := range after.Difference(before) {
			after.Paint(got, part)
			sum += part.Dx() * part.Dy()
		}
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Fatal("parts differ from the whole")
		}
		if sum > size.X*size.Y {
			t.Fatal("pixels are painted twice")
		}
		if sum > 0 && sum < size.X*size.Y {
			partial++
		}
	}
	if partial < 200 {
		t.Errorf("only %d of 600 were painted in part", partial)
	}
}

// Equal lists do not differ. Lists of different sizes differ everywhere.
func TestNoDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 2))
	masks, pictures := things(r)
	l := &List{}
	l.Reset(size)
	for range 50 {
		randomItem(r, l, masks, pictures)
	}
	same := &List{size: size, items: slices.Clone(l.items)}
	if d := same.Difference(l); len(d) != 0 {
		t.Errorf("equal lists differ in %v", d)
	}
	whole := []image.Rectangle{{Max: size}}
	if d := same.Difference(nil); !slices.Equal(d, whole) {
		t.Errorf("without a list before: %v", d)
	}
	same.size.X++
	if d := same.Difference(l); len(d) != 1 || d[0].Max != same.size {
		t.Errorf("of another size: %v", d)
	}
}

// Only tiles with differences are painted again, also if the changes are far apart in the list.
func TestFewPixelsArePaintedAgain(t *testing.T) {
	list := func(colors ...uint8) *List {
		l := &List{}
		l.Reset(image.Pt(640, 320))
		for i, c := range colors {
			l.Box(image.Rect(i*64, 0, i*64+tileWidth, tileHeight), 0, color.NRGBA{c, 0, 0, 255})
		}
		return l
	}
	got := list(1, 2, 3, 4, 9).Difference(list(7, 2, 3, 4, 5))
	want := []image.Rectangle{image.Rect(0, 0, 32, 16), image.Rect(256, 0, 288, 16)}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := list(1, 2, 3).Difference(list(2, 3)); len(got) == 0 {
		t.Error("what moved is not painted again")
	}
}

// Colors are blended in linear light: pixel by pixel by the formula, except for rounding.
func TestMixing(t *testing.T) {
	for _, ground := range []uint8{0, 1, 30, 128, 200, 254, 255} {
		for _, col := range []uint8{0, 5, 100, 255} {
			for cover := range 256 {
				p := []uint8{ground, ground, ground, 255}
				k := inkOf(color.NRGBA{col, col, col, 255}, false)
				k.over(p, uint32(cover))
				a := float64(cover) / 255
				want := Encoded(Linear(col)*a + Linear(ground)*(1-a))
				if d := int(p[0]) - int(want); d < -1 || d > 1 {
					t.Fatalf("%d over %d by %d: %d, want %d", col, ground, cover, p[0], want)
				}
				p = []uint8{ground, ground, ground, 255}
				k = inkOf(color.NRGBA{col, col, col, 255}, true)
				k.over(p, uint32(cover))
				if want := float64(col)*a + float64(ground)*(1-a); math.Abs(float64(p[0])-want) > 0.51 {
					t.Fatalf("%d over %d by %d as stored: %d, want %.2f", col, ground, cover, p[0], want)
				}
			}
		}
	}
	for v := range 256 {
		if got := fromLight[toLight[v]]; int(got) != v {
			t.Errorf("%d comes back as %d", v, got)
		}
	}
}

// covered returns the area that a list covers, measured with white on black.
func covered(draw func(l *List, white color.NRGBA)) (sum float64) {
	l := &List{}
	l.Reset(size)
	draw(l, color.NRGBA{255, 255, 255, 255})
	img := image.NewRGBA(image.Rectangle{Max: size})
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	l.Paint(img, img.Rect)
	for i := 0; i < len(img.Pix); i += 4 {
		sum += Linear(img.Pix[i])
	}
	return sum
}

// Shapes cover their geometric area.
func TestAreas(t *testing.T) {
	b := image.Rect(20, 10, 100, 60)
	corner := func(r float64) float64 { return (4 - math.Pi) * r * r }
	line := func(width float32, points ...Point) func(l *List, w color.NRGBA) {
		return func(l *List, w color.NRGBA) {
			var p Path
			p.MoveTo(points[0])
			for _, q := range points[1:] {
				p.LineTo(q)
			}
			l.Path(p.Stroked(width), w)
		}
	}
	for name, c := range map[string]struct {
		draw func(l *List, w color.NRGBA)
		want float64
	}{
		"box":          {func(l *List, w color.NRGBA) { l.Box(b, 0, w) }, 4000},
		"round box":    {func(l *List, w color.NRGBA) { l.Box(b, 9, w) }, 4000 - corner(9)},
		"border":       {func(l *List, w color.NRGBA) { l.Border(b, 0, 2, w) }, 4000 - 76*46},
		"round border": {func(l *List, w color.NRGBA) { l.Border(b, 9, 2, w) }, 4000 - corner(9) - (76*46 - corner(7))},
		"pill border":  {func(l *List, w color.NRGBA) { l.Border(image.Rect(10, 10, 41, 41), 15.5, 1, w) }, math.Pi * (15.5*15.5 - 14.5*14.5)},
		"thick border": {func(l *List, w color.NRGBA) { l.Border(image.Rect(10, 10, 13, 13), 0, 2, w) }, 9},
		"columns": {func(l *List, w color.NRGBA) {
			l.Columns(image.Rect(10, 5, 14, 80), []Reach{{10.5, 12.25}, {20, 20}, {30, 29}, {70, 75}, {1, 2}}, w)
		}, 1.75 + 5},
		"round dot":      {func(l *List, w color.NRGBA) { l.Box(image.Rect(10, 10, 17, 17), 3.5, w) }, math.Pi * 3.5 * 3.5},
		"circle":         {func(l *List, w color.NRGBA) { var p Path; p.Circle(Point{50, 40}, 20); l.Path(&p, w) }, math.Pi * 400},
		"line":           {line(4, Point{20, 20}, Point{60, 50}), 50*4 + math.Pi*4},
		"bent line":      {line(6, Point{20, 20}, Point{80, 20}, Point{80, 70}), 57*6 + 47*6 + math.Pi*9 + 27 + math.Pi*9/4}, // two bars with round caps; their joint is a square and a round corner
		"closed line":    {line(2, Point{20, 20}, Point{80, 20}, Point{80, 60}, Point{20, 60}, Point{20, 20}), 62*42 - 58*38 - (4 - math.Pi)},
		"back and forth": {line(4, Point{20, 20}, Point{60, 20}, Point{20, 20}, Point{60, 20}), 40*4 + math.Pi*4},
		"point":          {line(10, Point{50, 50}, Point{50, 50}), math.Pi * 25},
	} {
		if got := covered(c.draw); math.Abs(got-c.want) > 0.015*c.want+0.5 {
			t.Errorf("%s covers %.1f pixels, want %.1f", name, got, c.want)
		}
	}
}

// Rounded boxes and borders cover the same share of each pixel as their outlines.
func TestCornersAreThoseOfOutlines(t *testing.T) {
	for _, radius := range []int{1, 3, 8} {
		for _, b := range []image.Rectangle{image.Rect(5, 5, 60, 40), image.Rect(5, 5, 5+2*radius, 5+2*radius)} {
			shape := image.NewRGBA(image.Rectangle{Max: size})
			outline := image.NewRGBA(image.Rectangle{Max: size})
			one, other := &List{}, &List{}
			one.Reset(size)
			other.Reset(size)
			one.Box(b, float32(radius), color.NRGBA{10, 200, 90, 255})
			var p Path
			p.round(bounds(b), float32(radius))
			other.Path(&p, color.NRGBA{10, 200, 90, 255})
			one.Paint(shape, shape.Rect)
			other.Paint(outline, outline.Rect)
			for i, v := range shape.Pix {
				if d := int(v) - int(outline.Pix[i]); d < -4 || d > 4 {
					t.Fatalf("radius %d of %v: pixel %d is %d, want %d", radius, b, i/4, v, outline.Pix[i])
				}
			}
		}
	}
}

func BenchmarkPaint(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	masks, pictures := things(r)
	l := &List{}
	l.Reset(size)
	for range 500 {
		randomItem(r, l, masks, pictures)
	}
	img := image.NewRGBA(image.Rectangle{Max: size})
	for b.Loop() {
		l.Paint(img, img.Rect)
	}
}

// Columns are blended like individual pixels.
func TestDown(t *testing.T) {
	for alpha := range 256 {
		for _, stored := range []bool{true, false} {
			k := inkOf(color.NRGBA{uint8(alpha * 7), 255, uint8(255 - alpha), uint8(alpha)}, stored)
			var got, want []uint8
			for ground := range 256 {
				got = append(got, uint8(ground), uint8(255-ground), uint8(ground*3), 255)
			}
			want = slices.Clone(got)
			k.down(got, 4, 256)
			for i := 0; i < len(want); i += 4 {
				k.over(want[i:], uint32(alpha))
			}
			if !bytes.Equal(got, want) {
				t.Fatalf("opacity %d, stored %v: they differ", alpha, stored)
			}
		}
	}
}

// The coverage of columns equals that of a slow scan of each pixel, for any clip.
func TestColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 3))
	for range 300 {
		var list []Reach
		at := image.Rect(10, 10, 40, 60)
		for range at.Dx() {
			top := 8 + r.Float32()*50
			if r.IntN(3) == 0 {
				top = float32(int(top))
			}
			list = append(list, Reach{top, top + float32(r.IntN(40))/8*float32(r.IntN(4))})
		}
		clip := image.Rect(10+r.IntN(10), 5+r.IntN(20), 20+r.IntN(30), 30+r.IntN(40))
		k := color.NRGBA{200, 100, 50, uint8(r.IntN(256))}
		l := &List{}
		l.Reset(size)
		l.Stored(true)
		l.Clip(clip)
		l.Columns(at, list, k)
		got, want := image.NewRGBA(image.Rectangle{Max: size}), image.NewRGBA(image.Rectangle{Max: size})
		l.Paint(got, got.Rect)
		in := inkOf(k, true)
		for x := at.Min.X; x < at.Max.X; x++ {
			for y := at.Min.Y; y < at.Max.Y; y++ {
				c := list[x-at.Min.X]
				share := min(c.Bottom, float32(y+1)) - max(c.Top, float32(y))
				if share > 0 && image.Pt(x, y).In(clip) {
					in.over(want.Pix[want.PixOffset(x, y):], uint32(share*float32(k.A)+0.5))
				}
			}
		}
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Fatal("columns differ")
		}
	}
}
