package brush

import (
	"image"
	"math"
	"sync"
)

// Paint paints a rectangle of the list into an image of the panel's size. The rectangle is opaque afterwards.
func (l *List) Paint(img *image.RGBA, within image.Rectangle) {
	within = within.Intersect(image.Rectangle{Max: l.size}).Intersect(img.Rect)
	if within.Empty() {
		return
	}
	first := len(l.items) - 1
	for first > 0 && !l.items[first].covers(within) {
		first--
	}
	for i := max(first, 0); i < len(l.items); i++ {
		k := &l.items[i]
		if at := k.at.Intersect(k.clip).Intersect(within); !at.Empty() {
			k.paint(img, at, l.size)
		}
	}
}

// paint paints the pixels of an item within a rectangle of its bounds.
func (i *item) paint(img *image.RGBA, at image.Rectangle, size image.Point) {
	k := inkOf(i.col, i.stored)
	switch i.kind {
	case box:
		if i.radius == 0 {
			fill(img, at, &k)
			return
		}
		i.paintBox(img, at, &k)
	case border:
		i.paintBorder(img, at, &k)
	case gradient:
		i.paintGradient(img, at)
	case mask:
		paintMask(img, at, i.mask, at.Min.Sub(i.at.Min), &k)
	case path:
		area := i.at.Intersect(image.Rectangle{Max: size})
		m := i.mask
		if m == nil { // always for the whole path, so that parts match
			m = coverage(i.path, area)
			if area.Dx()*area.Dy() <= maxKept {
				i.mask = m
			}
		}
		paintMask(img, at, m, at.Min.Sub(area.Min), &k)
	case columns:
		i.paintColumns(img, at, &k)
	case picture:
		i.paintPicture(img, at)
	}
}

// maxKept is the maximum number of pixels of a path whose coverage is cached.
const maxKept = 1 << 14

// paintColumns paints the covered part of each column, with partial coverage at the ends. It works column by column, as most shapes are
// lines with few pixels per column.
func (i *item) paintColumns(img *image.RGBA, at image.Rectangle, k *ink) {
	left := at.Min.X - i.at.Min.X
	for x, c := range i.columns[min(left, len(i.columns)):min(left+at.Dx(), len(i.columns))] {
		top, bottom := max(c.Top, float32(at.Min.Y)), min(c.Bottom, float32(at.Max.Y))
		if !(top < bottom) {
			continue
		}
		y, end := int(top), int(math.Ceil(float64(bottom)))
		p := img.Pix[img.PixOffset(at.Min.X+x, y):]
		whole, rest := int(math.Ceil(float64(c.Top))), int(c.Bottom) // range of fully covered rows
		for ; y < end; y++ {
			if y == whole && y < rest {
				n := min(rest, end) - y
				k.down(p, img.Stride, n)
				if y += n; y == end {
					break
				}
				p = p[n*img.Stride:]
			}
			cover := uint32((min(c.Bottom, float32(y+1))-max(c.Top, float32(y)))*float32(k.alpha) + 0.5)
			k.over(p, cover)
			p = p[min(img.Stride, len(p)):]
		}
	}
}

// fill paints whole pixels.
func fill(img *image.RGBA, r image.Rectangle, k *ink) {
	if r.Empty() || k.alpha == 0 {
		return
	}
	n := 4 * r.Dx()
	if k.alpha == 0xff {
		first := img.Pix[img.PixOffset(r.Min.X, r.Min.Y):][:n:n]
		copy(first, k.solid[:])
		for done := 4; done < n; done *= 2 {
			copy(first[done:], first[:done])
		}
		for y := r.Min.Y + 1; y < r.Max.Y; y++ {
			copy(img.Pix[img.PixOffset(r.Min.X, y):][:n], first)
		}
		return
	}
	var was, is [4]uint8
	known := false
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[img.PixOffset(r.Min.X, y):][:n:n]
		for x := 0; x < n; x += 4 {
			p := row[x : x+4 : x+4]
			if known && [4]uint8(p) == was { // most backgrounds have one color
				copy(p, is[:])
				continue
			}
			was = [4]uint8(p)
			k.over(p, k.alpha)
			is, known = [4]uint8(p), true
		}
	}
}

// paintMask paints through a mask. The mask's pixel at from is at the corner of r.
func paintMask(img *image.RGBA, r image.Rectangle, m *image.Alpha, from image.Point, k *ink) {
	n := r.Dx()
	for y := range r.Dy() {
		covers := m.Pix[m.PixOffset(m.Rect.Min.X+from.X, m.Rect.Min.Y+from.Y+y):][:n:n]
		row := img.Pix[img.PixOffset(r.Min.X, r.Min.Y+y):][: 4*n : 4*n]
		for x, c := range covers {
			if c == 0 {
				continue
			}
			cover := uint32(c)
			if k.alpha != 0xff {
				cover = (cover*k.alpha + 127) / 255
			}
			k.over(row[4*x:4*x+4], cover)
		}
	}
}

// A corner is the upper left corner of a box or of its border.
type corner struct{ radius, width float32 }

var corners struct {
	sync.Mutex
	known map[corner]*image.Alpha
}

// maxCorners is the maximum number of cached corners. There are few different radii.
const maxCorners = 500

// cornerMask returns the coverage of a rounded corner, as a square. width is the width of a border; 0 for a filled box.
func cornerMask(radius, width float32) *image.Alpha {
	corners.Lock()
	defer corners.Unlock()
	key := corner{radius, width}
	if m := corners.known[key]; m != nil {
		return m
	}
	if len(corners.known) >= maxCorners || corners.known == nil {
		corners.known = map[corner]*image.Alpha{}
	}
	side := cornerSide(radius, width)
	var p Path
	far := float32(2*side + 4)
	p.round(rect{0, 0, far, far}, radius)
	if width > 0 {
		p.reversed(func(q *Path) { q.round(rect{width, width, far - width, far - width}, max(radius-width, 0)) })
	}
	m := coverage(p.points, image.Rect(0, 0, side, side))
	corners.known[key] = m
	return m
}

func cornerSide(radius, width float32) int { return int(math.Ceil(float64(max(radius, width)))) }

// paintCorners paints the four corners of a box.
func paintCorners(img *image.RGBA, box, at image.Rectangle, m *image.Alpha, k *ink) {
	side := m.Rect.Dx()
	for n := range 4 {
		c := image.Rect(box.Min.X, box.Min.Y, box.Min.X+side, box.Min.Y+side)
		right, low := n&1 == 1, n&2 == 2
		if right {
			c = c.Add(image.Pt(box.Dx()-side, 0))
		}
		if low {
			c = c.Add(image.Pt(0, box.Dy()-side))
		}
		r := c.Intersect(at)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			v := y - c.Min.Y
			if low {
				v = side - 1 - v
			}
			for x := r.Min.X; x < r.Max.X; x++ {
				u := x - c.Min.X
				if right {
					u = side - 1 - u
				}
				if cover := (uint32(m.Pix[v*m.Stride+u])*k.alpha + 127) / 255; cover > 0 {
					k.over(img.Pix[img.PixOffset(x, y):], cover)
				}
			}
		}
	}
}

// paintBox paints a box with round corners.
func (i *item) paintBox(img *image.RGBA, at image.Rectangle, k *ink) {
	m := cornerMask(i.radius, 0)
	side := m.Rect.Dx()
	b := i.at
	fill(img, image.Rect(b.Min.X+side, b.Min.Y, b.Max.X-side, b.Min.Y+side).Intersect(at), k)
	fill(img, image.Rect(b.Min.X, b.Min.Y+side, b.Max.X, b.Max.Y-side).Intersect(at), k)
	fill(img, image.Rect(b.Min.X+side, b.Max.Y-side, b.Max.X-side, b.Max.Y).Intersect(at), k)
	paintCorners(img, b, at, m, k)
}

// paintBorder paints the border of a box.
func (i *item) paintBorder(img *image.RGBA, at image.Rectangle, k *ink) {
	m := cornerMask(i.radius, i.width)
	side, w, b := m.Rect.Dx(), int(i.width), i.at
	fill(img, image.Rect(b.Min.X+side, b.Min.Y, b.Max.X-side, b.Min.Y+w).Intersect(at), k)
	fill(img, image.Rect(b.Min.X+side, b.Max.Y-w, b.Max.X-side, b.Max.Y).Intersect(at), k)
	fill(img, image.Rect(b.Min.X, b.Min.Y+side, b.Min.X+w, b.Max.Y-side).Intersect(at), k)
	fill(img, image.Rect(b.Max.X-w, b.Min.Y+side, b.Max.X, b.Max.Y-side).Intersect(at), k)
	paintCorners(img, b, at, m, k)
}

func (i *item) paintGradient(img *image.RGBA, at image.Rectangle) {
	from, to := inkOf(i.col, false), inkOf(i.to, false)
	for x := at.Min.X; x < at.Max.X; x++ {
		t := uint32((float64(x-i.at.Min.X) + 0.5) / float64(i.at.Dx()) * 255)
		mix := func(a, b uint32) uint32 { return (a*(255-t) + b*t + 127) / 255 }
		k := ink{r: mix(from.r, to.r), g: mix(from.g, to.g), b: mix(from.b, to.b), alpha: mix(from.alpha, to.alpha)}
		k.solid = [4]uint8{fromLight[k.r], fromLight[k.g], fromLight[k.b], 0xff}
		fill(img, image.Rect(x, at.Min.Y, x+1, at.Max.Y), &k)
	}
}

// paintPicture paints pixels.
func (i *item) paintPicture(img *image.RGBA, at image.Rectangle) {
	n := at.Dx()
	var m *image.Alpha
	if i.corners > 0 {
		m = cornerMask(float32(i.corners), 0)
	}
	for y := at.Min.Y; y < at.Max.Y; y++ {
		from := i.picture.Pix[i.picture.PixOffset(i.picture.Rect.Min.X+at.Min.X-i.at.Min.X, i.picture.Rect.Min.Y+y-i.at.Min.Y):][: 4*n : 4*n]
		row := img.Pix[img.PixOffset(at.Min.X, y):][: 4*n : 4*n]
		round := m != nil && y-i.at.Min.Y < m.Rect.Dy()
		if i.opaque && !round {
			copy(row, from)
			continue
		}
		for x := 0; x < n; x++ {
			p, s := row[4*x:4*x+4:4*x+4], from[4*x:4*x+4:4*x+4]
			cover := uint32(0xff)
			if round {
				cover = i.cornerCover(m, at.Min.X+x, y)
			}
			rest := 0xff - (uint32(s[3])*cover+127)/255
			for c := range 3 {
				p[c] = fromLight[min((toLight[s[c]]*cover+toLight[p[c]]*rest+127)/255, full)]
			}
			p[3] = 0xff
		}
	}
}

// cornerCover returns the coverage of a pixel in a picture with round upper corners.
func (i *item) cornerCover(m *image.Alpha, x, y int) uint32 {
	u := min(x-i.at.Min.X, i.at.Max.X-1-x)
	if u >= m.Rect.Dx() {
		return 0xff
	}
	return uint32(m.Pix[(y-i.at.Min.Y)*m.Stride+u])
}
