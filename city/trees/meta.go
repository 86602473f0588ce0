package trees

// Meta holds the max tree and the growth tree of a series over a window, by node of the series (Memory Cities, section
// IV, DOI 10.1109/VISSOFT51673.2020.00017). A group that is missing at a GC point counts 0 there.
type Meta struct {
	Window  Window
	Objects []Change
	Bytes   []Change
}

// Change is how one number of one group moves over a window.
type Change struct {
	First, Last, Max int64
	MaxAt            int // GC point of the first maximum
	Sum              int64
	Min              int64
	Fall, Climb      int64 // the most that it fell below a value before, and rose above one
}

// Growth is the last value minus the first.
func (c Change) Growth() int64 { return c.Last - c.First }

// noiseShare is the share of a number that it may change by, up and down, without that meaning anything.
const noiseShare = 0.2

// IsNoise reports whether a change from the first value to another one is explained by how the number moves anyway: over the window it went
// at least as far the other way, or it changed by a fifth at most and does not always go one way.
func (c Change) IsNoise(now int64) bool {
	change, back := now-c.First, c.Fall
	if change < 0 {
		change, back = -change, c.Climb
	}
	return change > 0 && back > 0 && (back >= change || float64(change) <= noiseShare*float64(max(now, c.First)))
}

// Relative is the growth as a share of the first value; 0 if that was 0.
func (c Change) Relative() float64 {
	if c.First == 0 {
		return 0
	}
	return float64(c.Growth()) / float64(c.First)
}

// Average is the mean over the GC points of the window.
func (m *Meta) Average(c Change) float64 {
	return float64(c.Sum) / float64(m.Window.To-m.Window.From+1)
}

// Of returns the changes of one metric by node.
func (m *Meta) Of(metric Metric) []Change {
	if metric == Bytes {
		return m.Bytes
	}
	return m.Objects
}

// NewMeta computes the meta trees over a window, which is cut to the points there are. Cost is nodes times points.
func NewMeta(s *Series, w Window) *Meta {
	last := max(s.Len()-1, 0)
	w = Window{min(max(w.From, 0), last), min(max(w.To, 0), last)}
	m := &Meta{w, make([]Change, len(s.Nodes)), make([]Change, len(s.Nodes))}
	const some = 256 // whose changes stay in the cache of a processor
	for from := 0; from < len(s.Nodes); from += some {
		to := min(from+some, len(s.Nodes))
		for p := w.From; p <= w.To && p < s.Len(); p++ {
			widen(m.Objects[from:to], s.columns[from:to], &s.points[p].objects, p, p == w.From)
			widen(m.Bytes[from:to], s.columns[from:to], &s.points[p].bytes, p, p == w.From)
		}
	}
	return m
}

func widen(changes []Change, columns []int32, values *numbers, point int, first bool) {
	if values.wide != nil {
		widenBy(changes, columns, values.wide, point, first)
	} else {
		widenBy(changes, columns, values.narrow, point, first)
	}
}

// widenBy adds a GC point. Most values change nothing but the last one and the sum, so that comparing costs less than writing.
func widenBy[N uint32 | int64](changes []Change, columns []int32, values []N, point int, first bool) {
	for i := range changes {
		c, v := &changes[i], int64(0)
		if column := int(columns[i]); column < len(values) { // it ends where no later group had objects yet
			v = int64(values[column])
		}
		if first {
			*c = Change{First: v, Last: v, Max: v, MaxAt: point, Sum: v, Min: v}
			continue
		}
		c.Last = v
		c.Sum += v
		if v > c.Max {
			c.Max, c.MaxAt = v, point
		} else if fall := c.Max - v; fall > c.Fall {
			c.Fall = fall
		}
		if v < c.Min {
			c.Min = v
		} else if climb := v - c.Min; climb > c.Climb {
			c.Climb = climb
		}
	}
}

// Window is a range of GC points, both ends included.
type Window struct{ From, To int }
