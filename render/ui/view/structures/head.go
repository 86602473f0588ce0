package structures

import (
	"fmt"
	"strings"

	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/render/ui/canvas"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// StructuresMenu is the menu of the whole view.
const StructuresMenu widget.MenuName = "structures"

var structurePages = []widget.Choice{
	{Text: "Growth", Hint: "Growth of data structures that exist at both ends of the window"},
	{Text: "Largest", Hint: "Largest data structures at the end of the window"},
	{Text: "Types", Hint: "Data structures at the end of the window, by type"},
	{Text: "Proposals", Hint: "Proposed descriptions for types that look like data structures"},
}

// structuresTools is the width of pages, unit, switch and menu button, in dp.
const structuresTools = 680

// drawStructuresTools draws the page tabs and the choice of the unit, next to the title or below it if there is no space.
func (view *View) drawStructuresTools(c *widget.Canvas, b *canvas.Box, head canvas.Box, r *structures.Report, page structures.Page) {
	const side = 30
	more := head.CutRight(side).Centered(side, side)
	if c.IconButton("structures/more", more, "drop", "Save and more", "Save, copy, and more", "") {
		c.OpenMenu(StructuresMenu, "structures/more", more)
	}
	head.CutRight(6)
	pages := head.Middle(26)
	if head.W < 250 {
		row := b.CutTop(30)
		b.CutTop(4)
		pages = row.Middle(26)
	}
	const metrics, contained = 132, 142
	t := structures.View.Of(c.Model.State.Views)
	if pages.W >= 330+metrics+24 {
		cell := pages.CutRight(metrics)
		pages.CutRight(14)
		at := 0
		if t.Objects {
			at = 1
		}
		if i := c.Segments("structures/metric", cell, "Counts",
			[]widget.Choice{{Text: "Bytes", Hint: "Sizes in bytes"}, {Text: "Objects", Hint: "Sizes in objects"}}, at, ""); i >= 0 && i != at {
			view.setStructures(c, func(t *structures.State) { t.Objects = i == 1 })
		}
	}
	if listed := page == structures.GrowingStructures || page == structures.LargestStructures; listed && pages.W >= 330+contained+24 {
		if c.Toggle("structures/contained", pages.CutRight(contained), "Contained", "Also list data structures that are contained in others",
			t.Contained, "") {
			view.setStructures(c, func(t *structures.State) { t.Contained = !t.Contained })
		}
		pages.CutRight(14)
	}
	pages.W = min(pages.W, 380)
	if i := c.Segments("structures/page", pages, "Show", structurePages, int(page), ""); i >= 0 && i != int(page) {
		view.setStructures(c, func(t *structures.State) { t.Page = structures.Page(i) })
	}
}

// story is a one- or two-sentence summary of the page.
type story struct {
	words  string
	short  string // used if words take more than two lines; empty for none
	strong bool   // reports strong growth
}

// drawStructuresStory draws the summary. It is never truncated.
func (view *View) drawStructuresStory(c *widget.Canvas, b *canvas.Box, r *structures.Report, page structures.Page) {
	s := view.structuresStory(c, r, page)
	const pad, usualLines = 9, 2
	width := b.W - 2*pad - 4
	wrap := func(words string) []string {
		return c.Types.Wrap(words, canvas.Body.Size*c.Scale, canvas.Body.Weight, width*c.Scale)
	}
	words, lines := s.words, wrap(s.words)
	if s.short != "" && (len(lines) > usualLines || b.H < 260 && len(lines) > 1) {
		words, lines = s.short, wrap(s.short)
	}
	step := canvas.LineHeight(canvas.Body)
	strip := b.CutTop(step*float32(len(lines)) + 10)
	b.CutTop(8)
	c.Fill(strip, place.CtlRadius, c.Raised)
	if s.strong {
		c.Fill(canvas.Rect(strip.X, strip.Y, 4, strip.H), 2, canvas.Solid(c.Model.State.Settings.Palette().Growth(0.8)))
	}
	text := strip.Inset(pad+2, 5)
	for i, l := range lines {
		c.Draw(canvas.Rect(text.X, text.Y+step*float32(i), width, step), canvas.Body, canvas.Left, c.Theme.Text, l)
	}
	if words == s.words {
		c.ListText(text, words)
		return
	}
	c.Explain("structures/story", text, words, "", s.words)
}

// structuresStory returns the summary of the page.
func (view *View) structuresStory(c *widget.Canvas, r *structures.Report, page structures.Page) story {
	switch page {
	case structures.StructureTypes:
		return story{words: fmt.Sprintf("%s of %s at %s; %s are contained in others.",
			wordspkg.Plural(int64(r.Now.Heads), "data structure", "data structures"),
			wordspkg.Plural(int64(len(r.Now.Types)), "type", "types"), view.pointName(c, r.Query.To), wordspkg.Count(int64(r.Now.Contained)))}
	case structures.ProposedStructures:
		if !r.Whole {
			return story{words: "Searching for types that look like data structures…"}
		}
		if len(r.Proposed) == 0 {
			return story{words: "No undescribed type looks like a data structure."}
		}
		return story{words: "These types look like data structures but have no description. Accept a description to count them. You can edit its file later.",
			short: "These types look like data structures. Accept a description to count them."}
	case structures.LargestStructures:
		short := fmt.Sprintf("%s at %s, in a heap of %s.", wordspkg.Plural(int64(r.Now.Heads), "data structure", "data structures"),
			view.pointName(c, r.Query.To), wordspkg.Size(r.Now.Heap.Bytes))
		return story{words: strings.TrimSpace(short + " " + view.noGrowthText(c, r)), short: short}
	}
	if r.Growth == nil {
		return story{words: "Comparing data structures…"}
	}
	return view.growthStory(c, r)
}

// noGrowthText returns why data structures cannot be compared, or "" if they can.
func (view *View) noGrowthText(c *widget.Canvas, r *structures.Report) string {
	switch {
	case r.NoGrowth != "":
		return "Growth is unavailable: " + r.NoGrowth + "."
	case r.Query.From < r.Query.To:
		return ""
	case len(c.Model.Points) < 2:
		return "Growth needs two GC points. Open several heap dumps of one run together, or record the program."
	}
	return "Growth needs a window of at least two GC points. Widen the window on the time bar."
}

// growthStory summarizes how much grew, and in which data structures.
func (view *View) growthStory(c *widget.Canvas, r *structures.Report) story {
	g, m := r.Growth, r.Query.In()
	before, after := amountOf(g.HeapBefore).Of(m), amountOf(g.HeapAfter).Of(m)
	from, to := view.pointName(c, r.Query.From), view.pointName(c, r.Query.To)
	if after <= before {
		return story{short: "The heap did not grow in this window. Choose a window in which it grows.",
			words: fmt.Sprintf("The heap did not grow between %s and %s (%s → %s), so growth portions are undefined. Choose a window in which it grows.",
				from, to, wordspkg.Amount(m, before), wordspkg.Amount(m, after))}
	}
	grew := "The heap grew by " + wordspkg.Amount(m, after-before)
	s := story{words: fmt.Sprintf("%s between %s and %s (%s → %s). ", grew, from, to, wordspkg.Amount(m, before), wordspkg.Amount(m, after))}
	strongest, shares := view.strongGrowth(c, r)
	if share := float64(after-before) / float64(max(before, 1)); share < littleGrowth && len(strongest) > 0 {
		s.words += fmt.Sprintf("That is only %s, so the portions below mean little.", wordspkg.PercentOf(share))
		s.short = grew + ", only " + wordspkg.PercentOf(share) + ": the portions mean little."
		return s
	}
	switch n := len(strongest); n {
	case 0:
		most := wordspkg.PercentColumn(structures.View.Of(c.Model.State.Views).StrongOr())
		s.words += most + " of that belongs to no data structure, or to several together."
		s.short = grew + "; " + most + " of it belongs to no data structure."
		return s
	case 1:
		s.words += "Grew most: " + strongest[0].text() + "."
		s.short = grew + ". Grew most: " + strongest[0].text() + "."
	default:
		s.words += fmt.Sprintf("%s data structures grew most: %s.", wordspkg.UpperFirst(numberWord(n)), wordspkg.Joined(texts(strongest)))
		s.short = fmt.Sprintf("%s. %s data structures grew most, especially %s.", grew, wordspkg.UpperFirst(numberWord(n)), most(strongest).text())
	}
	if shares {
		s.words += " Others also keep much of the new memory alive."
	}
	s.strong = true
	return s
}

// littleGrowth is the relative heap growth below which growth may be a temporary fluctuation.
const littleGrowth = 0.02

// drawStructuresFoot draws the number of listed data structures and the progress of the result.
func (view *View) drawStructuresFoot(c *widget.Canvas, b canvas.Box, r *structures.Report, page structures.Page) {
	room := b
	room.CutLeft(b.W * 0.4)
	used := float32(0)
	if !r.Whole || structures.Kind.Result(&c.Model.Results) == nil {
		used = widget.DrawProgress(c, room, "structures", c.Model.Results.Progress.What)
		if used == 0 && !r.Whole {
			used = c.Text(room, canvas.Small, canvas.Right, c.Dim, "canceled before completion")
		}
	}
	b.CutRight(used + 12)
	words, hint := view.structuresCounts(c, r, page)
	w := c.Text(b, canvas.Small, canvas.Left, c.Dim, words)
	if hint != "" {
		c.Explain("structures/counts", canvas.Rect(b.X, b.Y, w, b.H), "Counts", words, hint)
	}
}

// structuresCounts returns the number of listed data structures as a text, and a hint with details.
func (view *View) structuresCounts(c *widget.Canvas, r *structures.Report, page structures.Page) (words, hint string) {
	switch page {
	case structures.GrowingStructures:
		g := r.Growth
		if g == nil {
			return "", ""
		}
		grown := 0
		for i := range g.List {
			if !g.List[i].Born {
				grown++
			}
		}
		words = fmt.Sprintf("%s of %s at both points and %s new; %s gone", wordspkg.Count(int64(grown)),
			wordspkg.Plural(int64(g.Alive), "data structure", "data structures"),
			wordspkg.Count(int64(g.New)), wordspkg.Count(int64(g.Gone)))
		if g.Indistinct > 0 {
			words += fmt.Sprintf(", %s not told apart", wordspkg.Count(int64(g.Indistinct)))
		}
		if g.Contained > 0 && !r.Query.Contained {
			words += fmt.Sprintf("; %s contained in others", wordspkg.Count(int64(g.Contained)))
		}
		hint = fmt.Sprintf("Lists those that grew most in any of the four sizes; %s with less growth are not listed. Objects are matched by %s identity: %s of the earlier objects are matched with certainty.",
			wordspkg.Count(int64(g.LeftOut)), g.Identity, wordspkg.PercentOf(g.Rate))
	case structures.LargestStructures:
		words = fmt.Sprintf("%s listed, %s smaller not listed", wordspkg.Count(int64(len(r.Now.List))), wordspkg.Count(int64(r.Now.LeftOut)))
		if !r.Query.Contained {
			words += fmt.Sprintf("; %s contained in others", wordspkg.Count(int64(r.Now.Contained)))
		}
	case structures.StructureTypes:
		words = wordspkg.Plural(int64(len(r.Now.Types)), "type", "types")
	case structures.ProposedStructures:
		words = wordspkg.Plural(int64(len(r.Proposed)), "proposal", "proposals")
	}
	if r.Now.Cut > 0 {
		words += fmt.Sprintf("; %s without contents", wordspkg.Count(int64(r.Now.Cut)))
		hint += " Too many objects belong to several data structures, so some contents were not computed."
	}
	return words, strings.TrimSpace(hint)
}

// pointName returns the name of a GC point of the recording.
func (view *View) pointName(c *widget.Canvas, source int) string {
	return "GC point " + wordspkg.Count(int64(source+1))
}

func amountOf(s structures.StructureSize) trees.Amount { return trees.Amount(s) }

// numberWord writes small numbers as words.
func numberWord(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n < len(words) {
		return words[n]
	}
	return wordspkg.Count(int64(n))
}
