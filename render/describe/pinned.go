package describe

import (
	"memcity/city/scene"
	"memcity/render/ui/model"
	"memcity/words"
)

// Pinned reports the findings that a city points at; nil if its colours show something else.
func Pinned(c *scene.City) *model.Pinned {
	k := c.Pinned
	if k == nil {
		return nil
	}
	m := &model.Pinned{Verdict: k.Found.Verdict, Of: len(k.List), Start: -1}
	if pin, ok := k.Current(); ok {
		m.Text, m.At, m.Start = pin.Text, k.Shown+1, pin.Start
		m.Type = words.TypeName(c.Plan.Name(pin.Node))
	}
	if k.Objects != nil {
		m.Held, m.Exact = k.Objects.Freed, true
	}
	return m
}
