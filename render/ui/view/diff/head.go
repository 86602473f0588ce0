package diff

import (
	"image/color"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// diffTools is the width of filter field and menu button, in dp.
const diffTools = 300

// drawDiffTools draws the filter field and the menu button.
func (view *View) drawDiffTools(c *widget.Canvas, head canvas.Box) {
	wide := head.W >= 380
	room := float32(32)
	if wide {
		room = 96
	}
	button := head.CutRight(room).Middle(28)
	head.CutRight(10)
	field := head.Middle(28)
	field.W = min(field.W, 340)
	c.FilterField(diffTable, field,
		"Show only groups whose name or path contains this text. * and ? are wildcards; /Node$/ is a regular expression", nil)
	o := widget.ButtonOptions{Icon: "settings", Name: "Options", Look: widget.Ground,
		Hint: "Choose how objects are matched and what is listed, or save the table"}
	if wide {
		o.Text = o.Name
	}
	if c.Menu.Name == DiffMenu {
		o.Look = widget.Chosen
	}
	if c.Button("diff/options", button, o) {
		c.OpenMenu(DiffMenu, "diff/options", button)
	}
}

// pointWords describes a GC point of the recording with its time.
func (view *View) pointWords(c *widget.Canvas, source int) string {
	s := c.Model.Plan.Series
	for i := range min(s.Len(), len(c.Model.Points)) {
		if s.Source(i) == source {
			return "GC point " + wordspkg.Count(int64(i+1)) + ", " + wordspkg.Time(c.Model.Points[i].Time)
		}
	}
	return "GC point " + wordspkg.Count(int64(source+1))
}

// drawDiffWhole draws the change of the whole heap: both ends of the window with their times, and a bar of its parts between brackets that
// mark the parts before and after.
func (view *View) drawDiffWhole(c *widget.Canvas, b *canvas.Box, low bool) {
	s := &view.shown
	r, m := s.report, s.unit
	before, _ := r.Of(diffs.Before, m, 0)
	after, _ := r.Of(diffs.After, m, 0)
	ends := b.CutTop(18)
	first, last := ends, ends
	first.W = ends.W/2 - 8
	last.CutLeft(ends.W/2 + 8)
	view.endWords(c, first, canvas.Left, "Before: ", view.pointWords(c, r.Query.From), wordspkg.Amount(m, before), "")
	view.endWords(c, last, canvas.Right, "After: ", view.pointWords(c, r.Query.To), wordspkg.Amount(m, after),
		" ("+wordspkg.Growth(m, after-before)+")")
	if low {
		return
	}
	parts := r.Parts(m, 0)
	kept, born, gone := view.diffColors(c)
	bar := b.CutTop(28).Inset(0, 6)
	whole := float32(max(parts[0]+parts[1]+parts[2]+parts[3], 1))
	x := [5]float32{0: bar.X}
	colors := [4]color.NRGBA{gone, kept, c.Dim, born}
	for i, col := range colors {
		x[i+1] = x[i] + bar.W*float32(parts[i])/whole
		c.Fill(canvas.Rect(x[i], bar.Y, x[i+1]-x[i], bar.H), 0, col)
	}
	view.bracket(c, x[0], x[3], bar.Y-4, 3, c.Dim)
	view.bracket(c, x[1], x[4], bar.Bottom()+1, -3, c.Dim)
	view.drawDiffParts(c, b, parts, colors)
}

// endWords draws an end of the window, with its amount and growth if they fit.
func (view *View) endWords(c *widget.Canvas, b canvas.Box, al canvas.Align, end, point, amount, growth string) {
	whole := end + point + "  ·  " + amount
	for _, text := range []string{whole + growth, whole, end + amount + growth, end + amount, amount} {
		if c.Width(canvas.Strong, text) <= b.W {
			c.Text(b, canvas.Strong, al, c.Theme.Text, text)
			if text != whole+growth {
				c.Explain("diff/end/"+end, b, text, "", whole+growth)
			}
			return
		}
	}
}

// bracket draws a horizontal line with ends that point down, or up if ends is negative.
func (view *View) bracket(c *widget.Canvas, from, to, y, ends float32, col color.NRGBA) {
	if to-from < 1 {
		return
	}
	c.Hline(from, y+max(-ends, 0), to-from, 1, col)
	c.Vline(from+0.5, y, 3, 1, col)
	c.Vline(to-0.5, y, 3, 1, col)
}

// drawDiffParts says what the parts of the bar are.
func (view *View) drawDiffParts(c *widget.Canvas, b *canvas.Box, parts [4]int64, colors [4]color.NRGBA) {
	s := &view.shown
	names := [4]string{"died", "survived", "not told apart", "born"}
	if !s.report.Followed() {
		names = [4]string{"fewer", "unchanged", "", "more"}
	}
	before, after := parts[0]+parts[1]+parts[2], parts[1]+parts[2]+parts[3]
	of := [4]string{wordspkg.PartText(parts[0], before) + " of before", wordspkg.PartText(parts[1], before) + " of before",
		wordspkg.PartText(parts[2], before) + " of before", wordspkg.PartText(parts[3], after) + " of after"}
	line := b.CutTop(20)
	for i, name := range names {
		if i == 2 && parts[i] == 0 {
			continue
		}
		text := name + " " + wordspkg.ShortAmount(s.unit, parts[i])
		if s.unit == trees.Objects {
			text = name + " " + wordspkg.Count(parts[i])
		}
		if full := text + "  (" + of[i] + ")"; c.Width(canvas.Small, full)*3+90 < b.W {
			text = full
		}
		if line.W < c.Width(canvas.Small, text)+16 {
			break
		}
		c.Fill(line.CutLeft(10).Middle(10), 2, colors[i])
		line.CutLeft(6)
		line.CutLeft(c.Text(line, canvas.Small, canvas.Left, c.Theme.Text, text) + 20)
	}
}

// drawDiffIdentity describes how objects were matched, with switches for that.
func (view *View) drawDiffIdentity(c *widget.Canvas, b *canvas.Box) {
	s := &view.shown
	words, more := diffIdentity(s.report)
	row := b.CutTop(26)
	for _, o := range view.diffSwitches(c.Core) {
		if o.why != "" {
			continue
		}
		w := c.Width(canvas.Strong, o.text) + 22
		if row.W < w+c.Width(canvas.Small, words)+30 {
			break // they are in the menu
		}
		look := widget.Ground
		if o.on {
			look = widget.Chosen
		}
		value := "off"
		if o.on {
			value = "on"
		}
		if c.Button("diff/switch/"+o.text, row.CutRight(w).Middle(24),
			widget.ButtonOptions{Text: o.text, Hint: o.hint, Look: look, Kind: "switch", Value: value}) {
			o.flip(c)
		}
		row.CutRight(6)
	}
	row.CutRight(8)
	col := c.Dim
	if !s.report.Followed() {
		col = c.Warn
		c.Icon(row.CutLeft(14).Middle(14), "warning", c.Warn)
		row.CutLeft(6)
	}
	w := c.Text(row, canvas.Small, canvas.Left, col, words)
	c.Explain("diff/identity", canvas.Rect(row.X, row.Y, w, row.H), "Identity", "", words+" "+more)
}

// diffIdentity describes how objects were matched, and what that means.
func diffIdentity(r *diffs.Report) (words, more string) {
	rate := wordspkg.CertainText(r.Tree.Rate)
	switch r.Tree.Followed {
	case diffs.ByNumbers:
		return "Objects are matched by ID in the recording.", "All matches are certain: " + rate + " of the objects in the smaller heap are in both."
	case diffs.ByContent:
		words = "Matched by content and location: " + rate + " of the smaller heap with certainty"
		switch p := r.Tree.Pairs.Probable; {
		case p == 0:
			words += "."
		case r.Query.Probable:
			words += ", " + wordspkg.Count(p) + " probably; both count as the same."
		default:
			words += "; " + wordspkg.Plural(p, "probable match is", "probable matches are") + " not counted."
		}
		return words, "Heap dumps do not identify objects. A match is certain if its memory location confirms it or its content is unique. Unmatched objects count as died and born."
	}
	return "Differences in counts only: this input does not match objects between GC points. Open a recorded trace or a series of heap dumps instead.",
		"Births and deaths need an input with single objects."
}

// diffSwitch is a switch of the diff view.
type diffSwitch struct {
	text, hint string
	on         bool
	why        string // why it is disabled; "" if it is enabled
	flip       func(c *widget.Canvas)
}

// diffSwitches returns the switches, the most important last.
func (view *View) diffSwitches(k *widget.Core) []diffSwitch {
	d := diffs.View.Of(k.Model.State.Views)
	r := view.shown.report
	set := func(change func(*diffs.State)) func(*widget.Canvas) {
		to := d
		change(&to)
		return func(c *widget.Canvas) { c.Do(state.SetView(diffs.View, to)) }
	}
	followed := r != nil && r.Followed()
	return []diffSwitch{
		{"Show in city", "Divide buildings into what died, survived and was born", k.Model.State.Division == scene.ByFate, "",
			func(c *widget.Canvas) { c.Do(state.Divide{By: k.Model.State.Division.Toggled(scene.ByFate)}) }},
		{"Vanished only", "List only groups that have no objects left", d.Vanished, "",
			set(func(d *diffs.State) { d.Vanished = !d.Vanished })},
		{"Through all points", "Match objects through all GC points in between. This finds more matches and takes longer.", d.Through,
			widget.Why(!d.Through && (!followed || r.Query.To-r.Query.From < 2 || r.Tree.Followed == diffs.ByNumbers),
				"There are no GC points in between"),
			set(func(d *diffs.State) { d.Through = !d.Through })},
		{"Probable matches", "Count probable matches as the same object", d.Probable,
			widget.Why(!d.Probable && (!followed || r.Tree.Pairs.Probable == 0), "There are no probable matches"), set(func(d *diffs.State) { d.Probable = !d.Probable })},
	}
}
