package describe

import (
	"cmp"
	"slices"

	"memcity/city/exchange"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/stage"
	"memcity/render/ui/model"
)

// Ages describes the age storeys of a city; nil if there are none.
func Ages(c *scene.City) *model.Aged {
	a := c.Aged
	if a == nil {
		return nil
	}
	m := &model.Aged{Births: a.Births, Followed: a.Followed.String(), Probable: a.Query.Probable, Points: a.Points}
	if counts := a.Of(0); counts != nil {
		m.Counts = *counts
	}
	return m
}

// versions describes the version storeys of a fleet; nil if there are none.
func versions(c *scene.City) *model.Versions {
	if c.Versions == nil {
		return nil
	}
	v := &model.Versions{Names: c.Versions.Names}
	if counts := c.Versions.Of(0); counts != nil {
		v.Counts = *counts
	}
	return v
}

// Clock returns the Unix time of time zero of a fleet, in ms; 0 for other recordings.
func Clock(c *scene.City) int64 {
	s := c.Plan.Series
	if f := s.Fleet(c.Point); f != nil && f.Unix > 0 {
		return f.Unix - int64(s.Times[c.Point])
	}
	return 0
}

// Used describes the staleness colors of a city; nil if the colors show something else.
func Used(c *scene.City) *model.Used {
	h := c.Used
	if h == nil {
		return nil
	}
	m := &model.Used{Threshold: h.Query.Threshold, Near: !h.Exact, Holders: len(h.Holders)}
	if counts := h.Of(0); counts != nil {
		m.Held = counts.Held
	}
	return m
}

// Baseline describes the comparison with a baseline; nil if there is none.
func Baseline(c *scene.City) *model.Baseline {
	k := c.Compared
	if k == nil || k.Baseline == nil {
		return nil
	}
	unit := c.Plan.Settings().Unit
	return &model.Baseline{Name: k.Baseline.Name, Point: k.Baseline.Point, Points: k.Baseline.Points, Shares: k.Baseline.Shares,
		Matched: k.Matched(unit), Verdict: k.Verdict(0, unit)}
}

// Compared describes the parts of the buildings; nil if there are none.
func Compared(c *scene.City) *model.Compared {
	k := c.Compared
	if k == nil || k.Baseline != nil {
		return nil
	}
	if k.WhatIf != nil {
		return &model.Compared{From: k.From, Cut: true}
	}
	m := &model.Compared{From: k.From, AtStart: k.From == k.To, Sizes: c.Plan.Settings().SizeKind != trees.Shallow}
	if !k.ByCounts() {
		m.Followed = k.Followed.String()
	}
	return m
}

// Slices caches the largest buildings of a city.
type Slices struct {
	city *scene.City
	list []model.Slice
}

// maxSlices is the maximum number of listed buildings.
const maxSlices = 40

// Of returns the largest buildings of a recording with one GC point; nil for a series.
func (s *Slices) Of(c *scene.City) []model.Slice {
	if s.city == c {
		return s.list
	}
	s.city, s.list = c, nil
	if c.Plan.Series.Len() != 1 {
		return nil
	}
	for i := range c.Buildings {
		b := &c.Buildings[i]
		value := b.Objects
		if c.Plan.Settings().Unit == trees.Bytes {
			value = b.Bytes
		}
		s.list = append(s.list, model.Slice{Key: c.Plan.Series.Key(b.Node), Name: c.Plan.Name(b.Node), Value: value})
	}
	slices.SortStableFunc(s.list, func(x, y model.Slice) int { return cmp.Compare(y.Value, x.Value) })
	s.list = slices.Clone(s.list[:min(len(s.list), maxSlices)])
	return s.list
}

// Legend returns the legend of a city.
func Legend(c *scene.City, settings scene.Settings, marks map[string]scene.RGB) model.Legend {
	p := c.Plan
	l := model.Legend{RedGrowth: p.RedGrowth(settings), Filters: p.Settings().Filters.Slice(), Overlap: p.Overlaps(),
		Hidden: c.Hidden, Objects: c.Objects, Bytes: c.Bytes,
		Buildings: len(c.Buildings), Slabs: len(c.Districts), Blocks: len(c.Blocks), NotShown: len(p.Series.Nodes) - len(c.Buildings) - len(c.Districts), Grew: p.Grew()}
	l.Baseline, l.Fleet, l.Versions = Baseline(c), p.HasMasts(), versions(c)
	l.Isolated, l.Compared, l.Aged, l.Used, l.Pinned = c.Isolated, Compared(c), Ages(c), Used(c), Pinned(c)
	largest, value, known := p.Largest()
	if known {
		l.Largest, l.LargestName, l.Ever = value, p.Label(largest), p.Series.Len() > 1
	}
	for point := range p.Series.Len() {
		l.References = l.References || p.Series.HasPointers(point)
		if known && !l.Estimated {
			_, l.Estimated = p.Series.Estimate(point, largest)
		}
	}
	for _, color := range stage.MarkedBuildings(p, marks) {
		if !slices.Contains(l.Marks, color) {
			l.Marks = append(l.Marks, color)
		}
	}
	slices.SortFunc(l.Marks, func(x, y scene.RGB) int { return cmp.Compare(x.String(), y.String()) })
	return l
}

// Recording sets the fields of m that depend only on the recording.
func Recording(m *model.Model, r exchange.Result) {
	if r.Opening == 0 {
		return
	}
	m.Name, m.Format = r.Name, r.Format
	if r.Grouped {
		for i, role := range r.Grouping.By.All() {
			if i > 0 {
				m.FixedChain += ", "
			}
			m.FixedChain += role
		}
	} else {
		m.Catalog = r.Catalog
	}
	if r.Plan == nil || len(r.Plan.Series.Nodes) == 0 {
		return
	}
	s := r.Plan.Series
	m.Marks = r.Marks
	m.Groups, m.SizeKind = len(s.Nodes), r.Plan.Settings().SizeKind
	objects := false // at some point
	for i := range s.Times {
		objects = objects || s.HasPointers(i)
	}
	for i, t := range s.Times {
		m.Points = append(m.Points, model.Point{Time: t, Objects: s.Objects(i, 0), Bytes: s.Bytes(i, 0), Counted: objects && !s.HasPointers(i)})
	}
}

// Routes describes the visible routes; nil if references are not shown as routes.
func Routes(r *scene.Routes) *model.Routes {
	if r == nil {
		return nil
	}
	return &model.Routes{Shown: len(r.List), Total: r.Total, Left: r.Share(), Unplaced: r.Unplaced, Selected: r.Selected,
		Direction: r.Settings.Direction, Least: r.Settings.Least}
}

// WhatIf describes the removals in the city and the objects they free; nil if nothing is removed.
func WhatIf(c *scene.City) *model.WhatIf {
	if c.Compared == nil || c.Compared.WhatIf == nil {
		return nil
	}
	w := c.Compared.WhatIf
	return &model.WhatIf{Removals: w.Query.Removals.Slice(), Known: w}
}
