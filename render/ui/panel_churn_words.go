package ui

import (
	"strings"

	"memcity/city"
)

// drawChurnTools draws the field that filters, what is counted, and the button for what else there is to do.
func drawChurnTools(c *canvas, head box) {
	wide := head.w >= 480
	room := float32(32)
	if wide {
		room = 96
	}
	button := head.cutRight(room).middle(28)
	head.cutRight(8)
	at := 1
	if c.model.State.Churning.Objects {
		at = 0
	}
	choices := []choice{{"Objects", "Count objects"}, {"Bytes", "Count bytes"}}
	if pressed := c.segments("churn/metric", head.cutRight(min(124, head.w/2)).middle(28), "Churn in", choices, at, false); pressed >= 0 && pressed != at {
		to := c.model.State.Churning
		to.Objects, to.Sort = pressed == 0, city.NoChurnColumn
		c.do(city.SetChurn{To: to})
	}
	head.cutRight(8)
	l := &c.local.churn
	if n := len(l.report.Suspects); n > 0 && c.window.w-2*padding < churnWide {
		o := buttonOptions{text: "Suspects", look: ground, hint: "Show the types that make up much of the churn in place of all groups", kind: "switch", value: "off"}
		if l.suspects {
			o.look, o.value = chosen, "on"
		}
		if c.button("churn/suspects", head.cutRight(min(84, head.w/2)).middle(28), o) {
			l.suspects, c.again = !l.suspects, true
		}
		head.cutRight(8)
	}
	field := head.middle(28)
	field.w = min(field.w, 300)
	c.filterField(churnTable, field, "Show only groups with this in their name or path; * and ? stand for letters, /Node$/ is a regular expression", nil)
	o := buttonOptions{icon: "more", name: "Table", look: ground, hint: "Open and close rows, copy and save the table"}
	if wide {
		o.text = o.name
	}
	if c.local.menu.name == churnMenu {
		o.look = chosen
	}
	if c.button("churn/table", button, o) {
		c.openMenu(churnMenu, "churn/table", button)
	}
}

// drawChurnWords tells the window, how much was freed, and what stands out.
func drawChurnWords(c *canvas, b *box, r *city.ChurnReport, low bool) {
	line := b.cutTop(18)
	if rate := churnRate(r); rate != "" {
		w := min(c.width(small, rate), line.w*0.55)
		c.text(line.cutRight(w+1), small, right, c.dim, rate)
		c.explain("churn/rate", box{line.right(), line.y, w, line.h}, "Rate", "", churnRateHint(r))
		line.cutRight(12)
	}
	c.text(line, small, left, c.dim, c.churnWindow(r))
	headline := churnHeadline(r, c.model.State.Churning.Metric())
	st := style{14, title.weight}
	lines := c.types.wrap(headline, st.size*c.scale, st.weight, b.w*c.scale)
	if len(lines) > 2 { // the second one ends with an ellipsis
		lines = []string{lines[0], strings.Join(lines[1:], " ")}
	}
	for _, line := range lines {
		c.text(b.cutTop(lineHeight(st)), st, left, c.theme.text, line)
	}
	basis, missing := churnBasis(r)
	if low && !r.Garbage.Estimated {
		return
	}
	b.cutTop(2)
	row := b.cutTop(18)
	w := c.text(row, small, left, c.dim, basis)
	c.explain("churn/basis", box{row.x, row.y, w, row.h}, "Basis", "", strings.Join(append([]string{basis}, missing...), "\n"))
	row.cutLeft(w + 14)
	if len(missing) > 0 && row.w > 120 {
		c.icon(row.cutLeft(14).middle(14), "warning", c.warn)
		row.cutLeft(6)
		text := missing[0]
		if n := len(missing) - 1; n > 0 {
			text = "(" + Count(int64(n)) + " more) " + text
		}
		w := c.text(row, small, left, c.warn, text)
		c.explain("churn/missing", box{row.x, row.y, w, row.h}, "Missing", "", strings.Join(missing, "\n"))
	}
	b.cutTop(4)
}

// churnWindow names the GCs that the report is of.
func (c *canvas) churnWindow(r *city.ChurnReport) string {
	text := "No GC lies in the window"
	if n := len(r.GCs); n > 0 {
		text = "GC " + Count(int64(r.From)) + " to " + Count(int64(r.To)) + ", " + spanText(r.Start.Milliseconds()) + " to " + spanText(r.End.Milliseconds())
		if n == 1 {
			text = "GC " + Count(int64(r.From)) + " at " + spanText(r.End.Milliseconds())
		}
	}
	if kind := c.model.State.Span.FromKind; kind != "" {
		text = "Window of " + kind + ": " + text
	}
	return text
}

func spanText(ms int64) string { return Time(city.Millis(ms)) }

// churnRate tells how much was freed in each second, beside the whole recording.
func churnRate(r *city.ChurnReport) string {
	if r.Rate <= 0 {
		return ""
	}
	text := Size(int64(r.Rate)) + "/s freed"
	if r.Average <= 0 {
		return text
	}
	switch times := r.Rate / r.Average; {
	case times > 0.995 && times < 1.005:
		return text + ", as in the whole recording"
	default:
		return text + ", " + significant(times, true) + "× the average of " + Size(int64(r.Average)) + "/s"
	}
}

func churnRateHint(r *city.ChurnReport) string {
	return plural(int64(len(r.GCs)), "GC", "GCs") + " of the window made the heap smaller by " + Size(r.Freed) + ". The average is that of the whole recording."
}

// churnHeadline tells in plain words what makes the churn.
func churnHeadline(r *city.ChurnReport, m city.Metric) string {
	all := city.ChurnOf(r.Garbage, m)
	switch {
	case r.Basis == city.ChurnFreed:
		return Size(r.Freed) + " were freed by " + plural(int64(len(r.GCs)), "GC", "GCs") + "."
	case all <= 0 && r.Basis == city.ChurnAllocated:
		return "Nothing was allocated in the window."
	case all <= 0:
		return "Nothing died in the window."
	case r.Basis == city.ChurnAllocated:
		return estimated(r.Garbage.Estimated) + Amount(m, all) + " were allocated" + strongestChurn(r, m, all) + "."
	}
	young := city.ChurnOf(r.Young, m)
	if young == 0 {
		return estimated(r.Garbage.Estimated) + Amount(m, all) + " died; nothing of that is known to have survived no GC."
	}
	return partText(young, all) + " of what died survived no GC" + strongestChurn(r, m, young) + "."
}

// strongestChurn tells the first suspect and its site.
func strongestChurn(r *city.ChurnReport, m city.Metric, of int64) string {
	if len(r.Suspects) == 0 {
		return ""
	}
	s := &r.Suspects[0]
	part, site := city.ChurnOf(s.Amount, m), ""
	if at := city.ChurnOf(s.AtSite, m); s.Site != "" && 2*at >= part {
		part, site = at, " allocated at "+shortSite(s.Site)
	}
	return "; " + partText(part, of) + " of that is " + shortType(s.Type) + site
}

// churnBasis tells what the numbers are made of, and what is missing.
func churnBasis(r *city.ChurnReport) (basis string, missing []string) {
	missing = append(missing, r.Notes...)
	for _, d := range r.Damage {
		missing = append(missing, upperFirst(d.Text)+".")
	}
	switch {
	case r.Basis == city.ChurnFreed:
		return "The sizes of the heap before and after each GC tell this; which objects these were is not known.", missing
	case r.Basis == city.ChurnAllocated && r.Garbage.Estimated:
		return "Estimated from samples of allocations (~); how old the objects got is not known.", missing
	case r.Basis == city.ChurnAllocated:
		return "Counted from allocations; how old the objects got is not known.", missing
	case r.Samples > 0:
		return "Estimated from " + plural(r.Samples, "sampled object", "sampled objects") + "; ~ marks what is estimated.", missing
	case r.Garbage.Estimated:
		return "Counted from deaths; ~ marks what is estimated.", missing
	}
	return "Counted from the deaths that the recording tells.", missing
}

// estimated is what stands before a number that is.
func estimated(is bool) string {
	if is {
		return "~"
	}
	return ""
}

// plainType leaves out what virtual machines number hidden classes with: the address, and the number of a lambda.
func plainType(name string) string {
	dims := strings.Repeat("[]", strings.Count(name, "[]"))
	plain, _, hidden := strings.Cut(name, "/0x")
	if !hidden {
		return name
	}
	if class, number, ok := strings.Cut(plain, "$$Lambda$"); ok && strings.Trim(number, "0123456789") == "" {
		plain = class + "$$Lambda"
	}
	return plain + dims
}

// shortType leaves out the packages of a type.
func shortType(name string) string {
	if strings.HasPrefix(name, "(") {
		return name
	}
	name = plainType(name)
	return name[strings.LastIndexByte(name, '.')+1:]
}

// shortSite leaves out the packages and the file of a call site, as in "HashMap.put:612".
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
