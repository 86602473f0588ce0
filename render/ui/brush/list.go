// Package brush paints panels into images on the CPU: a [List] of shapes becomes pixels. Comparing two lists tells which pixels differ, so
// that only these are repainted. Painting in parts gives the same result as painting the whole, bit for bit.
//
// Colors are blended in linear light. Slanted and round shapes cover their edge pixels partially. Boxes and pictures have whole pixels.
package brush

import (
	"image"
	"image/color"
	"math"
	"slices"
)

// List is a list of shapes in painting order. The zero value is empty and has no size; see [List.Reset].
type List struct {
	items  []item
	size   image.Point
	clip   image.Rectangle
	stored bool
}

// item is a shape.
type item struct {
	kind    kind
	corners uint8 // radius of a picture's upper corners
	opaque  bool  // the picture has no transparent pixels
	stored  bool  // blend encoded colors instead of light
	col, to color.NRGBA
	at      image.Rectangle // pixels that it may paint
	clip    image.Rectangle // clip rectangle
	radius  float32
	width   float32
	path    []Point // closed contours, separated by a point with NaN
	columns []Reach
	mask    *image.Alpha
	picture *image.RGBA
}

type kind uint8

const (
	box      kind = iota // rounded unless radius is 0
	border               // border inside a box
	gradient             // from col on the left to the other color on the right
	path
	columns // coverage of each column of pixels
	mask    // coverage of each pixel
	picture // pixels, premultiplied in linear light
)

// Point is a position in pixels.
type Point struct{ X, Y float32 }

// Reach is the covered part of a column of pixels, in pixels of the panel. It is empty unless Bottom is below Top.
type Reach struct{ Top, Bottom float32 }

// Reset clears the list for a panel of the given size in pixels.
func (l *List) Reset(size image.Point) {
	clear(l.items) // release references
	l.items, l.size, l.clip, l.stored = l.items[:0], size, image.Rectangle{Max: size}, false
}

// Clip clips the following shapes to a rectangle. It returns the previous clip for [List.Unclip].
func (l *List) Clip(r image.Rectangle) (before image.Rectangle) {
	before = l.clip
	l.clip = before.Intersect(r)
	return before
}

// Unclip restores the clip before a [List.Clip].
func (l *List) Unclip(before image.Rectangle) { l.clip = before }

// Stored sets whether to blend the following colors as encoded instead of in light, so that charts match their exported files.
func (l *List) Stored(on bool) { l.stored = on }

func (l *List) add(i item) {
	i.clip, i.stored = l.clip, l.stored
	if i.at.Overlaps(l.clip) {
		l.items = append(l.items, i)
	}
}

// Box fills a box with round corners.
func (l *List) Box(r image.Rectangle, radius float32, col color.NRGBA) {
	if radius < 0.5 {
		radius = 0
	}
	least := min(r.Dx(), r.Dy())
	radius = min(radius, float32(least)/2)
	if 2*cornerSide(radius, 0) <= least {
		l.add(item{kind: box, at: r, radius: radius, col: col})
		return
	}
	var p Path // the corners overlap
	p.round(bounds(r), radius)
	l.Path(&p, col)
}

// Border paints the border inside a box, with a width in whole pixels.
func (l *List) Border(r image.Rectangle, radius float32, width int, col color.NRGBA) {
	w := float32(width)
	least := min(r.Dx(), r.Dy())
	radius = min(radius, float32(least)/2)
	if 2*cornerSide(radius, w) <= least {
		l.add(item{kind: border, at: r, radius: radius, width: w, col: col})
		return
	}
	var p Path // the corners overlap
	p.round(bounds(r), radius)
	inner := bounds(r.Inset(width))
	if inner.x0 < inner.x1 && inner.y0 < inner.y1 {
		p.reversed(func(q *Path) { q.round(inner, max(radius-w, 0)) })
	}
	l.Path(&p, col)
}

// Gradient fills a box with a gradient from left to right.
func (l *List) Gradient(r image.Rectangle, from, to color.NRGBA) {
	l.add(item{kind: gradient, at: r, col: from, to: to})
}

// Path fills the inside of a path, by its nonzero winding number. It copies the path.
func (l *List) Path(p *Path, col color.NRGBA) {
	if len(p.points) < 3 {
		return
	}
	l.add(item{kind: path, at: p.bounds(), path: slices.Clone(p.points), col: col})
}

// Columns fills the covered part of each column of pixels, from the left of a rectangle. It keeps list, which must not change afterwards.
func (l *List) Columns(at image.Rectangle, list []Reach, col color.NRGBA) {
	l.add(item{kind: columns, at: at, columns: list, col: col})
}

// Mask paints a color through a mask, which must not change afterwards.
func (l *List) Mask(corner image.Point, m *image.Alpha, col color.NRGBA) {
	l.add(item{kind: mask, at: m.Rect.Sub(m.Rect.Min).Add(corner), mask: m, col: col})
}

// Picture paints pixels, which must not change afterwards. Its upper corners are rounded.
func (l *List) Picture(corner image.Point, img *image.RGBA, radius int, opaque bool) {
	l.add(item{kind: picture, at: img.Rect.Sub(img.Rect.Min).Add(corner), picture: img, corners: uint8(min(radius, math.MaxUint8)),
		opaque: opaque})
}

// same reports whether two items paint the same pixels.
func (i *item) same(j *item) bool {
	if i.kind != j.kind || i.at != j.at || i.clip != j.clip || i.col != j.col || i.to != j.to || i.radius != j.radius || i.width != j.width ||
		i.corners != j.corners || i.stored != j.stored || i.opaque != j.opaque || i.picture != j.picture {
		return false
	}
	switch i.kind {
	case columns:
		return slices.Equal(i.columns, j.columns)
	case path: // its mask is derived from the path
	default:
		return i.mask == j.mask
	}
	// NaN, which separates contours, is unequal to itself.
	return slices.EqualFunc(i.path, j.path, func(a, b Point) bool { return a == b || a.ends() && b.ends() })
}

// covers reports whether an item hides everything below it within a rectangle.
func (i *item) covers(r image.Rectangle) bool {
	if !r.In(i.at) || !r.In(i.clip) {
		return false
	}
	return i.kind == box && i.radius == 0 && i.col.A == 0xff || i.kind == picture && i.opaque && i.corners == 0
}
