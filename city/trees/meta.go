package trees

import "slices"

// Meta contains the max tree and the growth tree of a series over a window, by node of the series (Memory Cities, section IV, DOI
// 10.1109/VISSOFT51673.2020.00017). A group counts 0 at GC points where it is missing.
type Meta struct {
	Window  Window
	Objects []Change
	Bytes   []Change

	series *Series
}

// Change describes how one number of one group changes over a window.
type Change struct {
	First, Last, Max int64
	Min              int64
	Fall, Climb      int64 // largest drop below an earlier value, and largest rise above one
}

// Growth returns the last value minus the first.
func (c Change) Growth() int64 { return c.Last - c.First }

// noiseShare is the share of a number by which it may fluctuate without significance.
const noiseShare = 0.2

// IsNoise reports whether a change from the first value to now is within the number's normal fluctuation. It is if the number moved at
// least as far in the other direction over the window. It also is if the change is at most a fifth and the number does not always move in
// one direction.
func (c Change) IsNoise(now int64) bool {
	change, back := now-c.First, c.Fall
	if change < 0 {
		change, back = -change, c.Climb
	}
	return change > 0 && back > 0 && (back >= change || float64(change) <= noiseShare*float64(max(now, c.First)))
}

// Of returns the changes in one unit, by node.
func (m *Meta) Of(unit Unit) []Change {
	if unit == Bytes {
		return m.Bytes
	}
	return m.Objects
}

// NewMeta computes the meta trees over a window, clamped to the existing points. The cost is nodes times points.
func NewMeta(s *Series, w Window) *Meta {
	w = s.cut(w)
	m := &Meta{w, make([]Change, len(s.Nodes)), make([]Change, len(s.Nodes)), s}
	if s.Len() == 0 || w.From > w.To {
		return m
	}
	points := s.points[w.From : w.To+1]
	if slices.ContainsFunc(points, func(p seriesPoint) bool { return p.objects.wide != nil || p.bytes.wide != nil }) {
		newChanges[int64](m, s, points)
	} else {
		newChanges[uint32](m, s, points)
	}
	return m
}

// cut returns w clamped to the existing points.
func (s *Series) cut(w Window) Window {
	last := max(s.Len()-1, 0)
	return Window{min(max(w.From, 0), last), min(max(w.To, 0), last)}
}

// Next returns the result of [NewMeta]. If s extends the series of m and the window begins at the same point, the cost is nodes times new
// points.
func (m *Meta) Next(s *Series, w Window) *Meta {
	w = s.cut(w)
	if !m.extends(s, w) {
		return NewMeta(s, w)
	}
	next := &Meta{w, make([]Change, len(s.Nodes)), make([]Change, len(s.Nodes)), s}
	for node, column := range s.columns {
		var objects, bytes Change
		if int(column) < len(m.series.nodes) {
			before := m.series.nodes[column]
			objects, bytes = m.Objects[before], m.Bytes[before]
		}
		for p := m.Window.To + 1; p <= w.To; p++ {
			objects.add(s.points[p].objects.at(column))
			bytes.add(s.points[p].bytes.at(column))
		}
		next.Objects[node], next.Bytes[node] = objects, bytes
	}
	return next
}

// extends reports whether s is the series of m, possibly with more points, and w the window of m, possibly with more points.
func (m *Meta) extends(s *Series, w Window) bool {
	n := m.series.Len()
	return n > 0 && n <= s.Len() && m.series.points[n-1].objects.are(&s.points[n-1].objects) &&
		m.Window.From <= m.Window.To && w.From == m.Window.From && w.To >= m.Window.To
}

// add extends a change by one point.
func (c *Change) add(v int64) {
	c.Last = v
	c.Max = max(c.Max, v)
	c.Min = min(c.Min, v)
	c.Fall = max(c.Fall, c.Max-v)
	c.Climb = max(c.Climb, v-c.Min)
}

// tileSize is the number of values processed at a time, so that they fit in the fastest processor cache.
const tileSize = 1 << 14

// newChanges processes the groups in batches: all points of some groups, then all points of the next ones. This keeps the change of a group
// in registers.
func newChanges[N uint32 | int64](m *Meta, s *Series, points []seriesPoint) {
	some := max(tileSize/len(points), 16)
	tile := make([]N, some*len(points))
	for from := 0; from < len(s.Nodes); from += some {
		columns := s.columns[from:min(from+some, len(s.Nodes))]
		together := int(columns[len(columns)-1]-columns[0]) == len(columns)-1 && slices.IsSorted(columns)
		for p := range points {
			copyColumns(tile[p*some:][:len(columns)], &points[p].objects, columns, together)
		}
		for i := range columns {
			m.Objects[from+i] = newChange(tile[i:], some)
		}
		for p := range points {
			copyColumns(tile[p*some:][:len(columns)], &points[p].bytes, columns, together)
		}
		for i := range columns {
			m.Bytes[from+i] = newChange(tile[i:], some)
		}
	}
}

// newChange processes every step-th value.
func newChange[N uint32 | int64](values []N, step int) Change {
	v := int64(values[0])
	first, highest, lowest, fall, climb := v, v, v, int64(0), int64(0)
	for i := step; i < len(values); i += step {
		v = int64(values[i])
		highest, lowest = max(highest, v), min(lowest, v)
		fall = max(fall, highest-v)
		climb = max(climb, v-lowest)
	}
	return Change{First: first, Last: v, Max: highest, Min: lowest, Fall: fall, Climb: climb}
}

// Window is a range of GC points, both ends included.
type Window struct{ From, To int }
