package ui

import (
	"image/color"

	"memcity/city"
)

// drawDiffTools draws the field that filters, and the button for what else there is to choose.
func drawDiffTools(c *canvas, head box) {
	wide := head.w >= 380
	room := float32(32)
	if wide {
		room = 96
	}
	button := head.cutRight(room).middle(28)
	head.cutRight(10)
	field := head.middle(28)
	field.w = min(field.w, 340)
	c.filterField(diffTable, field, "Show only groups with this in their name or path; * and ? stand for letters, /Node$/ is a regular expression", nil)
	o := buttonOptions{icon: "settings", name: "Options", look: ground, hint: "How objects are followed, what is listed, and saving the table"}
	if wide {
		o.text = o.name
	}
	if c.local.menu.name == diffMenu {
		o.look = chosen
	}
	if c.button("diff/options", button, o) {
		c.openMenu(diffMenu, "diff/options", button)
	}
}

// pointWords names a GC point of the recording with its time.
func (c *canvas) pointWords(source int) string {
	s := c.model.Plan.Series
	for i := range min(s.Len(), len(c.model.Points)) {
		if s.Source(i) == source {
			return "GC point " + Count(int64(i+1)) + ", " + Time(c.model.Points[i].Time)
		}
	}
	return "GC point " + Count(int64(source+1))
}

// drawDiffWhole draws what became of the whole heap: both ends of the window with their times, and a bar of three parts
// between brackets that say which of them were there before, and which are there after.
func drawDiffWhole(c *canvas, b *box, low bool) {
	s := &c.local.diff.shown
	r, m := s.report, s.metric
	before, _ := r.Of(city.DiffBefore, m, 0)
	after, _ := r.Of(city.DiffAfter, m, 0)
	ends := b.cutTop(18)
	first, last := ends, ends
	first.w = ends.w/2 - 8
	last.cutLeft(ends.w/2 + 8)
	c.endWords(first, left, "Before: "+c.pointWords(r.Ask.From), Amount(m, before), "")
	c.endWords(last, right, "After: "+c.pointWords(r.Ask.To), Amount(m, after), " ("+Growth(m, after-before)+")")
	if low {
		return
	}
	parts := r.Parts(m, 0)
	kept, born, gone := c.diffColors()
	bar := b.cutTop(28).inset(0, 6)
	whole := float32(max(parts[0]+parts[1]+parts[2], 1))
	x := [4]float32{0: bar.x}
	for i, col := range []color.NRGBA{gone, kept, born} {
		x[i+1] = x[i] + bar.w*float32(parts[i])/whole
		c.fill(box{x[i], bar.y, x[i+1] - x[i], bar.h}, 0, col)
	}
	c.bracket(x[0], x[2], bar.y-4, 3, c.dim)
	c.bracket(x[1], x[3], bar.bottom()+1, -3, c.dim)
	c.drawDiffParts(b, parts, [3]color.NRGBA{gone, kept, born})
}

// endWords names an end of the window, with its amount and the growth as far as there is room.
func (c *canvas) endWords(b box, al align, point, amount, growth string) {
	text := point + "  ·  " + amount
	switch {
	case c.width(strong, text+growth) <= b.w:
		text += growth
	case c.width(strong, text) > b.w:
		text = point
	}
	c.text(b, strong, al, c.theme.text, text)
}

// bracket draws a line from one place to another with ends that point down, or up if they are negative.
func (c *canvas) bracket(from, to, y, ends float32, col color.NRGBA) {
	if to-from < 1 {
		return
	}
	c.hline(from, y+max(-ends, 0), to-from, 1, col)
	c.vline(from+0.5, y, 3, 1, col)
	c.vline(to-0.5, y, 3, 1, col)
}

// drawDiffParts says what the parts of the bar are.
func (c *canvas) drawDiffParts(b *box, parts [3]int64, colors [3]color.NRGBA) {
	s := &c.local.diff.shown
	names := [3]string{"died", "permanent", "born"}
	if !s.report.Followed() {
		names = [3]string{"fewer", "as many", "more"}
	}
	before, after := parts[0]+parts[1], parts[1]+parts[2]
	of := [3]string{partText(parts[0], before) + " of before", partText(parts[1], before) + " of before", partText(parts[2], after) + " of after"}
	line := b.cutTop(20)
	for i, name := range names {
		text := name + " " + ShortAmount(s.metric, parts[i])
		if s.metric == city.Objects {
			text = name + " " + Count(parts[i])
		}
		if full := text + "  (" + of[i] + ")"; c.width(small, full)*3+90 < b.w {
			text = full
		}
		if line.w < c.width(small, text)+16 {
			break
		}
		c.fill(line.cutLeft(10).middle(10), 2, colors[i])
		line.cutLeft(6)
		line.cutLeft(c.text(line, small, left, c.theme.text, text) + 20)
	}
}

// drawDiffIdentity tells how objects were recognised, with the switches that belong to it.
func drawDiffIdentity(c *canvas, b *box) {
	s := &c.local.diff.shown
	words, more := diffIdentity(s.report)
	row := b.cutTop(26)
	for _, o := range c.diffSwitches() {
		if o.off {
			continue
		}
		w := c.width(strong, o.text) + 22
		if row.w < w+c.width(small, words)+30 {
			break // the menu has them
		}
		look := ground
		if o.on {
			look = chosen
		}
		value := "off"
		if o.on {
			value = "on"
		}
		if c.button("diff/switch/"+o.text, row.cutRight(w).middle(24), buttonOptions{text: o.text, hint: o.hint, look: look, kind: "switch", value: value}) {
			o.flip(c)
		}
		row.cutRight(6)
	}
	row.cutRight(8)
	col := c.dim
	if !s.report.Followed() {
		col = c.warn
		c.icon(row.cutLeft(14).middle(14), "warning", c.warn)
		row.cutLeft(6)
	}
	w := c.text(row, small, left, col, words)
	c.explain("diff/identity", box{row.x, row.y, w, row.h}, "Identity", "", words+" "+more)
}

// diffIdentity tells how objects were recognised, and what that means.
func diffIdentity(r *city.DiffReport) (words, more string) {
	rate := certainText(r.Tree.Rate)
	switch r.Tree.Followed {
	case city.ByNumbers:
		return "Objects are followed by numbers that the recording gave them.", "So it is known for certain which are the same: " + rate +
			" of those of the smaller heap are in both."
	case city.ByContent:
		words = "Objects were recognised by content and place: " + rate + " of the smaller heap for certain"
		switch p := r.Tree.Pairs.Probable; {
		case p == 0:
			words += "."
		case r.Ask.Probable:
			words += ", " + Count(p) + " probably; both count."
		default:
			words += "; " + plural(p, "probable pair is", "probable pairs are") + " left out."
		}
		return words, "Heap dumps do not number objects. A pair is certain if its place in memory confirms it, or if its content is found nowhere else. " +
			"What is not recognised counts as died and born."
	}
	return "Differences of counts: which objects are the same is not known. Traces of memcity record and series of heap dumps tell it.",
		"Born and died need an input that tells single objects."
}

// diffSwitch is something about the diff view that is on or off.
type diffSwitch struct {
	text, hint string
	on, off    bool // off: it cannot be chosen
	flip       func(c *canvas)
}

// diffSwitches are the switches, the most important last.
func (k *core) diffSwitches() []diffSwitch {
	d := k.model.State.Diffing
	r := k.local.diff.shown.report
	set := func(change func(*city.Diffing)) func(*canvas) {
		to := d
		change(&to)
		return func(c *canvas) { c.do(city.SetDiff{To: to}) }
	}
	followed := r != nil && r.Followed()
	return []diffSwitch{
		{"Show in city", "Buildings show what died, stayed and was born as their parts", k.model.State.Division == city.ByFate, false,
			func(c *canvas) { c.do(city.Divide{By: k.model.State.Division.Toggled(city.ByFate)}) }},
		{"Vanished only", "List only groups that have no objects any more", d.Vanished, false, set(func(d *city.Diffing) { d.Vanished = !d.Vanished })},
		{"Through all points", "Follow objects through all GC points between the two, which finds more of them and takes longer", d.Through,
			!d.Through && (!followed || r.Ask.To-r.Ask.From < 2 || r.Tree.Followed == city.ByNumbers), set(func(d *city.Diffing) { d.Through = !d.Through })},
		{"Probable pairs", "Objects that are probably the same count as the same, too", d.Probable,
			!d.Probable && (!followed || r.Tree.Pairs.Probable == 0), set(func(d *city.Diffing) { d.Probable = !d.Probable })},
	}
}
