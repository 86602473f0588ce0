package churn

import (
	"strings"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/render/ui/canvas"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// drawChurnTools draws the filter field, the unit, and the menu button.
func (view *View) drawChurnTools(c *widget.Canvas, head canvas.Box) {
	wide := head.W >= 480
	room := float32(32)
	if wide {
		room = 96
	}
	button := head.CutRight(room).Middle(28)
	head.CutRight(8)
	at := 1
	if churns.View.Of(c.Model.State.Views).Objects {
		at = 0
	}
	choices := []widget.Choice{{Text: "Objects", Hint: "Count objects"}, {Text: "Bytes", Hint: "Count bytes"}}
	if pressed := c.Segments("churn/metric", head.CutRight(min(124, head.W/2)).Middle(28), "Churn in", choices, at, ""); pressed >= 0 &&
		pressed != at {
		to := churns.View.Of(c.Model.State.Views)
		to.Objects, to.Sort = pressed == 0, churns.NoChurnColumn
		c.Do(state.SetView(churns.View, to))
	}
	head.CutRight(8)
	l := view
	if n := len(l.report.Suspects); n > 0 && c.Window.W-2*place.Padding < churnWide {
		o := widget.ButtonOptions{Text: "Suspects", Look: widget.Ground,
			Hint: "Show the types that cause most churn instead of all groups", Kind: "switch", Value: "off"}
		if l.suspects {
			o.Look, o.Value = widget.Chosen, "on"
		}
		if c.Button("churn/suspects", head.CutRight(min(84, head.W/2)).Middle(28), o) {
			l.suspects, c.Again = !l.suspects, true
		}
		head.CutRight(8)
	}
	field := head.Middle(28)
	field.W = min(field.W, 300)
	c.FilterField(churnTable, field,
		"Show only groups whose name or path contains this text. * and ? are wildcards; /Node$/ is a regular expression", nil)
	o := widget.ButtonOptions{Icon: "more", Name: "Table", Look: widget.Ground, Hint: "Expand or collapse rows, copy or save the table"}
	if wide {
		o.Text = o.Name
	}
	if c.Menu.Name == ChurnMenu {
		o.Look = widget.Chosen
	}
	if c.Button("churn/table", button, o) {
		c.OpenMenu(ChurnMenu, "churn/table", button)
	}
}

// drawChurnWords draws the window, the freed amount, and the outliers.
func (view *View) drawChurnWords(c *widget.Canvas, b *canvas.Box, r *churns.Report, low bool) {
	line := b.CutTop(18)
	if rate := churnRate(r); rate != "" {
		w := min(c.Width(canvas.Small, rate), line.W*0.55)
		c.Text(line.CutRight(w+1), canvas.Small, canvas.Right, c.Dim, rate)
		c.Explain("churn/rate", canvas.Rect(line.Right(), line.Y, w, line.H), "Rate", "", churnRateHint(r))
		line.CutRight(12)
	}
	c.Text(line, canvas.Small, canvas.Left, c.Dim, view.churnWindow(c, r))
	c.Headline(b, churnHeadline(r, churns.View.Of(c.Model.State.Views).Unit()))
	basis, missing := churnBasis(r)
	if low && !r.Garbage.Estimated {
		return
	}
	b.CutTop(2)
	row := b.CutTop(18)
	w := c.Text(row, canvas.Small, canvas.Left, c.Dim, basis)
	c.Explain("churn/basis", canvas.Rect(row.X, row.Y, w, row.H), "Basis", "", strings.Join(append([]string{basis}, missing...), "\n"))
	row.CutLeft(w + 14)
	if len(missing) > 0 && row.W > 120 {
		c.Icon(row.CutLeft(14).Middle(14), "warning", c.Warn)
		row.CutLeft(6)
		text := missing[0]
		if n := len(missing) - 1; n > 0 {
			text = "(" + words.Count(int64(n)) + " more) " + text
		}
		w := c.Text(row, canvas.Small, canvas.Left, c.Warn, text)
		c.Explain("churn/missing", canvas.Rect(row.X, row.Y, w, row.H), "Missing", "", strings.Join(missing, "\n"))
	}
	b.CutTop(4)
}

// churnWindow describes the GCs covered by the report.
func (view *View) churnWindow(c *widget.Canvas, r *churns.Report) string {
	text := "No GC in this time range"
	if n := len(r.GCs); n > 0 {
		text = "GC " + words.Count(int64(r.From)) + " to " + words.Count(int64(r.To)) + ", " + spanText(r.Start.Milliseconds()) + " to " +
			spanText(r.End.Milliseconds())
		if n == 1 {
			text = "GC " + words.Count(int64(r.From)) + " at " + spanText(r.End.Milliseconds())
		}
	}
	if kind := c.Model.State.Span.FromKind; kind != "" {
		text = "Window of " + kind + ": " + text
	}
	return text
}

func spanText(ms int64) string { return words.Time(trees.Millis(ms)) }

// churnRate describes how much was freed per second, compared with the whole recording.
func churnRate(r *churns.Report) string {
	if r.Rate <= 0 {
		return ""
	}
	text := words.Size(int64(r.Rate)) + "/s freed"
	if r.Average <= 0 {
		return text
	}
	switch times := r.Rate / r.Average; {
	case times > 0.995 && times < 1.005:
		return text + ", as in the whole recording"
	default:
		return text + ", " + words.Significant(times, true) + "× the average of " + words.Size(int64(r.Average)) + "/s"
	}
}

func churnRateHint(r *churns.Report) string {
	return words.Plural(int64(len(r.GCs)), "GC", "GCs") + " in the window freed " + words.Size(r.Freed) + ". The average is for the whole recording."
}

// churnHeadline summarizes the churn in a sentence.
func churnHeadline(r *churns.Report, m trees.Unit) string {
	all := r.Garbage.Of(m)
	switch {
	case r.Basis == churns.Freed:
		return words.Plural(int64(len(r.GCs)), "GC", "GCs") + " freed " + words.Size(r.Freed) + "."
	case all <= 0 && r.Basis == churns.Allocated:
		return "Nothing was allocated in the window."
	case all <= 0:
		return "Nothing died in the window."
	case r.Basis == churns.Allocated:
		return estimated(r.Garbage.Estimated) + words.Amount(m, all) + " were allocated" + strongestChurn(r, m, all) + "."
	}
	young := r.Young.Of(m)
	if young == 0 {
		return estimated(r.Garbage.Estimated) + words.Amount(m, all) + " died; as far as recorded, none before its first GC."
	}
	return words.PartText(young, all) + " of what died survived no GC" + strongestChurn(r, m, young) + "."
}

// strongestChurn describes the first suspect and its site.
func strongestChurn(r *churns.Report, m trees.Unit, of int64) string {
	if len(r.Suspects) == 0 {
		return ""
	}
	s := &r.Suspects[0]
	part, site := s.Amount.Of(m), ""
	if at := s.AtSite.Of(m); s.Site != "" && 2*at >= part {
		part, site = at, " allocated at "+shortSite(s.Site)
	}
	return "; " + words.PartText(part, of) + " of that is " + shortType(s.Type) + site
}

// churnBasis describes the source of the numbers and the missing data.
func churnBasis(r *churns.Report) (basis string, missing []string) {
	missing = append(missing, r.Notes...)
	for _, d := range r.Damage {
		missing = append(missing, words.UpperFirst(d.Text)+".")
	}
	switch {
	case r.Basis == churns.Freed:
		return "Computed from heap sizes before and after each GC. This input does not identify individual objects.", missing
	case r.Basis == churns.Allocated && r.Garbage.Estimated:
		return "Estimated from sampled allocations (~). This input does not record object ages.", missing
	case r.Basis == churns.Allocated:
		return "Counted from allocations. This input does not record object ages.", missing
	case r.Samples > 0:
		return "Estimated from " + words.Plural(r.Samples, "sampled object", "sampled objects") + ". ~ marks estimates.", missing
	case r.Garbage.Estimated:
		return "Counted from deaths. ~ marks estimates.", missing
	}
	return "Counted from deaths in the recording.", missing
}

// estimated returns the prefix of an estimated number.
func estimated(is bool) string {
	if is {
		return "~"
	}
	return ""
}

// shortType removes the packages of a type.
func shortType(name string) string {
	if strings.HasPrefix(name, "(") {
		return name
	}
	return name[strings.LastIndexByte(name, '.')+1:]
}

// shortSite removes the packages and the file of a call site, as in "HashMap.put:612".
func shortSite(site string) string {
	call, place, _ := strings.Cut(site, "(")
	if method := strings.LastIndexByte(call, '.'); method >= 0 {
		call = call[strings.LastIndexByte(call[:method], '.')+1:]
	}
	if call == "" {
		return site
	}
	if colon := strings.LastIndexByte(place, ':'); colon >= 0 {
		call += strings.TrimSuffix(place[colon:], ")")
	}
	return call
}
