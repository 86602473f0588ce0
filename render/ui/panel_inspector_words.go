package ui

import (
	"fmt"
	"strings"

	"memcity/city"
)

// Name returns the last part of the path.
func (g *Group) Name() string {
	if len(g.Path) == 0 {
		return g.Key
	}
	return g.Path[len(g.Path)-1].Name
}

// role is what the group was grouped by.
func (g *Group) role() string {
	if n := len(g.Path); n > 0 && g.Path[n-1].Role != "" {
		return g.Path[n-1].Role
	}
	return "Whole heap"
}

// where names the groups around the group; it is empty for the whole heap.
func (g *Group) where() string {
	if len(g.Path) < 2 {
		return ""
	}
	var names []string
	for _, p := range g.Path[:len(g.Path)-1] {
		names = append(names, p.Name)
	}
	return "in " + strings.Join(names, " → ")
}

// fact is one row of numbers; hint explains it.
type fact struct{ name, value, hint string }

func facts(m *Model, g *Group) []fact {
	metric := m.State.Settings.Metric
	total := m.now()
	part, whole := g.Objects, total.Objects
	if metric == city.Bytes {
		part, whole = g.Bytes, total.Bytes
	}
	objects, bytes := measureHints(m.Measure)
	list := []fact{
		{upperFirst(m.Measure.Of(city.Objects)), Count(g.Objects), objects},
		{upperFirst(m.Measure.Of(city.Bytes)), Size(g.Bytes), bytes},
	}
	list = append(list, budgetFacts(g)...)
	list = append(list, fateFacts(m, g)...)
	list = append(list, basedFacts(m, g)...)
	list = append(list, ageFacts(m, g)...)
	list = append(list, fact{"Share of all " + m.Measure.Of(metric), Percent(part, whole), "Part of the whole heap at this GC point, in the metric in force."})
	if len(m.Points) < 2 {
		return list
	}
	since := "the first GC point"
	if from := m.State.Window.From; from > 0 {
		since = "GC point " + Count(int64(from+1)) + ", where the window starts"
	}
	hint := func(when, what string) string {
		return upperFirst(what) + " " + when + " less those at " + since + "; in brackets, over those at that point."
	}
	growths := []struct {
		metric           city.Metric
		now, first, last int64
	}{{city.Objects, g.Objects, g.FirstObjects, g.LastObjects}, {city.Bytes, g.Bytes, g.FirstBytes, g.LastBytes}}
	for _, of := range growths {
		what := m.Measure.Of(of.metric)
		list = append(list, fact{"Growth so far, " + what, growthText(of.metric, of.now, of.first), hint("now", what)})
	}
	for _, of := range growths {
		if of.last != of.now {
			what := m.Measure.Of(of.metric)
			list = append(list, fact{"Growth over window, " + what, growthText(of.metric, of.last, of.first), hint("where the window ends", what)})
		}
	}
	if g.Rank > 0 {
		rank := fmt.Sprintf("%s of %s", Count(int64(g.Rank)), plural(int64(g.Ranked), "building", "buildings"))
		if g.Solid {
			rank += ", solid"
		}
		list = append(list, fact{"Rank by growth", rank, "Its place among all buildings by growth over the whole window; the first ones are solid."})
	}
	return list
}

// measureHints explain the numbers of a group.
func measureHints(measure city.Measure) (objects, bytes string) {
	switch measure {
	case city.Deep:
		return "The objects of the group and all that they reach at this GC point, each once.",
			"Deep size: the bytes of these objects and of all that they reach."
	case city.Retained:
		return "The objects that would die with the group at this GC point, its own among them.",
			"Retained size: the bytes of all that would die with the group."
	case city.Structural:
		return "The objects of the data structures whose heads are in the group at this GC point, each once.",
			"Data structure size: the bytes of heads, parts and leaves."
	}
	return "How many objects are in the group at this GC point. An object that is in several groups inside counts once.",
		"Shallow size: the bytes of these objects themselves, without what they refer to."
}

// now returns the totals of the GC point shown.
func (m *Model) now() Point {
	if i := m.State.Point; i >= 0 && i < len(m.Points) {
		return m.Points[i]
	}
	return Point{}
}

func growthText(metric city.Metric, now, first int64) string {
	s := Growth(metric, now-first)
	if first > 0 && now != first {
		p := PercentOf(float64(now-first) / float64(first))
		if now > first {
			p = "+" + p
		}
		s += "  (" + p + ")"
	}
	return s
}

// shortNames begin the names of facts in little room.
var shortNames = strings.NewReplacer("Growth so far, ", "So far, ", "Growth over window, ", "Window, ", "Share of all ", "Share of ", "Rank by growth", "Rank")

// fitting returns the name of a fact, shortened if it does not fit in a width.
func (f *fact) fitting(c *canvas, st style, width float32) string {
	if c.width(st, f.name) > width {
		return shortNames.Replace(f.name)
	}
	return f.name
}
