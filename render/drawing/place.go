package drawing

import (
	"math"
	"slices"
)

// placeTags chooses boxes for tags, in order, so that none overlaps another, its line, or a part of the picture that is
// covered, and all lie in the picture. Those without room are left out. Cost is quadratic in the tags that are placed, at
// most limit in addition to those that must be.
func placeTags(tags []tag, m *tagMetrics, picture rectangle, covered []rectangle, limit int) []tag {
	placed := tags[:0]
	for _, t := range tags {
		if len(placed) >= limit && !t.style.must() {
			continue
		}
		if t.x < picture.x0 || t.x > picture.x1 || t.y < picture.y0 || t.y > picture.y1+m.leaders[0] {
			continue
		}
		if t.fit(m, picture, covered, placed) {
			placed = append(placed, t)
		}
	}
	return placed
}

// fit tries the places for a tag: over its roof, the box moved sideways at the border of the picture and of what is
// covered, higher when others are in the way, and under the upper border. That of a district lies on it.
func (t *tag) fit(m *tagMetrics, picture rectangle, covered []rectangle, placed []tag) bool {
	width := math.Ceil(m.lead(t) + t.name.width + m.padX)
	height := math.Ceil(m.text + 2*m.padY)
	if width > picture.x1-picture.x0 || height > picture.y1-picture.y0 {
		return false
	}
	leaders := m.leaders[:]
	if t.style == tagDistrict {
		leaders = []float64{-height / 2}
	}
	for _, leader := range leaders {
		y := max(math.Round(t.y-leader-height), picture.y0)
		x := min(max(math.Round(t.x-width/2), picture.x0), picture.x1-width)
		t.box = rectangle{x, y, x + width, y + height}
		t.box = t.box.stepAside(covered, m.margin)
		if t.box.y1 <= picture.y1 && t.box.x0 >= picture.x0 && t.box.x1 <= picture.x1 && t.x >= t.box.x0 && t.x <= t.box.x1 &&
			!t.inTheWay(m, covered, placed) {
			return true
		}
	}
	return false
}

// inTheWay reports whether a tag or its line meets another, or what is covered.
func (t *tag) inTheWay(m *tagMetrics, covered []rectangle, placed []tag) bool {
	line := t.line()
	for _, o := range covered {
		if t.box.overlaps(o, m.margin) || line.overlaps(o, 0) {
			return true
		}
	}
	return slices.ContainsFunc(placed, func(o tag) bool {
		return t.box.overlaps(o.box, m.margin) || t.box.overlaps(o.line(), m.margin/2) || line.overlaps(o.box, m.margin/2)
	})
}

// line is the space of the line from the tag down to the roof; it may have no height.
func (t *tag) line() rectangle { return rectangle{t.x - 0.5, t.box.y1, t.x + 0.5, max(t.y, t.box.y1)} }

// stepAside moves a rectangle sideways by the least that brings it out of what is covered; from where two leave no room, it
// stays in one of them.
func (r rectangle) stepAside(covered []rectangle, margin float64) rectangle {
	for _, c := range covered {
		if !r.overlaps(c, margin) {
			continue
		}
		left, right := r.x1-(c.x0-margin), c.x1+margin-r.x0
		by := math.Ceil(right)
		if left < right {
			by = -math.Ceil(left)
		}
		r.x0, r.x1 = r.x0+by, r.x1+by
	}
	return r
}

// barWidth is the share of the picture's width from which a panel counts as a bar along its upper or lower border.
const barWidth = 0.6

// without returns what a bar leaves of the picture; all of it if what is covered is no bar.
func (r rectangle) without(bar rectangle, edge float64) rectangle {
	switch middle := (r.y0 + r.y1) / 2; {
	case bar.x1-bar.x0 < barWidth*(r.x1-r.x0):
	case bar.y1 < middle:
		r.y0 = max(r.y0, bar.y1+edge)
	case bar.y0 > middle:
		r.y1 = min(r.y1, bar.y0-edge)
	}
	return r
}
