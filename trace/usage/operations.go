package usage

import "math"

// intervalStart returns the end of the previous interval, or a time before the recording.
func (b *Builder) intervalStart() Millis {
	if n := len(b.log.Intervals); n > 0 {
		return b.log.Intervals[n-1]
	}
	return b.options.Start - 1
}

// Interval records the end of an interval, usually at a GC. It is for aggregating sources.
func (b *Builder) Interval(t Millis) {
	if !b.options.Aggregated || t <= b.intervalStart() {
		b.trouble.intervals++
		return
	}
	if b.full(len(b.log.Intervals), MaxRows) {
		return
	}
	b.log.End = max(b.log.End, t)
	b.log.Intervals = append(b.log.Intervals, t)
	b.stamp(t)
}

// stamp sets the time of an interval's operations to its end.
func (b *Builder) stamp(t Millis) {
	for i := b.pending; i < len(b.log.Operations); i++ {
		b.log.Operations[i].Time = t
	}
	b.pending = len(b.log.Operations)
	clear(b.rows)
}

// Operations records the number of GETs of a collection at a line of code since the previous interval. It is for aggregating sources; the
// builder counts all other operations from their events.
func (b *Builder) Operations(collection uint64, site StringID, op Op, count int64) {
	c, ok := b.known[collection]
	if !ok || op != Get || count < 0 || !b.options.Aggregated {
		b.trouble.counts++
		return
	}
	b.row(c, b.text(site), op, Never, count)
}

// count counts an operation from its event. Aggregating sources report counts of GETs themselves.
func (b *Builder) count(c CollectionID, site StringID, op Op, t Millis, count int64) {
	switch {
	case !b.options.Aggregated:
		b.row(c, site, op, t, count)
	case op != Get:
		b.row(c, site, op, Never, count)
	}
}

func (b *Builder) row(c CollectionID, site StringID, op Op, t Millis, count int64) {
	if count == 0 {
		return
	}
	key := operationKey{c, site, op}
	if last, ok := b.rows[key]; ok {
		if o := &b.log.Operations[last]; o.Time == t && o.Count <= math.MaxInt64-count {
			o.Count += count
			return
		}
	}
	if b.full(len(b.log.Operations), MaxRows) {
		return
	}
	b.rows[key] = int32(len(b.log.Operations))
	b.log.Operations = append(b.log.Operations, Operation{c, site, op, t, count})
}
