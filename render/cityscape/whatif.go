package cityscape

import (
	"fmt"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/whatif"
	"memcity/render/division"
	"memcity/render/ui/model"
)

// WhyNoRemovals explains why nothing can be removed; "" if something can.
func (c *Cityscape) WhyNoRemovals() string {
	switch catalog := c.store.Result.Catalog; {
	case c.store.Result.NoStates != "":
		return "this recording has no heap states"
	case c.store.Result.Grouped || catalog == nil:
		return "this recording has only memory trees, without references between objects"
	default:
		return catalog.NoRemovals
	}
}

// ToggleRemoved removes the selection from the heap, or restores it.
func (c *Cityscape) ToggleRemoved() {
	if c.store.City == nil || c.store.Opened.Growing {
		return
	}
	var list []whatif.Removal
	out := true
	for _, key := range c.present(c.store.State.Selected()) {
		removal := whatif.GroupRemoval(c.store.Result.Grouping, key)
		list, out = append(list, removal), out && c.store.State.IsRemoved(removal)
	}
	switch {
	case len(list) == 0:
		c.notices.Toast("The selection has no objects at this GC point.")
	case out:
		c.store.Do(state.Restore{What: list})
	case len(c.store.State.Removals)+len(list) > whatif.MaxRemovals:
		c.notices.Toast(fmt.Sprintf("At most %d groups and references can be removed at the same time.", whatif.MaxRemovals))
	default:
		c.store.Do(state.Remove{What: list})
		c.store.Do(state.Show{View: state.CityView})
	}
}

// WhatIfModel returns the removals and the amounts they free, or nil if nothing is removed. It covers pending results and errors too.
func (c *Cityscape) WhatIfModel() *model.WhatIf {
	if len(c.store.State.Removals) == 0 {
		return nil
	}
	m := &model.WhatIf{Removals: c.store.State.Removals, Sizes: c.store.State.Settings.SizeKind != trees.Shallow}
	results := &c.store.Result.Results
	if m.Known = division.Freed(c.store.City.Plan, &c.store.State, results); m.Known == nil && c.store.State.View == state.CityView {
		kind := whatif.Kind.Any()
		if m.Waiting = results.Busy || c.requests.Query().Of(kind) != results.Request.Of(kind); !m.Waiting && results.Err != nil {
			m.Failed = results.Err.Error()
		}
	}
	return m
}

// present returns the keys of groups with objects at the current GC point.
func (c *Cityscape) present(keys []string) (present []string) {
	s := c.store.City.Plan.Series
	for _, key := range keys {
		if node, ok := s.Find(key); ok && s.Objects(c.store.City.Point, node) != 0 {
			present = append(present, key)
		}
	}
	return present
}
