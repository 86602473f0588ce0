package ui

import (
	"fmt"
	"strconv"
	"strings"

	"memcity/city"
)

// structuresMenu is what can be done with the whole view.
const structuresMenu menuName = "structures"

var structurePages = []choice{
	{"Growth", "How the data structures grew that are there at both ends of the window"},
	{"Largest", "The largest data structures at the end of the window"},
	{"Types", "What data structures there are at the end of the window, by type"},
	{"Proposals", "Descriptions for types that look like data structures and have none"},
}

// drawStructuresTools draws the choice of pages and what is counted, beside the title or, where that has no room, below it.
func drawStructuresTools(c *canvas, b *box, head box, r *city.StructuresReport, page city.StructuresPage) {
	const side = 30
	more := head.cutRight(side).centered(side, side)
	if c.iconButton("structures/more", more, "drop", "Save and more", "Save what is shown, copy it, and more", false) {
		c.openMenu(structuresMenu, "structures/more", more)
	}
	head.cutRight(6)
	pages := head.middle(26)
	if head.w < 250 {
		row := b.cutTop(30)
		b.cutTop(4)
		pages = row.middle(26)
	}
	const metrics, contained = 132, 142
	t := &c.model.State.Structuring
	if pages.w >= 330+metrics+24 {
		cell := pages.cutRight(metrics)
		pages.cutRight(14)
		at := 0
		if t.Objects {
			at = 1
		}
		if i := c.segments("structures/metric", cell, "Counts", []choice{{"Bytes", "Sizes in bytes"}, {"Objects", "Sizes in objects"}}, at, false); i >= 0 && i != at {
			c.setStructures(func(t *city.Structuring) { t.Objects = i == 1 })
		}
	}
	if listed := page == city.GrowingStructures || page == city.LargestStructures; listed && pages.w >= 330+contained+24 {
		if c.toggle("structures/contained", pages.cutRight(contained), "Contained ones", "Lists those too that other data structures contain", t.Contained, false) {
			c.setStructures(func(t *city.Structuring) { t.Contained = !t.Contained })
		}
		pages.cutRight(14)
	}
	pages.w = min(pages.w, 380)
	if i := c.segments("structures/page", pages, "Show", structurePages, int(page), false); i >= 0 && i != int(page) {
		c.setStructures(func(t *city.Structuring) { t.Page = city.StructuresPage(i) })
	}
}

// drawStructuresStory tells in a sentence or two what is to be seen.
func drawStructuresStory(c *canvas, b *box, r *city.StructuresReport, page city.StructuresPage) {
	words, strong := c.structuresStory(r, page)
	const pad = 9
	most := 2
	if b.h < 260 {
		most = 1
	}
	width := b.w - 2*pad - 4
	lines := c.types.wrap(words, body.size*c.scale, body.weight, width*c.scale)
	if len(lines) > most {
		rest := strings.Join(lines[most-1:], " ")
		lines = append(lines[:most-1:most-1], rest)
	}
	step := lineHeight(body)
	strip := b.cutTop(step*float32(len(lines)) + 10)
	b.cutTop(8)
	c.fill(strip, ctlRadius, c.raised)
	if strong {
		c.fill(box{strip.x, strip.y, 4, strip.h}, 2, solid(c.model.State.Settings.Palette().Growth(0.8)))
	}
	text := strip.inset(pad+2, 5)
	for i, l := range lines {
		c.draw(box{text.x, text.y + step*float32(i), width, step}, body, left, c.theme.text, c.types.fit(l, body.size*c.scale, body.weight, width*c.scale, false))
	}
	c.tell(text, words)
}

// structuresStory tells what is to be seen; strong is true if it is that something grows strongly.
func (c *canvas) structuresStory(r *city.StructuresReport, page city.StructuresPage) (words string, strong bool) {
	switch page {
	case city.StructureTypes:
		words = fmt.Sprintf("%s of %s at %s; %s are contained in others.", plural(int64(r.Now.Heads), "data structure", "data structures"),
			plural(int64(len(r.Now.Types)), "type", "types"), c.pointName(r.Ask.To), Count(int64(r.Now.Contained)))
		return words, false
	case city.ProposedStructures:
		if !r.Whole {
			return "Looking for types that look like data structures …", false
		}
		if len(r.Proposed) == 0 {
			return "No type without a description looks like a data structure.", false
		}
		return "These types look like data structures, but have no description. They count for nothing until a description is taken over; it can be changed afterwards in its file.", false
	case city.LargestStructures:
		words = fmt.Sprintf("%s at %s, in a heap of %s.", plural(int64(r.Now.Heads), "data structure", "data structures"), c.pointName(r.Ask.To), Size(r.Now.Heap.Bytes))
		return words + " " + c.noGrowthText(r), false
	}
	if r.Growth == nil {
		return "Comparing data structures …", false
	}
	return c.growthStory(r)
}

// noGrowthText says why nothing is compared; empty if it is.
func (c *canvas) noGrowthText(r *city.StructuresReport) string {
	switch {
	case r.NoGrowth != "":
		return "They cannot be compared: " + r.NoGrowth + "."
	case r.Ask.From < r.Ask.To:
		return ""
	case len(c.model.Points) < 2:
		return "How they grow takes two GC points: open several heap dumps of one run together, or record the program."
	}
	return "How they grow takes a window of two GC points: widen it on the time bar."
}

// growthStory tells how much grew, and which data structures it is.
func (c *canvas) growthStory(r *city.StructuresReport) (words string, strong bool) {
	g, m := r.Growth, r.Ask.In()
	before, after := amountOf(g.HeapBefore).Of(m), amountOf(g.HeapAfter).Of(m)
	from, to := c.pointName(r.Ask.From), c.pointName(r.Ask.To)
	if after <= before {
		return fmt.Sprintf("The heap did not grow between %s and %s (%s → %s), so there are no heap growth portions: choose a window in which it grows.",
			from, to, Amount(m, before), Amount(m, after)), false
	}
	words = fmt.Sprintf("The heap grew by %s between %s and %s (%s → %s). ", Amount(m, after-before), from, to, Amount(m, before), Amount(m, after))
	strongest, shares := c.strongGrowth(r)
	if share := float64(after-before) / float64(max(before, 1)); share < littleGrowth && len(strongest) > 0 {
		return words + fmt.Sprintf("That is only %s, so that the portions below say little about a leak.", PercentOf(share)), false
	}
	switch n := len(strongest); n {
	case 0:
		return words + fmt.Sprintf("No data structure owns %s of that: what grew is held otherwise, or by many together.", percent(c.model.State.Structuring.StrongOr())), false
	case 1:
		words += "One data structure grows strongly: " + strongest[0] + "."
	default:
		words += fmt.Sprintf("%s data structures grow strongly: %s.", upperFirst(numberWord(n)), joined(strongest))
	}
	if shares {
		words += " Others keep much of what was added alive as well."
	}
	return words, true
}

// littleGrowth is the growth of the heap, as a share of what it was, below which it may come and go.
const littleGrowth = 0.02

// strongGrowth names the data structures that grow strongly, with what they own of the growth. Shares is true if they reach much
// more of it than they own.
func (c *canvas) strongGrowth(r *city.StructuresReport) (names []string, shares bool) {
	const much = 30 // percent of the heap's growth
	owned, reached := 0.0, 0.0
	for i := range r.Growth.List {
		g := &r.Growth.List[i]
		switch p := g.PatternAt(c.model.State.Structuring.StrongOr()); p {
		case city.SingleContainerGrowth, city.SingleDataGrowth, city.SharedContainerGrowth:
			name := unqualified(g.Type)
			if g.Portions.Retained > 0 && p != city.SharedContainerGrowth {
				name += " (owns " + percent(g.Portions.Retained) + " of it)"
			}
			names = append(names, name)
			owned += g.Portions.Retained
			reached = max(reached, g.Portions.Reachable)
		}
	}
	return names, reached-owned > much
}

// drawStructuresFoot tells how many are listed, and how far the answer is.
func drawStructuresFoot(c *canvas, b box, r *city.StructuresReport, page city.StructuresPage) {
	room := b
	room.cutLeft(b.w * 0.4)
	used := float32(0)
	if !r.Whole || c.model.Answers.Structures == nil {
		used = drawAnswerProgress(c, room, "structures", c.model.Answers.Progress.What)
		if used == 0 && !r.Whole {
			used = c.text(room, small, right, c.dim, "given up before all was there")
		}
	}
	b.cutRight(used + 12)
	words, hint := c.structuresCounts(r, page)
	w := c.text(b, small, left, c.dim, words)
	if hint != "" {
		c.explain("structures/counts", box{b.x, b.y, w, b.h}, "Counts", words, hint)
	}
}

// structuresCounts tells how many are listed, and more about that.
func (c *canvas) structuresCounts(r *city.StructuresReport, page city.StructuresPage) (words, hint string) {
	switch page {
	case city.GrowingStructures:
		g := r.Growth
		if g == nil {
			return "", ""
		}
		words = fmt.Sprintf("%s of %s at both points; %s gone, %s new", Count(int64(len(g.List))), plural(int64(g.Alive), "data structure", "data structures"),
			Count(int64(g.Gone)), Count(int64(g.New)))
		if g.Contained > 0 && !r.Ask.Contained {
			words += fmt.Sprintf("; %s contained in others", Count(int64(g.Contained)))
		}
		hint = fmt.Sprintf("Listed are those that grew most in any of the four sizes; %s weaker ones are left out. Objects of the two points are the same by %s identity: %s of the earlier ones are found again for certain.",
			Count(int64(g.LeftOut)), g.Identity, PercentOf(g.Rate))
	case city.LargestStructures:
		words = fmt.Sprintf("%s listed, %s smaller ones left out", Count(int64(len(r.Now.List))), Count(int64(r.Now.LeftOut)))
		if !r.Ask.Contained {
			words += fmt.Sprintf("; %s contained in others", Count(int64(r.Now.Contained)))
		}
	case city.StructureTypes:
		words = plural(int64(len(r.Now.Types)), "type", "types")
	case city.ProposedStructures:
		words = plural(int64(len(r.Proposed)), "proposal", "proposals")
	}
	if r.Now.Cut > 0 {
		words += fmt.Sprintf("; %s without contents", Count(int64(r.Now.Cut)))
		hint += " Too many objects belong to several data structures, so the contents of some were not looked for."
	}
	return words, strings.TrimSpace(hint)
}

// pointName names a GC point of the recording.
func (c *canvas) pointName(source int) string { return "GC point " + Count(int64(source+1)) }

func amountOf(s city.StructureSize) city.Amount { return city.Amount(s) }

// percent writes a heap growth portion, with one digit behind the point so that they stand below one another.
func percent(p float64) string {
	switch {
	case p == 0:
		return "0 %"
	case p > 0 && p < 0.05:
		return "< 0.1 %"
	case p < 0 && p > -0.05:
		return "−< 0.1 %"
	case p < 0:
		return "−" + strconv.FormatFloat(-p, 'f', 1, 64) + " %"
	case p >= 9999.95:
		return Count(int64(p)) + " %"
	}
	return strconv.FormatFloat(p, 'f', 1, 64) + " %"
}

// numberWord writes small numbers as words.
func numberWord(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n < len(words) {
		return words[n]
	}
	return Count(int64(n))
}
