package drawing

import (
	"math"
	"slices"
)

// placeTags chooses positions for tags, in order. No tag overlaps another one, its line, or a covered or kept part of the picture. All are
// inside the picture. Tags that do not fit are dropped. It places at most limit tags, apart from mandatory ones. The cost is quadratic in
// the number of placed tags.
func placeTags(tags []tag, m *tagMetrics, picture rectangle, covered, kept []rectangle, limit int) []tag {
	placed := tags[:0]
	for _, t := range tags {
		if len(placed) >= limit && !t.style.must() {
			continue
		}
		if t.x < picture.x0 || t.x > picture.x1 || t.y < picture.y0 || t.y > picture.y1+m.leaders[0] {
			continue
		}
		fits := t.fit(m, picture, covered, kept, placed)
		if !fits && t.pin > 0 { // try a plate with one line
			t.more = line{}
			fits = t.fit(m, picture, covered, kept, placed)
		}
		if fits {
			placed = append(placed, t)
		}
	}
	return placed
}

// fit tries positions for a tag, and reports whether one is free. It prefers the place over the roof. It moves the box sideways at borders,
// and higher if other tags are in the way. The tag of a district is on the district.
func (t *tag) fit(m *tagMetrics, picture rectangle, covered, kept []rectangle, placed []tag) bool {
	width := math.Ceil(max(m.lead(t)+t.name.width, m.padX+t.more.width) + m.padX)
	height := math.Ceil(m.text + 2*m.padY)
	if !t.more.empty() {
		height += m.between
	}
	if width > picture.x1-picture.x0 || height > picture.y1-picture.y0 {
		return false
	}
	leaders := m.leaders[:]
	if t.style == tagDistrict {
		leaders = []float64{-height / 2}
	} else if t.pin > 0 || t.style.must() {
		leaders = m.ofPlates(height)
	}
	ends := make([]float64, 0, 2*len(leaders)) // of the line, above the roof
	if !t.below {
		ends = append(ends, leaders...)
	}
	if t.below || t.pin > 0 || t.style.must() {
		for _, leader := range leaders {
			ends = append(ends, -leader-height)
		}
	}
	if t.below {
		ends = append(ends, leaders...)
	}
	for _, side := range sides[:t.sides()] {
		for _, leader := range ends {
			y := max(math.Round(t.y-leader-height), picture.y0)
			x := min(max(math.Round(t.x-side*width), picture.x0), picture.x1-width)
			t.box = rectangle{x, y, x + width, y + height}
			t.box = t.box.stepAside(covered, m.margin)
			if t.box.y1 <= picture.y1 && t.box.x0 >= picture.x0 && t.box.x1 <= picture.x1 && t.x >= t.box.x0 && t.x <= t.box.x1 &&
				!t.inTheWay(m, covered, placed) && !t.hidesAny(kept) {
				return true
			}
		}
	}
	return false
}

// plateSteps is the number of additional line lengths for plates and mandatory tags, each longer by half a tag. Two findings may be about
// adjacent buildings, and one plate must not hide the other.
const plateSteps = 8

// ofPlates returns the line lengths for plates and mandatory tags of the given height.
func (m *tagMetrics) ofPlates(height float64) []float64 {
	list := slices.Clone(m.leaders[:])
	for range plateSteps {
		list = append(list, list[len(list)-1]+height/2)
	}
	return list
}

// sides are the positions where the line meets the box, as fractions of its width. Plates and mandatory tags that do not fit with the middle
// try both ends.
var sides = [...]float64{0.5, 0.1, 0.9}

func (t *tag) sides() int {
	if t.pin > 0 || t.style.must() {
		return len(sides)
	}
	return 1
}

// inTheWay reports whether a tag or its line overlaps a covered part, or another tag and its line. The roof of a finding or of a mandatory
// tag may be behind another tag, where its line ends.
func (t *tag) inTheWay(m *tagMetrics, covered []rectangle, placed []tag) bool {
	line := t.line()
	for _, o := range covered {
		if t.box.overlaps(o, m.margin) || line.overlaps(o, 0) {
			return true
		}
	}
	roof := rectangle{t.x, t.y, t.x, t.y}
	return slices.ContainsFunc(placed, func(o tag) bool {
		behind := (t.pin > 0 || t.style.must()) && roof.overlaps(o.box, m.margin)
		return t.box.overlaps(o.box, m.margin) || t.box.overlaps(o.line(), m.margin/2) || !behind && line.overlaps(o.box, m.margin/2)
	})
}

// arrows point to places outside the picture, in eighths of a turn counterclockwise from the right.
var arrows = [...]string{"→", "↗", "↑", "↖", "←", "↙", "↓", "↘"}

// comeIn moves a tag for a place outside the picture to the border, with an arrow to its place.
func (t *tag) comeIn(picture rectangle, a *atlas) {
	x, y := min(max(t.x, picture.x0), picture.x1), min(max(t.y, picture.y0), picture.y1)
	if x == t.x && y == t.y {
		return
	}
	turn := math.Atan2(y-t.y, t.x-x) / (2 * math.Pi) * float64(len(arrows))
	text := arrows[(int(math.Round(turn))+len(arrows))%len(arrows)]
	t.arrow = line{text: text, width: a.measure(text)}
	t.x, t.y = x, y
}

// hidesAny reports whether a tag covers a part that is kept clear.
func (t *tag) hidesAny(kept []rectangle) bool {
	return !t.hides && slices.ContainsFunc(kept, func(r rectangle) bool { return t.box.overlaps(r, 0) })
}

// line returns the rectangle of the line from the tag down or up to the roof. Its height may be 0.
func (t *tag) line() rectangle {
	if t.y < t.box.y0 {
		return rectangle{t.x - 0.5, t.y, t.x + 0.5, t.box.y0}
	}
	return rectangle{t.x - 0.5, t.box.y1, t.x + 0.5, max(t.y, t.box.y1)}
}

// stepAside moves a rectangle sideways out of covered parts, by the shortest distance for each. It may remain in one if there is not enough
// space between two.
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

// barWidth is the fraction of the picture's width at which a panel counts as a bar along its top or bottom.
const barWidth = 0.6

// without returns r without the given bar; all of r if the covered part is not a bar.
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
