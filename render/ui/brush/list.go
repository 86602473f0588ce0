// Package brush paints panels into images: a [List] of shapes becomes pixels, on the processor. Two lists say which pixels
// differ, so that of a panel only what has changed is painted again, and what is painted in parts is what is painted at
// once, bit by bit.
//
// Colours are mixed in linear light, as light adds up. Shapes that slant or are round cover their border pixels in part; boxes
// and pictures lie on whole pixels.
package brush

import (
	"image"
	"image/color"
	"math"
	"slices"
)

// List is what is painted, in its order. The zero value is an empty list for a panel of no size; see [List.Reset].
type List struct {
	items  []item
	size   image.Point
	clip   image.Rectangle
	stored bool
}

// item is one shape.
type item struct {
	kind    kind
	corners uint8 // radius of the upper corners, of a picture
	opaque  bool  // of a picture: nothing is seen through it
	stored  bool  // mixed as colours are stored
	col, to color.NRGBA
	at      image.Rectangle // pixels that it may touch
	clip    image.Rectangle // it is cut to these
	radius  float32
	width   float32
	path    []Point // contours, each closed; the first point of each but the first comes after one that is not a number
	columns []Reach
	mask    *image.Alpha
	picture *image.RGBA
}

type kind uint8

const (
	box      kind = iota // with round corners, unless radius is 0
	border               // of a box, inside of it
	gradient             // from col at the left to another at the right
	path
	columns // what is covered of each column of pixels
	mask    // what of a colour is seen
	picture // pixels, multiplied by their opacity in linear light
)

// Point is a place in pixels.
type Point struct{ X, Y float32 }

// Reach is what is covered of one column of pixels, from top to bottom, in pixels of the panel; nothing if bottom is not
// below top.
type Reach struct{ Top, Bottom float32 }

// Reset empties the list, for a panel of a size in pixels.
func (l *List) Reset(size image.Point) {
	clear(l.items) // what they refer to
	l.items, l.size, l.clip, l.stored = l.items[:0], size, image.Rectangle{Max: size}, false
}

// Clip cuts what follows to a rectangle, until what it returns is handed to [List.Unclip].
func (l *List) Clip(r image.Rectangle) (before image.Rectangle) {
	before = l.clip
	l.clip = before.Intersect(r)
	return before
}

// Unclip ends a [List.Clip].
func (l *List) Unclip(before image.Rectangle) { l.clip = before }

// Stored says whether colours that follow are mixed as they are stored, instead of in light: charts look as files of them do then.
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
	var p Path // corners that overlap
	p.round(bounds(r), radius)
	l.Path(&p, col)
}

// Border paints the border of a box, inside of it, as wide as a whole number of pixels.
func (l *List) Border(r image.Rectangle, radius float32, width int, col color.NRGBA) {
	w := float32(width)
	least := min(r.Dx(), r.Dy())
	radius = min(radius, float32(least)/2)
	if 2*cornerSide(radius, w) <= least {
		l.add(item{kind: border, at: r, radius: radius, width: w, col: col})
		return
	}
	var p Path // corners that overlap
	p.round(bounds(r), radius)
	inner := bounds(r.Inset(width))
	if inner.x0 < inner.x1 && inner.y0 < inner.y1 {
		p.reversed(func(q *Path) { q.round(inner, max(radius-w, 0)) })
	}
	l.Path(&p, col)
}

// Gradient fills a box in colours from one at its left to another at its right.
func (l *List) Gradient(r image.Rectangle, from, to color.NRGBA) {
	l.add(item{kind: gradient, at: r, col: from, to: to})
}

// Path fills the inside of a path: where its contours turn around more often in one direction than in the other. The path is
// copied.
func (l *List) Path(p *Path, col color.NRGBA) {
	if len(p.points) < 3 {
		return
	}
	l.add(item{kind: path, at: p.bounds(), path: slices.Clone(p.points), col: col})
}

// Columns fills what is covered of each column of pixels, from the left of a rectangle on. The list is kept, and must not change any more.
func (l *List) Columns(at image.Rectangle, list []Reach, col color.NRGBA) {
	l.add(item{kind: columns, at: at, columns: list, col: col})
}

// Mask paints a colour as far as a mask shows it. The mask must not change any more.
func (l *List) Mask(corner image.Point, m *image.Alpha, col color.NRGBA) {
	l.add(item{kind: mask, at: m.Rect.Sub(m.Rect.Min).Add(corner), mask: m, col: col})
}

// Picture paints pixels, which must not change any more. Its upper corners are cut round.
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
	case path: // its mask is made of it
	default:
		return i.mask == j.mask
	}
	// Not a number differs from itself, but stands between contours.
	return slices.EqualFunc(i.path, j.path, func(a, b Point) bool { return a == b || a.ends() && b.ends() })
}

// covers reports whether nothing below an item is seen within a rectangle.
func (i *item) covers(r image.Rectangle) bool {
	if !r.In(i.at) || !r.In(i.clip) {
		return false
	}
	return i.kind == box && i.radius == 0 && i.col.A == 0xff || i.kind == picture && i.opaque && i.corners == 0
}
