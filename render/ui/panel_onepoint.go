package ui

import (
	"fmt"
	"strings"

	"memcity/city"
)

// Words of the time bar when there is nothing to step through.
const (
	onePointText = "Nothing to step through: a recording of one GC point shows sizes, but no growth."
	onePointDump = "Record a series to see growth: write several heap dumps minutes apart (jcmd PID GC.heap_dump FILE) and open them together."
	onePointTree = "Open a series to see growth: one file with all GC points, or the files of several GC points together or as a folder."
)

// onePointHow tells how to get a series in the format of the recording.
func onePointHow(format string) string {
	if strings.HasPrefix(format, "hprof") {
		return onePointDump
	}
	return onePointTree
}

// drawOnePoint fills the time bar for a recording of one GC point: its totals, how to get a series, and what the heap
// consists of.
func drawOnePoint(c *canvas, b box) {
	p := c.model.Points[0]
	row := b
	if !c.bareTime() {
		b.cutTop(7)
		row = b.cutTop(32)
	}
	choice := metricRoom(c, &row)
	w := c.text(row, heading, left, c.theme.text, "1 GC point")
	row.cutLeft(w + 2)
	objects, bytes := totals(&c.model, p)
	facts := []string{Time(p.Time), objects, bytes}
	if p.Time == 0 {
		facts = facts[1:]
	}
	if c.bareTime() {
		facts = append(facts, "nothing to step through")
	}
	for _, fact := range facts {
		if need := c.width(body, "  ·  "+fact); need <= row.w {
			c.text(row, body, left, c.dim, "  ·  "+fact)
			row.cutLeft(need)
		}
	}
	drawMetricChoice(c, choice)
	if c.bareTime() {
		return
	}
	b.cutBottom(10)
	b.cutTop(c.paragraph(box{b.x, b.y, b.w, lineHeight(small)}, smallB, c.theme.text, onePointText))
	how := onePointHow(c.model.Format)
	h := c.paragraphHeight(b.w, small, how)
	if h > b.h {
		return
	}
	b.cutTop(c.paragraph(box{b.x, b.y, b.w, h}, small, c.dim, how))
	b.cutTop(5)
	if b.h >= 18 {
		drawSlices(c, b.withHeight(min(b.h, 26)))
	}
}

// drawSlices draws what the heap consists of as one bar; each part selects its building.
func drawSlices(c *canvas, b box) {
	m := &c.model
	metric := m.State.Settings.Metric
	whole := m.now().value(metric)
	if whole <= 0 {
		c.text(b, small, left, c.dim, "There are no objects.")
		return
	}
	c.fill(b, 4, c.raised)
	rest := b
	others := whole
	for i, s := range m.Slices {
		w := b.w * float32(float64(s.Value)/float64(whole))
		if w < 3 || w > rest.w {
			break
		}
		others -= s.Value
		drawSlice(c, rest.cutLeft(w).inset(1, 0), &m.Slices[i], whole, metric)
	}
	if words := "all others, " + Percent(others, whole); others > 0 && c.width(small, words)+12 < rest.w {
		c.text(rest.inset(6, 0), small, left, c.dim, words)
	}
}

func drawSlice(c *canvas, cell box, s *Slice, whole int64, metric city.Metric) {
	share := Percent(s.Value, whole)
	ctl := c.control("time/slice/"+s.Key, cell, pressable, Item{Kind: "button", Text: "Largest: " + s.Name, Value: share,
		Hint: fmt.Sprintf("%s: %s, %s of all", oneLine(s.Name), Amount(metric, s.Value), share)})
	ground := c.wash
	if ctl.hover {
		ground = mixed(ground, c.theme.hover, 0.6)
	}
	c.fill(cell, 3, ground)
	inner := cell.inset(6, 0)
	if inner.w > 30 {
		if words := s.Name + "  " + share; c.width(small, words) <= inner.w {
			c.text(inner, small, left, c.theme.text, words)
		} else {
			c.name(inner, small, left, c.theme.text, s.Name)
		}
	}
	c.ring(ctl, cell, 3)
	if ctl.clicked {
		c.do(city.Select{Key: s.Key})
	}
}
