package place

import (
	"image"
	"slices"

	"memcity/render/ui/model"
)

// placeNote places a tooltip or hint near its target so that it covers nothing else: no other panel, and no control of its own panel. The
// nearest free place wins. If there is none, it tries a lower card, down to MinH, and otherwise leaves it out.
func (a *arranger) placeNote(w Want) {
	g := a.px(4)
	taken := slices.Clone(w.Avoid)
	for _, o := range a.order {
		if r, ok := a.placed[o.ID]; ok && o.ID != w.Owner {
			taken = append(taken, r.Inset(-g))
		}
	}
	width := min(a.px(w.W), a.size.X-2*g)
	for _, h := range []float64{w.H, (w.H + w.MinH) / 2, w.MinH} {
		height := a.px(h)
		if width <= 0 || height <= 0 || height > a.size.Y-2*g {
			continue
		}
		if r, ok := a.freeNear(w, image.Pt(width, height), taken); ok {
			a.placed[w.ID] = r
			return
		}
	}
}

// freeNear returns the free place for a card that is nearest to its target. It tries places beside the target, and at the edges of all
// panels and of the framebuffer.
func (a *arranger) freeNear(w Want, size image.Point, taken []image.Rectangle) (best image.Rectangle, ok bool) {
	g, away := a.px(4), a.px(8)
	if w.ID == model.Tooltip {
		away = a.px(14)
	}
	target := w.At.Inset(-away)
	if w.At.Empty() {
		target = image.Rectangle{Min: w.At.Min.Sub(image.Pt(away, away)), Max: w.At.Min.Add(image.Pt(away, away))}
	}
	around := []image.Rectangle{target}
	for _, r := range a.placed {
		around = append(around, r.Inset(-g))
	}
	xs := []int{w.At.Min.X + (w.At.Dx()-size.X)/2, g, a.size.X - g - size.X}
	ys := []int{w.At.Min.Y + (w.At.Dy()-size.Y)/2, g, a.size.Y - g - size.Y}
	for _, r := range around {
		xs = append(xs, r.Max.X, r.Min.X-size.X)
		ys = append(ys, r.Max.Y, r.Min.Y-size.Y)
	}
	keep := target
	if w.ID == model.Hint {
		keep = w.At
	}
	least := 0
	for _, y := range sortedOnce(ys, g, a.size.Y-g-size.Y) {
		for _, x := range sortedOnce(xs, g, a.size.X-g-size.X) {
			r := image.Rectangle{Min: image.Pt(x, y), Max: image.Pt(x, y).Add(size)}
			if cost := a.noteCost(w, r); (!ok || cost < least) && cost < a.px(farCost) && !r.Overlaps(keep) &&
				!slices.ContainsFunc(taken, r.Overlaps) {
				best, least, ok = r, cost, true
			}
		}
	}
	return best, ok
}

// ownPanelCost is the cost in dp of covering the card's own panel.
const ownPanelCost = 900

// farCost is the cost at which a card is left out, as it would be too far from its target.
const farCost = 2400

// noteCost returns the weighted distance of a card from its target, in pixels. Places above a hint's target or to the left of a tooltip's
// cost a little more. Covering text of the card's own panel costs more too.
func (a *arranger) noteCost(w Want, r image.Rectangle) int {
	dx := max(r.Min.X-w.At.Max.X, w.At.Min.X-r.Max.X, 0)
	dy := max(r.Min.Y-w.At.Max.Y, w.At.Min.Y-r.Max.Y, 0)
	cost := 4*dx + 6*dy
	if w.ID == model.Hint {
		middle := r.Min.X + r.Dx()/2 - w.At.Min.X - w.At.Dx()/2
		cost += max(middle, -middle) / 2
	}
	if r.Min.Y < w.At.Min.Y {
		cost += a.px(8)
	}
	if r.Min.X < w.At.Min.X {
		cost += a.px(4)
	}
	if own, ok := a.placed[w.Owner]; ok && r.Overlaps(own) {
		cost += a.px(ownPanelCost)
	}
	return cost
}

// sortedOnce returns the values within lo … hi, sorted and deduplicated.
func sortedOnce(values []int, lo, hi int) []int {
	list := slices.DeleteFunc(values, func(v int) bool { return v < lo || v > hi })
	slices.Sort(list)
	return slices.Compact(list)
}
