package ui

import (
	"cmp"
	"image/color"
	"slices"

	"memcity/city"
)

// drawGroupOwners draws who keeps the group alive: GC roots, then groups.
func drawGroupOwners(c *canvas, r *city.GroupReport, _, b *box) {
	switch {
	case r.NoRoots:
		c.remark(b, missingText(r))
		return
	case r.RootOwners == nil && !r.Whole:
		c.waiting(b, "Finding GC roots and owners…")
		return
	}
	if r.RootOwners != nil {
		drawOwnership(c, b, "group/owners/roots", r.RootOwners)
	}
	b.cutTop(10)
	c.hline(b.x, b.y, b.w, 0, c.line)
	b.cutTop(6)
	head := b.cutTop(sectionHead)
	drawByButton(c, "group/by/owners", &head)
	c.text(head, heading, left, c.theme.text, "Among groups")
	switch {
	case r.Owners != nil:
		drawOwnership(c, b, "group/owners/groups", r.Owners)
	case !r.Whole:
		c.waiting(b, "Finding owners among groups…")
	}
}

const (
	fewOwners   = 6
	ownerHeight = 42
	fewPairs    = 3
)

// ownerColors tell the first members of the smallest set apart, for colour-blind eyes as well (M. Okabe, K. Ito: Color
// Universal Design, 2008).
var ownerColors = []color.NRGBA{rgb(0x0072b2), rgb(0xe69f00), rgb(0x009e73), rgb(0xcc79a7), rgb(0x56b4e9), rgb(0xd55e00)}

// ownerColor is the colour of a member of the smallest set; all from some number on have one.
func (c *canvas) ownerColor(i int) color.NRGBA {
	if i < len(ownerColors) {
		return ownerColors[i]
	}
	return c.dim
}

// smallestMembers lists the smallest set, those that keep most alive alone first.
func smallestMembers(o *city.Ownership, metric city.Metric) []int {
	list := slices.Clone(o.Smallest)
	slices.SortStableFunc(list, func(x, y int) int { return cmp.Compare(o.Owners[y].Alone.Of(metric), o.Owners[x].Alone.Of(metric)) })
	return list
}

// drawOwnership tells without whom the group would die: in words, as a bar, and owner by owner.
func drawOwnership(c *canvas, b *box, id string, o *city.Ownership) {
	metric := c.metric()
	b.cutTop(2)
	words := smallestText(o, metric)
	lines := b.cutTop(c.paragraphHeight(b.w, strong, words))
	c.explain(id+"/smallest", lines, "Smallest set", words, smallestHint)
	c.paragraph(lines, strong, c.theme.text, words)
	if len(o.Owners) == 0 {
		return
	}
	b.cutTop(6)
	drawOwnerBar(c, b, o)
	b.cutTop(4)
	order := ownerOrder(o, metric)
	shown := order[:c.shortened(id, len(order), max(fewOwners, min(len(o.Smallest), 12)))]
	chosen := c.list(b, rowList{id: id, words: "Owners", rows: len(shown), height: ownerHeight,
		still: !slices.ContainsFunc(o.Owners, func(w city.Owner) bool { return c.selectable(w.Key) }),
		item:  func(i int) Item { return ownerItem(c, o, shown[i]) },
		cut:   func(i int) []city.Cutout { return c.model.cutsOfOwner(o, shown[i]) },
		draw:  func(i int, cell box, _ bool) { drawOwner(c, cell, o, shown[i]) }})
	if chosen >= 0 {
		if w := &o.Owners[shown[chosen]]; c.selectable(w.Key) {
			c.do(city.Select{Key: w.Key})
		}
	}
	c.more(b, id, len(order), max(fewOwners, min(len(o.Smallest), 12)))
	drawPairs(c, b, id, o)
	if o.LeftOut > 0 {
		b.cutTop(4)
		c.remark(b, plural(int64(o.LeftOut), "more that reaches", "more that reach")+" these objects, not looked at.")
	}
}

// smallestHint explains the smallest set.
const smallestHint = "The fewest owners without all of which the objects would die. What one keeps alive alone would die without that one; what " +
	"several share dies only without all of them."

// selectable reports whether a group with a key is there to be selected, in place of what is.
func (c *canvas) selectable(key string) bool {
	if key == "" || c.model.Plan == nil {
		return false
	}
	s := &c.model.State
	_, found := c.model.Plan.Series.Find(key)
	return found && !(s.Selection == key && len(s.More) == 0)
}

// ownerOrder lists the smallest set, then the others by what they retain alone.
func ownerOrder(o *city.Ownership, metric city.Metric) []int {
	order := smallestMembers(o, metric)
	for i := range o.Owners {
		if !slices.Contains(o.Smallest, i) {
			order = append(order, i)
		}
	}
	return order
}

func ownerItem(c *canvas, o *city.Ownership, at int) Item {
	w, metric := &o.Owners[at], c.metric()
	whole := o.Target.Of(metric)
	it := Item{Kind: "value", Text: unqualified(w.Name), Value: "alone " + shareText(w.Alone.Of(metric), whole) + ", reaches " + shareText(w.Reaches.Of(metric), whole),
		Hint: oneLine(w.Name) + ": without it, " + bothAmounts(w.Alone) + " would die; it reaches " + bothAmounts(w.Reaches) + "."}
	if slices.Contains(o.Smallest, at) {
		it.Value += ", in the smallest set"
	}
	if c.selectable(w.Key) {
		it.Kind, it.Hint = "link", it.Hint+" Press to select it."
	}
	return it
}

// drawOwner draws one owner: what it keeps alive alone within what it reaches.
func drawOwner(c *canvas, cell box, o *city.Ownership, at int) {
	w, metric := &o.Owners[at], c.metric()
	whole := max(o.Target.Of(metric), 1)
	row := cell.inset(0, 4)
	upper := row.cutTop(18)
	chip := upper.cutLeft(10).middle(10)
	col := mixed(c.edge, c.dim, 0.5)
	if place := slices.Index(smallestMembers(o, metric), at); place >= 0 {
		col = c.ownerColor(place)
		c.fill(chip, 2, col)
	} else {
		c.frame(chip, 2, 1, c.edge)
	}
	upper.cutLeft(7)
	if c.selectable(w.Key) {
		c.icon(upper.cutRight(14).middle(14), "chevron", c.dim)
	}
	numbers := upper.cutRight(88)
	c.text(numbers, strong, right, c.theme.text, "alone "+shareText(w.Alone.Of(metric), whole))
	upper.cutRight(6)
	c.name(upper, body, left, c.theme.text, unqualified(w.Name))
	row.cutLeft(17)
	if c.selectable(w.Key) {
		row.cutRight(14)
	}
	c.text(row.cutRight(94), small, right, c.dim, "reaches "+shareText(w.Reaches.Of(metric), whole))
	bar := row.middle(6)
	bar.w = max(bar.w-6, 0)
	c.fill(bar, 3, c.line)
	for _, part := range []struct {
		value int64
		col   color.NRGBA
	}{{w.Reaches.Of(metric), mixed(c.card, col, 0.4)}, {w.Alone.Of(metric), col}} {
		if share := float32(min(max(float64(part.value)/float64(whole), 0), 1)); share > 0 {
			piece := bar
			piece.w = max(bar.w*share, 3)
			c.fill(piece, 3, part.col)
		}
	}
}

// ownerPiece is a part of the bar of owners.
type ownerPiece struct {
	text   string
	value  int64
	colors []color.NRGBA // stripes if there are several
}

// maxStripes bounds the colours of what is shared, so that it can be looked at.
const maxStripes = 3

// ownerPieces split a target into what each of the smallest set keeps alive alone, what only all of them do, what others
// share in, and what nobody keeps.
func ownerPieces(c *canvas, o *city.Ownership) []ownerPiece {
	metric := c.metric()
	rest := o.SmallestSize.Of(metric)
	var list []ownerPiece
	var stripes []color.NRGBA
	for place, at := range smallestMembers(o, metric) {
		col := c.ownerColor(place)
		if place < maxStripes {
			stripes = append(stripes, col)
		}
		alone := min(o.Owners[at].Alone.Of(metric), rest)
		rest -= alone
		list = append(list, ownerPiece{unqualified(o.Owners[at].Name) + " alone", alone, []color.NRGBA{col}})
	}
	if len(o.Smallest) > 1 {
		text := "shared: dies only without several of them"
		if len(o.Smallest) == 2 {
			text = "shared: dies only without both"
		}
		list = append(list, ownerPiece{text, rest, stripes})
	}
	list = append(list, ownerPiece{"held by others", max(o.All.Of(metric)-o.SmallestSize.Of(metric), 0), []color.NRGBA{mixed(c.edge, c.dim, 0.5)}})
	left := "not kept by these"
	if o.By == nil && o.LeftOut == 0 {
		left = "kept by no GC root"
	}
	return append(list, ownerPiece{left, max(o.Target.Of(metric)-o.All.Of(metric), 0), []color.NRGBA{c.line}})
}

// drawOwnerBar draws how the target is split among its owners, and says so below.
func drawOwnerBar(c *canvas, b *box, o *city.Ownership) {
	pieces := ownerPieces(c, o)
	whole := max(o.Target.Of(c.metric()), 1)
	bar := b.cutTop(22)
	c.fill(bar, 4, c.line)
	rest := bar
	words := ""
	for i := range pieces {
		p := &pieces[i]
		if p.value <= 0 {
			continue
		}
		piece := rest.cutLeft(max(bar.w*float32(float64(p.value)/float64(whole)), 2))
		c.stripes(piece, p.colors)
		if words != "" {
			words += ", "
		}
		words += p.text + " " + shareText(p.value, whole)
	}
	c.explain(string(c.panel)+"/bar/"+byText(o.By, nil), bar, "Owners", words, words+".")
	c.frame(bar, 4, 1, c.edge)
	b.cutTop(5)
	for _, p := range pieces[len(o.Smallest):] {
		if p.value <= 0 {
			continue
		}
		row := b.cutTop(18)
		c.stripes(row.cutLeft(10).middle(10), p.colors)
		row.cutLeft(7)
		c.text(row.cutRight(56), smallB, right, c.theme.text, shareText(p.value, whole))
		c.text(row, small, left, c.dim, p.text)
	}
}

// stripeWidth is the width of a stripe in dp.
const stripeWidth = 7

// stripes fills a box with one colour, or with upright stripes of several.
func (c *canvas) stripes(b box, colors []color.NRGBA) {
	if len(colors) == 1 {
		c.fill(b, 2, colors[0])
		return
	}
	for i := 0; b.w > 0 && len(colors) > 0; i++ {
		c.fill(b.cutLeft(stripeWidth), 0, colors[i%len(colors)])
	}
}

// tinyShare is the share of the target from which a pair that shares it is told.
const tinyShare = 0.001

// toldPairs are the pairs that share enough to be told, but for one that is the smallest set, which the bar shows. tiny
// counts those that share less.
func toldPairs(o *city.Ownership, metric city.Metric) (pairs []city.OwnerPair, tiny int) {
	least := max(tinyShare*float64(o.Target.Of(metric)), 1)
	for _, p := range o.Pairs {
		switch {
		case len(o.Smallest) == 2 && slices.Contains(o.Smallest, p.A) && slices.Contains(o.Smallest, p.B):
		case float64(p.Shared.Of(metric)) >= least:
			pairs = append(pairs, p)
		default:
			tiny++
		}
	}
	return pairs, tiny
}

// drawPairs tells of owners that share objects.
func drawPairs(c *canvas, b *box, id string, o *city.Ownership) {
	metric := c.metric()
	pairs, tiny := toldPairs(o, metric)
	id += "/pairs"
	if len(pairs) > 0 {
		b.cutTop(8)
		c.text(b.cutTop(18), smallB, left, c.theme.text, "Pairs that share objects")
	}
	for _, p := range pairs[:c.shortened(id, len(pairs), fewPairs)] {
		b.cutTop(3)
		c.remark(b, pairText(o, p, metric))
	}
	c.more(b, id, len(pairs), fewPairs)
	if tiny > 0 {
		b.cutTop(4)
		c.remark(b, plural(int64(tiny), "pair of owners shares", "pairs of owners share")+" less than 0.1 % each.")
	}
}

// pairText tells what two owners share.
func pairText(o *city.Ownership, p city.OwnerPair, metric city.Metric) string {
	return unqualified(o.Owners[p.A].Name) + " and " + unqualified(o.Owners[p.B].Name) + " share " +
		shareText(p.Shared.Of(metric), o.Target.Of(metric)) + ": it dies only without both. Together they keep " +
		shareText(p.Together.Of(metric), o.Target.Of(metric)) + " alive."
}
