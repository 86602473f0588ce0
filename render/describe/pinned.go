package describe

import (
	"slices"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/render/ui/model"
	"memcity/words"
)

// Pinned describes the findings that a city points at; nil if the colors show something else.
func Pinned(c *scene.City) *model.Pinned {
	k := c.Pinned
	if k == nil {
		return nil
	}
	m := &model.Pinned{Verdict: k.Found.Text, Start: -1}
	if pin, ok := k.Current(); ok {
		m.Text, m.At, m.Start = pin.Text(), k.Shown, pin.Start
		var list []model.Pin
		for i := range k.List {
			names := []string{words.TypeName(c.Plan.Name(k.List[i].Node))}
			for _, n := range k.List[i].Further {
				names = append(names, words.TypeName(c.Plan.Name(n)))
			}
			list = append(list, model.Pin{Name: words.Enumerated(names), Emphasis: k.List[i].Emphasis})
		}
		m.Pins = seq.Of(list...)
	}
	m.Found = seq.Of(unpinned(k)...)
	if k.Objects != nil {
		m.Held, m.Exact = k.Objects.Freed, true
		if at := k.Query.Heap.Point; at != k.Series.Source(k.Point) {
			m.HeldAt = at + 1
		}
	}
	return m
}

// maxUnpinned bounds the findings that the legend lists by title.
const maxUnpinned = 2

// unpinned returns the titles of the first findings that the city has no building for, and then the number of the others.
func unpinned(k *scene.Pins) (titles []string) {
	for i := range k.Found.Findings {
		if !slices.ContainsFunc(k.List, func(p scene.Pin) bool { return p.Finding == i }) {
			titles = append(titles, k.Found.Findings[i].Title)
		}
	}
	if more := len(titles) - maxUnpinned; more > 0 {
		titles = append(titles[:maxUnpinned], words.Counted(int64(more), "more finding"))
	}
	return titles
}
