package usage

import (
	"errors"
	"fmt"
)

// Check returns the first inconsistency of a log, such as columns of different lengths or an index out of range, so that readers cannot
// fail. A log from a [Builder] is always consistent; logs from elsewhere must be checked. The cost is linear in the size of the log.
func (l *Log) Check() error {
	for _, check := range []func() error{l.checkHead, l.checkCollections, l.checkElements, l.checkReads, l.checkGets, l.checkOperations,
		l.checkSizes} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (l *Log) checkHead() error {
	if l.Start < 0 || l.End < l.Start {
		return fmt.Errorf("the recorded period is from %d to %d ms", l.Start, l.End)
	}
	if len(l.Strings) == 0 || l.Strings[0] != "" {
		return errors.New("the first string is not empty")
	}
	for i, t := range l.Intervals {
		if i > 0 && t <= l.Intervals[i-1] || !l.within(t) {
			return fmt.Errorf("interval %d ends at %d ms: not later than the one before, or not in the recorded period", i, t)
		}
	}
	for i, s := range l.Scales {
		if s.OneOf < 1 || s.Followed < 0 || s.Known < s.Followed || i > 0 && s.Time < l.Scales[i-1].Time {
			return fmt.Errorf("scale %d is %+v", i, s)
		}
	}
	return nil
}

// within reports whether t is in the recorded period.
func (l *Log) within(t Millis) bool { return t >= l.Start && t <= l.End }

func (l *Log) known(ids ...StringID) bool {
	for _, id := range ids {
		if id < 0 || int(id) >= len(l.Strings) {
			return false
		}
	}
	return true
}

func (l *Log) checkCollections() error {
	for i := range l.Collections {
		c := &l.Collections[i]
		if !l.known(c.Type, c.Site) || !l.within(c.Born) || c.Died != Never && (c.Died < c.Born || !l.within(c.Died)) ||
			c.Size < 0 || c.Object < NoObject {
			return fmt.Errorf("collection %d is %+v", i, *c)
		}
	}
	return nil
}

// checkFirst checks offsets into n rows.
func checkFirst(what string, first []int32, of, n int) error {
	if len(first) != of+1 || first[0] != 0 || int(first[of]) != n {
		return fmt.Errorf("the offsets of %s do not fit %d of %d", what, n, of)
	}
	for i := range of {
		if first[i] > first[i+1] {
			return fmt.Errorf("the offsets of %s descend at %d", what, i)
		}
	}
	return nil
}

func (l *Log) checkElements() error {
	e := &l.Elements
	n := e.Len()
	if len(e.Type) != n || len(e.AddSite) != n || len(e.RemoveSite) != n || len(e.Removed) != n || len(e.Duplicates) != n {
		return errors.New("the columns of elements have different lengths")
	}
	if err := checkFirst("elements", e.First, len(l.Collections), n); err != nil {
		return err
	}
	for c := range l.Collections {
		of := &l.Collections[c]
		for i := e.First[c]; i < e.First[c+1]; i++ {
			added, removed := e.Added[i], e.Removed[i]
			if !l.known(e.Type[i], e.AddSite[i], e.RemoveSite[i]) || !l.within(added) || added < of.Born || e.Duplicates[i] < 0 ||
				i > e.First[c] && added < e.Added[i-1] {
				return fmt.Errorf("element %d was added at %d ms: before its collection or the element before it, or it has an unknown text",
					i, added)
			}
			if removed != Never && (removed < added || !l.within(removed)) || of.Died != Never && max(added, removed) > of.Died {
				return fmt.Errorf("element %d, added at %d ms, was removed at %d ms", i, added, removed)
			}
		}
	}
	return nil
}

func (l *Log) checkReads() error {
	for i, r := range l.Reads {
		if r.Collection < 0 || int(r.Collection) >= len(l.Collections) || !l.known(r.Site) || !l.within(r.Time) || r.Count < 1 {
			return fmt.Errorf("read %d is %+v", i, r)
		}
		if i > 0 {
			if last := l.Reads[i-1]; r.Collection < last.Collection || r.Collection == last.Collection && r.Time < last.Time {
				return fmt.Errorf("read %d is before the one before it", i)
			}
		}
	}
	e := &l.Elements
	if e.ReadFirst == nil && e.ReadEnd == nil {
		return nil
	}
	if len(e.ReadFirst) != e.Len() || len(e.ReadEnd) != e.Len() {
		return errors.New("the columns of reads have different lengths")
	}
	for c := range l.Collections {
		for i := e.First[c]; i < e.First[c+1]; i++ {
			if err := l.checkReadsOf(CollectionID(c), ElementID(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *Log) checkReadsOf(c CollectionID, i ElementID) error {
	from, to := l.Elements.ReadFirst[i], l.Elements.ReadEnd[i]
	if from < 0 || to < from || int(to) > len(l.Reads) {
		return fmt.Errorf("element %d was read from %d to %d of %d", i, from, to, len(l.Reads))
	}
	if from == to {
		return nil
	}
	first, last, end := l.Reads[from], l.Reads[to-1], l.EndOf(c, i)
	if first.Collection != c || last.Collection != c || first.Time < l.Elements.Added[i] || end != Never && last.Time > end {
		return fmt.Errorf("element %d was read while it was not in its collection", i)
	}
	return nil
}

func (l *Log) checkGets() error {
	g := &l.Gets
	n := len(g.Time)
	if len(g.Count) != n || len(g.Site) != n {
		return errors.New("the columns of GETs have different lengths")
	}
	if err := checkFirst("GETs", g.First, l.Elements.Len(), n); err != nil {
		return err
	}
	for c := range l.Collections {
		for e := l.Elements.First[c]; e < l.Elements.First[c+1]; e++ {
			before, end := l.Elements.Added[e], l.EndOf(CollectionID(c), ElementID(e))
			if end == Never {
				end = l.End
			}
			for i := g.First[e]; i < g.First[e+1]; i++ {
				if g.Time[i] < before || g.Time[i] > end || g.Count[i] < 1 || !l.known(g.Site[i]) {
					return fmt.Errorf("GET row %d of element %d is at %d ms with %d GETs", i, e, g.Time[i], g.Count[i])
				}
				before = g.Time[i]
			}
		}
	}
	return nil
}

func (l *Log) checkOperations() error {
	for i, o := range l.Operations {
		if o.Collection < 0 || int(o.Collection) >= len(l.Collections) || !l.known(o.Site) || o.Op > Remove || !l.within(o.Time) ||
			o.Count < 1 {
			return fmt.Errorf("operation %d is %+v", i, o)
		}
		if i > 0 && compareOperations(l.Operations[i-1], o) >= 0 {
			return fmt.Errorf("operation %d is not behind the one before it", i)
		}
	}
	return nil
}

func (l *Log) checkSizes() error {
	for i, s := range l.Sizes {
		if s.Collection < 0 || int(s.Collection) >= len(l.Collections) || s.Size < 0 || !l.within(s.Time) {
			return fmt.Errorf("size %d is %+v", i, s)
		}
		if i > 0 {
			if last := l.Sizes[i-1]; s.Collection < last.Collection || s.Collection == last.Collection && s.Time < last.Time {
				return fmt.Errorf("size %d is before the one before it", i)
			}
		}
	}
	return nil
}
