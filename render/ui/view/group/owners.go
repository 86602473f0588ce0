package group

import (
	"cmp"
	"image/color"
	"slices"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/city/view/whatif"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// drawGroupOwners draws the owners of the group: GC roots, then groups.
func (view *View) drawGroupOwners(c *widget.Canvas, r *inspect.Report, _, b *canvas.Box) {
	switch {
	case r.NoRoots:
		c.Remark(b, missingText(r))
		return
	case r.RootOwners == nil && !r.Whole:
		view.waiting(c, b, "Finding GC roots and owners…")
		return
	}
	if r.RootOwners != nil {
		view.drawOwnership(c, b, "group/owners/roots", r.RootOwners)
	}
	b.CutTop(10)
	c.Hline(b.X, b.Y, b.W, 0, c.Line)
	b.CutTop(6)
	head := b.CutTop(sectionHead)
	view.drawByButton(c, "group/by/owners", &head)
	c.Text(head, canvas.Heading, canvas.Left, c.Theme.Text, "Among groups")
	switch {
	case r.Owners != nil:
		view.drawOwnership(c, b, "group/owners/groups", r.Owners)
	case !r.Whole:
		view.waiting(c, b, "Finding owners among groups…")
	}
}

const (
	fewOwners   = 6
	ownerHeight = 42
	fewPairs    = 3
)

// ownerColors are the colors of the first members of the smallest set. They are safe for color-blind users (M. Okabe, K. Ito: Color
// Universal Design, 2008).
var ownerColors = []color.NRGBA{canvas.Rgb(0x0072b2), canvas.Rgb(0xe69f00), canvas.Rgb(0x009e73), canvas.Rgb(0xcc79a7),
	canvas.Rgb(0x56b4e9), canvas.Rgb(0xd55e00)}

// ownerColor returns the color of the i-th member of the smallest set. Members beyond [ownerColors] share one color.
func (view *View) ownerColor(c *widget.Canvas, i int) color.NRGBA {
	if i < len(ownerColors) {
		return ownerColors[i]
	}
	return c.Dim
}

// smallestMembers lists the members of the smallest set, in descending order of the size each retains alone.
func smallestMembers(o *inspect.Ownership, unit trees.Unit) []int {
	list := slices.Clone(o.Smallest)
	slices.SortStableFunc(list, func(x, y int) int { return cmp.Compare(o.Owners[y].Exclusive.Of(unit), o.Owners[x].Exclusive.Of(unit)) })
	return list
}

// drawOwnership draws the owners that keep the group alive: in words, as a bar, and one row per owner.
func (view *View) drawOwnership(c *widget.Canvas, b *canvas.Box, id string, o *inspect.Ownership) {
	unit := view.unit(c)
	b.CutTop(2)
	words := SmallestText(o, unit)
	lines := b.CutTop(c.ParagraphHeight(b.W, canvas.Strong, words))
	c.Explain(id+"/smallest", lines, "Smallest set", words, smallestHint)
	c.Paragraph(lines, canvas.Strong, c.Theme.Text, words)
	if len(o.Owners) == 0 {
		return
	}
	b.CutTop(6)
	view.drawOwnerBar(c, b, o)
	b.CutTop(4)
	order := ownerOrder(o, unit)
	shown := order[:view.shortened(c, id, len(order), max(fewOwners, min(len(o.Smallest), 12)))]
	chosen := view.list(c, b, rowList{id: id, words: "Owners", rows: len(shown), height: ownerHeight,
		still: !slices.ContainsFunc(o.Owners, func(w inspect.Owner) bool { return view.selectable(c, w.Key) }),
		item:  func(i int) model.Item { return view.ownerItem(c, o, shown[i]) },
		cut:   func(i int) []whatif.Removal { return c.Model.CutsOfOwner(o, shown[i]) },
		draw:  func(i int, cell canvas.Box, _ bool) { view.drawOwner(c, cell, o, shown[i]) }})
	if chosen >= 0 {
		if w := &o.Owners[shown[chosen]]; view.selectable(c, w.Key) {
			c.Do(state.Select{Key: w.Key})
		}
	}
	view.more(c, b, id, len(order), max(fewOwners, min(len(o.Smallest), 12)))
	view.drawPairs(c, b, id, o)
	if o.LeftOut > 0 {
		b.CutTop(4)
		c.Remark(b, wordspkg.Plural(int64(o.LeftOut), "more that reaches", "more that reach")+" these objects, not computed.")
	}
	if o.Unsized > 0 {
		b.CutTop(4)
		c.Remark(b, wordspkg.Plural(int64(o.Unsized), "more is", "more are")+" not computed: there are too many, and few objects are on short paths from them.")
	}
}

// smallestHint explains the smallest set.
const smallestHint = "The fewest owners that must all be removed to free the objects. Objects that one owner alone keeps alive are freed with it. Shared objects are freed only when all their owners are removed."

// selectable reports whether the group with the given key exists and is not the current selection.
func (view *View) selectable(c *widget.Canvas, key string) bool {
	if key == "" || c.Model.Plan == nil {
		return false
	}
	s := &c.Model.State
	_, found := c.Model.Plan.Series.Find(key)
	return found && !(s.Selection == key && len(s.More) == 0)
}

// ownerOrder lists the smallest set, then the other owners in the order of the report.
func ownerOrder(o *inspect.Ownership, unit trees.Unit) []int {
	order := smallestMembers(o, unit)
	for i := range o.Owners {
		if !slices.Contains(o.Smallest, i) {
			order = append(order, i)
		}
	}
	return order
}

func (view *View) ownerItem(c *widget.Canvas, o *inspect.Ownership, at int) model.Item {
	w, unit := &o.Owners[at], view.unit(c)
	whole := o.Target.Of(unit)
	it := model.Item{Kind: "value", Text: wordspkg.Unqualified(w.Name),
		Value: "alone " + wordspkg.ShareText(w.Exclusive.Of(unit), whole) + ", reaches " + wordspkg.ShareText(w.Reaches.Of(unit), whole),
		Hint:  wordspkg.OneLine(w.Name) + ": removing it would free " + bothAmounts(w.Exclusive) + "; it reaches " + bothAmounts(w.Reaches) + "."}
	if slices.Contains(o.Smallest, at) {
		it.Value += ", in the smallest set"
	}
	if view.selectable(c, w.Key) {
		it.Kind, it.Hint = "link", it.Hint+" Click to select it."
	}
	return it
}

// drawOwner draws one owner: the share it retains alone within the share it reaches.
func (view *View) drawOwner(c *widget.Canvas, cell canvas.Box, o *inspect.Ownership, at int) {
	w, unit := &o.Owners[at], view.unit(c)
	whole := max(o.Target.Of(unit), 1)
	row := cell.Inset(0, 4)
	upper := row.CutTop(18)
	chip := upper.CutLeft(10).Middle(10)
	col := canvas.Mixed(c.Edge, c.Dim, 0.5)
	if place := slices.Index(smallestMembers(o, unit), at); place >= 0 {
		col = view.ownerColor(c, place)
		c.Fill(chip, 2, col)
	} else {
		c.Frame(chip, 2, 1, c.Edge)
	}
	upper.CutLeft(7)
	if view.selectable(c, w.Key) {
		c.Icon(upper.CutRight(14).Middle(14), "chevron", c.Dim)
	}
	numbers := upper.CutRight(88)
	c.Text(numbers, canvas.Strong, canvas.Right, c.Theme.Text, "alone "+wordspkg.ShareText(w.Exclusive.Of(unit), whole))
	upper.CutRight(6)
	c.Name(upper, canvas.Body, canvas.Left, c.Theme.Text, wordspkg.Unqualified(w.Name))
	row.CutLeft(17)
	if view.selectable(c, w.Key) {
		row.CutRight(14)
	}
	c.Text(row.CutRight(94), canvas.Small, canvas.Right, c.Dim, "reaches "+wordspkg.ShareText(w.Reaches.Of(unit), whole))
	bar := row.Middle(6)
	bar.W = max(bar.W-6, 0)
	c.Fill(bar, 3, c.Line)
	for _, part := range []struct {
		value int64
		col   color.NRGBA
	}{{w.Reaches.Of(unit), canvas.Mixed(c.Card, col, 0.4)}, {w.Exclusive.Of(unit), col}} {
		if share := float32(min(max(float64(part.value)/float64(whole), 0), 1)); share > 0 {
			piece := bar
			piece.W = max(bar.W*share, 3)
			c.Fill(piece, 3, part.col)
		}
	}
}

// ownerPiece is a segment of the bar of owners.
type ownerPiece struct {
	text   string
	value  int64
	colors []color.NRGBA // drawn as stripes if there are several
}

// maxStripes limits the number of colors in a shared segment, so that it stays readable.
const maxStripes = 3

// ownerPieces splits the target into segments. The first ones are retained by one member of the smallest set alone, the next one only by
// several members together. The last ones are held by other owners and by no owner.
func (view *View) ownerPieces(c *widget.Canvas, o *inspect.Ownership) []ownerPiece {
	unit := view.unit(c)
	rest := o.SmallestSize.Of(unit)
	var list []ownerPiece
	var stripes []color.NRGBA
	for place, at := range smallestMembers(o, unit) {
		col := view.ownerColor(c, place)
		if place < maxStripes {
			stripes = append(stripes, col)
		}
		alone := min(o.Owners[at].Exclusive.Of(unit), rest)
		rest -= alone
		list = append(list, ownerPiece{wordspkg.Unqualified(o.Owners[at].Name) + " alone", alone, []color.NRGBA{col}})
	}
	if len(o.Smallest) > 1 {
		text := "shared: freed only without several of them"
		if len(o.Smallest) == 2 {
			text = "shared: freed only without both"
		}
		list = append(list, ownerPiece{text, rest, stripes})
	}
	list = append(list, ownerPiece{"held by others", max(o.All.Of(unit)-o.SmallestSize.Of(unit), 0),
		[]color.NRGBA{canvas.Mixed(c.Edge, c.Dim, 0.5)}})
	left := "not held by these"
	if o.By.Empty() && o.LeftOut == 0 && o.Unsized == 0 {
		left = "kept by no GC root"
	}
	return append(list, ownerPiece{left, max(o.Target.Of(unit)-o.All.Of(unit), 0), []color.NRGBA{c.Line}})
}

// drawOwnerBar draws how the target is split among its owners, with a legend below.
func (view *View) drawOwnerBar(c *widget.Canvas, b *canvas.Box, o *inspect.Ownership) {
	pieces := view.ownerPieces(c, o)
	whole := max(o.Target.Of(view.unit(c)), 1)
	bar := b.CutTop(22)
	c.Fill(bar, 4, c.Line)
	rest := bar
	words := ""
	for i := range pieces {
		p := &pieces[i]
		if p.value <= 0 {
			continue
		}
		piece := rest.CutLeft(max(bar.W*float32(float64(p.value)/float64(whole)), 2))
		view.stripes(c, piece, p.colors)
		if words != "" {
			words += ", "
		}
		words += p.text + " " + wordspkg.ShareText(p.value, whole)
	}
	c.Explain(string(c.Panel)+"/bar/"+byText(o.By, nil), bar, "Owners", words, words+".")
	c.Frame(bar, 4, 1, c.Edge)
	b.CutTop(5)
	for _, p := range pieces[len(o.Smallest):] {
		if p.value <= 0 {
			continue
		}
		row := b.CutTop(18)
		view.stripes(c, row.CutLeft(10).Middle(10), p.colors)
		row.CutLeft(7)
		c.Text(row.CutRight(56), canvas.SmallB, canvas.Right, c.Theme.Text, wordspkg.ShareText(p.value, whole))
		c.Text(row, canvas.Small, canvas.Left, c.Dim, p.text)
	}
}

// stripeWidth is the width of a stripe, in dp.
const stripeWidth = 7

// stripes fills a box with one color, or with vertical stripes of several.
func (view *View) stripes(c *widget.Canvas, b canvas.Box, colors []color.NRGBA) {
	if len(colors) == 1 {
		c.Fill(b, 2, colors[0])
		return
	}
	for i := 0; b.W > 0 && len(colors) > 0; i++ {
		c.Fill(b.CutLeft(stripeWidth), 0, colors[i%len(colors)])
	}
}

// tinyShare is the smallest share of the target for which a pair of owners is listed.
const tinyShare = 0.001

// pairsText returns the pairs of owners that share enough to be listed. It leaves out a pair that is the smallest set, because the bar shows
// it. tiny is the number of pairs that share less.
func pairsText(o *inspect.Ownership, unit trees.Unit) (pairs []inspect.OwnerPair, tiny int) {
	least := max(tinyShare*float64(o.Target.Of(unit)), 1)
	for _, p := range o.Pairs {
		switch {
		case len(o.Smallest) == 2 && slices.Contains(o.Smallest, p.A) && slices.Contains(o.Smallest, p.B):
		case float64(p.Shared.Of(unit)) >= least:
			pairs = append(pairs, p)
		default:
			tiny++
		}
	}
	return pairs, tiny
}

// drawPairs draws the pairs of owners that share objects.
func (view *View) drawPairs(c *widget.Canvas, b *canvas.Box, id string, o *inspect.Ownership) {
	unit := view.unit(c)
	pairs, tiny := pairsText(o, unit)
	id += "/pairs"
	if len(pairs) > 0 {
		b.CutTop(8)
		c.Text(b.CutTop(18), canvas.SmallB, canvas.Left, c.Theme.Text, "Pairs that share objects")
	}
	for _, p := range pairs[:view.shortened(c, id, len(pairs), fewPairs)] {
		b.CutTop(3)
		c.Remark(b, pairText(o, p, unit))
	}
	view.more(c, b, id, len(pairs), fewPairs)
	if tiny > 0 {
		b.CutTop(4)
		c.Remark(b, wordspkg.Plural(int64(tiny), "pair of owners shares", "pairs of owners share")+" less than 0.1 % each.")
	}
}

// pairText describes what two owners share.
func pairText(o *inspect.Ownership, p inspect.OwnerPair, unit trees.Unit) string {
	return wordspkg.Unqualified(o.Owners[p.A].Name) + " and " + wordspkg.Unqualified(o.Owners[p.B].Name) + " share " + wordspkg.ShareText(p.Shared.Of(unit), o.Target.Of(unit)) + ", which is freed only without both. Together they keep " + wordspkg.ShareText(p.Together.Of(unit), o.Target.Of(unit)) + " alive."
}
