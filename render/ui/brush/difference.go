package brush

import (
	"image"
	"slices"
)

// Size of the tiles that are repainted or kept, in pixels.
const (
	tileWidth  = 32
	tileHeight = 16
)

// reach is the maximum number of items to look ahead for an item that only one list has.
const reach = 48

// Difference returns rectangles that contain all differences between two lists. If the size of the panel differs, it returns the whole
// panel. Items in both lists pass their masks on to l.
//
// It walks through both lists and pairs equal items in order. A pixel that no unpaired item touches is painted by pairs only, so it is
// unchanged.
func (l *List) Difference(before *List) []image.Rectangle {
	whole := []image.Rectangle{{Max: l.size}}
	if before == nil || before.size != l.size {
		return whole
	}
	d := newTiles(l.size)
	a, b := before.items, l.items
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		if a[i].same(&b[j]) {
			b[j].mask = a[i].mask
			i, j = i+1, j+1
			continue
		}
		gone, came := ahead(a[i:], &b[j]), ahead(b[j:], &a[i])
		switch {
		case gone == 0 && came == 0:
			d.touch(&a[i])
			d.touch(&b[j])
			i, j = i+1, j+1
		case came == 0 || gone > 0 && gone <= came:
			for ; gone > 0; gone-- {
				d.touch(&a[i])
				i++
			}
		default:
			for ; came > 0; came-- {
				d.touch(&b[j])
				j++
			}
		}
	}
	for ; i < len(a); i++ {
		d.touch(&a[i])
	}
	for ; j < len(b); j++ {
		d.touch(&b[j])
	}
	return d.rectangles()
}

// ahead returns the number of items before one that equals other; 0 if none is near.
func ahead(list []item, other *item) int {
	for n := 1; n < min(len(list), reach); n++ {
		if list[n].same(other) {
			return n
		}
	}
	return 0
}

// tiles tracks which tiles of a panel must be repainted.
type tiles struct {
	size   image.Point
	across int
	marked []bool
}

func newTiles(size image.Point) *tiles {
	across := (size.X + tileWidth - 1) / tileWidth
	return &tiles{size: size, across: across, marked: make([]bool, across*((size.Y+tileHeight-1)/tileHeight))}
}

// touch marks the tiles that an item may paint.
func (t *tiles) touch(i *item) {
	r := i.at.Intersect(i.clip).Intersect(image.Rectangle{Max: t.size})
	if r.Empty() {
		return
	}
	for y := r.Min.Y / tileHeight; y <= (r.Max.Y-1)/tileHeight; y++ {
		row := t.marked[y*t.across:]
		for x := r.Min.X / tileWidth; x <= (r.Max.X-1)/tileWidth; x++ {
			row[x] = true
		}
	}
}

// rectangles returns the marked tiles as disjoint rectangles. These are runs in each row, merged with equal runs in the row above.
func (t *tiles) rectangles() (list []image.Rectangle) {
	for y := 0; y*tileHeight < t.size.Y; y++ {
		row := t.marked[y*t.across : (y+1)*t.across]
		for x := 0; x < len(row); x++ {
			if !row[x] {
				continue
			}
			from := x
			for x < len(row) && row[x] {
				x++
			}
			r := image.Rect(from*tileWidth, y*tileHeight, min(x*tileWidth, t.size.X), min((y+1)*tileHeight, t.size.Y))
			above := slices.IndexFunc(list, func(o image.Rectangle) bool {
				return o.Max.Y == r.Min.Y && o.Min.X == r.Min.X && o.Max.X == r.Max.X
			})
			if above >= 0 {
				list[above].Max.Y = r.Max.Y
			} else {
				list = append(list, r)
			}
		}
	}
	return list
}
