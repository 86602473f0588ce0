package staleness_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"memcity/analysis/staleness"
	"memcity/trace/usage"
)

// event is something that a program does with a collection.
type event struct {
	op      byte // a: ADD, g: GET, r: REMOVE, d: DEALLOC, c: clear, *: GET of all
	c, e    uint64
	site    int // from 0
	t       usage.Millis
	ordinal int
}

// oracleStay is an element as the slow way sees it.
type oracleStay struct {
	c, e        uint64
	addSite     int
	added, end  usage.Millis // end is -1 if there is none
	copies, top int
	gets        []event
}

// oracle replays events one by one, and searches all stays for each.
type oracle struct {
	stays []*oracleStay
	ops   []struct {
		event
		n int64
	}
	died map[uint64]usage.Millis
}

func (o *oracle) present(c uint64) (all []*oracleStay) {
	for _, s := range o.stays {
		if s.c == c && s.end < 0 {
			all = append(all, s)
		}
	}
	return all
}

func (o *oracle) find(c, e uint64) *oracleStay {
	for _, s := range o.present(c) {
		if s.e == e {
			return s
		}
	}
	return nil
}

func (o *oracle) count(ev event, n int64) {
	o.ops = append(o.ops, struct {
		event
		n int64
	}{ev, n})
}

func (o *oracle) take(ev event) {
	s := o.find(ev.c, ev.e)
	switch ev.op {
	case 'a':
		o.count(ev, 1)
		if s == nil {
			s = &oracleStay{c: ev.c, e: ev.e, addSite: ev.site, added: ev.t, end: -1}
			o.stays = append(o.stays, s)
		}
		s.copies++
		s.top = max(s.top, s.copies)
	case 'g':
		o.count(ev, 1)
		if s != nil {
			s.gets = append(s.gets, ev)
		}
	case 'r':
		o.count(ev, 1)
		if s != nil {
			if s.copies--; s.copies == 0 {
				s.end = ev.t
			}
		}
	default:
		n := 0
		for _, s := range o.present(ev.c) {
			n += s.copies
			if ev.op == '*' {
				s.gets = append(s.gets, ev)
			} else {
				s.end = ev.t
			}
		}
		switch ev.op {
		case '*':
			ev.op = 'g'
			o.count(ev, int64(n))
		case 'c':
			ev.op = 'r'
			o.count(ev, int64(n))
		case 'd':
			o.died[ev.c] = ev.t
		}
	}
}

// element returns the contribution of a stay to a window, in the terms of the thesis.
func (s *oracleStay) element(from, to usage.Millis) (stale usage.Millis, gets int64, lastSite int, ok bool) {
	in := func(t usage.Millis) bool { return t <= to && (t > from || t == from && from == 0) }
	if s.added > to || s.end >= 0 && s.end <= to && !in(s.end) {
		return 0, 0, 0, false
	}
	t2 := to
	if s.end >= 0 && s.end < to {
		t2 = s.end
	}
	t1, lastSite, single := s.added, -1, false
	for _, g := range s.gets {
		if g.t <= t2 && (g.op == 'g' || !single || g.t > t1) { // within one millisecond, a GET of the element alone counts as the last
			t1, lastSite, single = g.t, g.site, g.op == 'g'
		}
		if in(g.t) {
			gets++
		}
	}
	return t2 - max(t1, from), gets, lastSite, true
}

// randomEvents returns what a program does with some collections, all of which exist from the beginning.
func randomEvents(r *rand.Rand, n, collections, elements int) []event {
	var all []event
	t := usage.Millis(0)
	dead := map[uint64]bool{}
	for i := range n {
		t += usage.Millis(r.IntN(3) * r.IntN(3))
		ev := event{"aaaaggggrrc*d"[r.IntN(13)], uint64(r.IntN(collections)), uint64(r.IntN(elements)), r.IntN(4), t, i}
		if dead[ev.c] || ev.op == 'd' && r.IntN(4) > 0 {
			continue
		}
		dead[ev.c] = ev.op == 'd'
		all = append(all, ev)
	}
	return all
}

// report passes an event to a builder.
func (ev event) report(b *usage.Builder) {
	site := usage.StringID(ev.site + 1)
	switch ev.op {
	case 'a':
		b.Add(ev.c, ev.e, 0, site, site, ev.t)
	case 'g':
		b.Get(ev.c, ev.e, 0, site, ev.t, 1)
	case 'r':
		b.Remove(ev.c, ev.e, 0, site, ev.t)
	case 'c':
		b.Clear(ev.c, site, ev.t)
	case '*':
		b.GetAll(ev.c, 0, site, ev.t, 1)
	case 'd':
		b.Dealloc(ev.c, ev.t)
	}
}

// begin adds the sites and collections of random events.
func begin(b *usage.Builder, collections int) {
	for i := range 4 {
		b.String(fmt.Sprint("s", i))
	}
	for c := range collections {
		b.Alloc(uint64(c), 0, 0, 0, 0)
	}
}

// aggregate passes events to a builder as an aggregating recorder would. It keeps the last GET and the number of GETs for each element and
// interval.
func aggregate(b *usage.Builder, events []event, length, end usage.Millis) {
	type key struct{ c, e uint64 }
	type row struct {
		event
		n int
	}
	rows := map[key]*row{}
	ops := map[[3]uint64]int64{} // collection, site, operation
	o := &oracle{died: map[uint64]usage.Millis{}}
	count := func(c uint64, site int, op usage.Op, n int) { ops[[3]uint64{c, uint64(site), uint64(op)}] += int64(n) }
	flush := func(k key) {
		if row := rows[k]; row != nil {
			b.Get(k.c, k.e, 0, usage.StringID(row.site+1), row.t, row.n)
			delete(rows, k)
		}
	}
	flushAll := func(c uint64, all bool) {
		for k := range rows {
			if all || k.c == c {
				flush(k)
			}
		}
	}
	report := func(ops map[[3]uint64]int64, c uint64, all bool) {
		for k, n := range ops {
			if all || k[0] == c {
				b.Operations(k[0], usage.StringID(k[1]+1), usage.Op(k[2]), n)
				delete(ops, k)
			}
		}
	}
	next := length
	until := func(t usage.Millis) {
		for ; t > next; next += length {
			flushAll(0, true)
			report(ops, 0, true)
			b.Interval(next)
		}
	}
	for _, ev := range events {
		until(ev.t)
		copies := 0
		for _, s := range o.present(ev.c) {
			copies += s.copies
		}
		o.take(ev)
		switch ev.op {
		case 'g':
			count(ev.c, ev.site, usage.Get, 1)
			if s := o.find(ev.c, ev.e); s != nil {
				k := key{ev.c, ev.e}
				if rows[k] == nil {
					rows[k] = &row{}
				}
				rows[k].event = ev
				rows[k].n++
			}
			continue
		case 'a':
			count(ev.c, ev.site, usage.Add, 1)
		case 'r':
			flush(key{ev.c, ev.e})
			count(ev.c, ev.site, usage.Remove, 1)
		case 'c':
			count(ev.c, ev.site, usage.Remove, copies)
		case '*':
			count(ev.c, ev.site, usage.Get, copies)
		}
		if ev.op != 'a' && ev.op != 'r' {
			flushAll(ev.c, false)
		}
		if ev.op == 'd' {
			report(ops, ev.c, false)
		}
		ev.report(b)
	}
	until(end + 1)
	flushAll(0, true)
	report(ops, 0, true)
}

// TestOracle compares views of random logs, full and aggregated, with a replay of their events.
func TestOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 400 {
		collections := 1 + r.IntN(4)
		events := randomEvents(r, r.IntN(200), collections, 1+r.IntN(8))
		o := &oracle{died: map[uint64]usage.Millis{}}
		end := usage.Millis(10)
		for _, ev := range events {
			o.take(ev)
			end = max(end, ev.t)
		}
		full := logOf(t, usage.Options{}, end, func(b *usage.Builder) {
			begin(b, collections)
			for _, ev := range events {
				ev.report(b)
			}
		})
		length := usage.Millis(5 + r.IntN(30))
		parts := logOf(t, usage.Options{Aggregated: true}, end, func(b *usage.Builder) {
			begin(b, collections)
			aggregate(b, events, length, end)
		})
		for range 5 {
			from, to := usage.Millis(r.IntN(int(end))), usage.Millis(1+r.IntN(int(end)))
			if from >= to {
				from = 0
			}
			o.compare(t, fmt.Sprint("full log ", round), viewOf(t, full, from, to), collections, r.Float64())
			if to = to / length * length; to == 0 {
				to = end
			}
			if from = from / length * length; from >= to {
				from = 0
			}
			v := viewOf(t, parts, from, to)
			if !v.Exact || !v.CountsExact {
				t.Fatalf("%d to %d is not exact", from, to)
			}
			o.compare(t, fmt.Sprint("aggregated log ", round), v, collections, r.Float64())
		}
		if t.Failed() {
			return
		}
	}
}

// compare checks all numbers of a view.
func (o *oracle) compare(t *testing.T, name string, v *staleness.View, collections int, threshold float64) {
	t.Helper()
	r, err := v.Collections(t.Context(), staleness.Options{Threshold: threshold})
	if err != nil {
		t.Fatal(err)
	}
	for c := range uint64(collections) {
		var want staleness.Collection
		var stale, staleAbove usage.Millis
		details := &staleness.Details{ByGets: make([]int64, 3), AddSites: []staleness.Site{}, GetSites: []staleness.Site{},
			RemoveSites: []staleness.Site{}, LastGets: []staleness.Site{}, Types: []staleness.Site{}}
		adds, lasts := map[int]*[2]int64{}, map[int]*[2]int64{}
		to := func(m map[int]*[2]int64, site int, stale usage.Millis) {
			if m[site] == nil {
				m[site] = &[2]int64{}
			}
			m[site][0]++
			m[site][1] += int64(stale)
		}
		for _, s := range o.stays {
			st, gets, last, ok := s.element(v.From, v.To)
			if s.c != c || !ok {
				continue
			}
			want.Size++
			stale += st
			want.Duplicates += int64(s.top - 1)
			if float64(st)/float64(v.Span()) > threshold {
				want.Above.Elements++
				staleAbove += st
			}
			to(adds, s.addSite, st)
			if last >= 0 {
				to(lasts, last, st)
			}
			if gets < 3 {
				details.ByGets[gets]++
			} else {
				details.Others.Elements++
				details.Others.Gets += gets
			}
			if s.end < 0 || s.end > v.To {
				details.NeverRemoved++
			}
		}
		mean := func(stale, n int64) float64 {
			if n == 0 {
				return 0
			}
			return float64(stale) / (float64(n) * float64(v.Span()))
		}
		want.ID, want.Staleness, want.Rank = usage.CollectionID(c), mean(int64(stale), want.Size), float64(stale)/float64(v.Span())
		want.Above.Staleness = mean(int64(staleAbove), want.Above.Elements)
		want.Below.Elements = want.Size - want.Above.Elements
		want.Below.Staleness = mean(int64(stale-staleAbove), want.Below.Elements)
		want.Share, want.Confidence = staleness.NotKnown, staleness.NotKnown
		died, dead := o.died[c]
		alive := !dead || v.From == 0 || died > v.From
		i := slices.IndexFunc(r.Collections, func(x staleness.Collection) bool { return x.ID == want.ID })
		if (i >= 0) != alive || alive && r.Collections[i] != want {
			t.Errorf("%s, %d to %d: got %+v, want %+v, alive %v", name, v.From, v.To, r.Collections, want, alive)
		}
		rows := func(m map[int]*[2]int64) []staleness.Site {
			all := []staleness.Site{}
			for site, n := range m {
				all = append(all, staleness.Site{Site: usage.StringID(site + 1), Count: n[0], Staleness: mean(n[1], n[0])})
			}
			return sortedSites(all)
		}
		details.Elements, details.Staleness, details.Duplicates, details.NeverRead = want.Size, want.Staleness, want.Duplicates, details.ByGets[0]
		details.AddSites, details.LastGets = rows(adds), rows(lasts)
		details.Types = details.AddSites // the random events use sites for types, too
		o.operations(details, v, c)
		got, err := v.Details(t.Context(), usage.CollectionID(c), 2)
		if err != nil || !reflect.DeepEqual(got, details) {
			t.Errorf("%s, %d to %d, collection %d:\ngot  %+v\nwant %+v; %v", name, v.From, v.To, c, got, details, err)
		}
	}
	o.compareTimeline(t, name, v)
}

func sortedSites(rows []staleness.Site) []staleness.Site {
	slices.SortFunc(rows, func(a, b staleness.Site) int {
		if a.Count != b.Count {
			return int(b.Count - a.Count)
		}
		return int(a.Site - b.Site)
	})
	return rows
}

func (o *oracle) operations(d *staleness.Details, v *staleness.View, c uint64) {
	counts := map[byte]map[int]int64{'a': {}, 'g': {}, 'r': {}}
	for _, op := range o.ops {
		if op.c == c && op.t <= v.To && (op.t > v.From || v.From == 0) && op.n > 0 {
			counts[op.op][op.site] += op.n
		}
	}
	list := func(op byte) (rows []staleness.Site, all int64) {
		rows = []staleness.Site{}
		for site, n := range counts[op] {
			rows = append(rows, staleness.Site{Site: usage.StringID(site + 1), Count: n, Staleness: staleness.NotKnown})
			all += n
		}
		return sortedSites(rows), all
	}
	_, d.Adds = list('a')
	d.GetSites, d.Gets = list('g')
	d.RemoveSites, d.Removes = list('r')
}

func (o *oracle) compareTimeline(t *testing.T, name string, v *staleness.View) {
	t.Helper()
	line, err := v.Timeline(t.Context(), staleness.AllCollections, 7)
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range line.Times {
		want := int64(0)
		for _, s := range o.stays {
			if s.added <= at && (s.end < 0 || s.end > at) {
				want++
			}
		}
		if line.Elements[i] != want {
			t.Errorf("%s: %d elements at %d ms, want %d", name, line.Elements[i], at, want)
		}
	}
	if line.Times[0] != v.From || line.Times[6] != v.To {
		t.Errorf("%s: points from %d to %d", name, line.Times[0], line.Times[6])
	}
}

// TestSplit checks that staleness is from 0 to 1 and that operations of two windows add up. So does the time for which an element is stale,
// unless it was used again in the second window.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		events := randomEvents(r, 200, 2, 5)
		l := logOf(t, usage.Options{}, 10, func(b *usage.Builder) {
			begin(b, 2)
			for _, ev := range events {
				ev.report(b)
			}
		})
		at := []usage.Millis{usage.Millis(r.IntN(int(l.End))), usage.Millis(r.IntN(int(l.End))), l.End}
		slices.Sort(at)
		if at[0] == at[1] || at[1] == at[2] {
			continue
		}
		both, first, second := viewOf(t, l, at[0], at[2]), viewOf(t, l, at[0], at[1]), viewOf(t, l, at[1], at[2])
		for e := range l.Elements.Len() {
			stale := func(v *staleness.View) float64 {
				s, ok := v.Element(usage.ElementID(e))
				if s < 0 || s > 1 || !ok && s != 0 {
					t.Fatalf("staleness %v, %v", s, ok)
				}
				return s * float64(v.Span())
			}
			all, one, two := stale(both), stale(first), stale(second)
			end := float64(l.End)
			if left := l.EndOf(l.CollectionOf(usage.ElementID(e)), usage.ElementID(e)); left != usage.Never {
				end = float64(left)
			}
			want := one + two
			if lastUse := min(end, float64(at[2])) - two; two > 0 && lastUse > float64(at[1]) || two == 0 && end > float64(at[1]) {
				want = two // it was used again
			}
			if diff := all - want; diff > 1e-6 || diff < -1e-6 {
				t.Fatalf("element %d is stale for %v ms in %v, %v and %v in its parts", e, all, at, one, two)
			}
		}
		var sums [3][3]int64
		for i, v := range []*staleness.View{both, first, second} {
			d, err := v.Details(t.Context(), staleness.AllCollections, -1)
			if err != nil {
				t.Fatal(err)
			}
			sums[i] = [3]int64{d.Adds, d.Gets, d.Removes}
		}
		for i := range 3 {
			if sums[0][i] != sums[1][i]+sums[2][i] {
				t.Fatalf("operations %v", sums)
			}
		}
	}
}

// TestOrderOfOthers checks that events of a collection have the same effect however they are mixed with those of others.
func TestOrderOfOthers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		events := randomEvents(r, 200, 3, 5)
		logs := []*usage.Log{}
		for range 2 {
			logs = append(logs, logOf(t, usage.Options{}, 10, func(b *usage.Builder) {
				begin(b, 3)
				for _, ev := range events {
					ev.report(b)
				}
			}))
			slices.SortStableFunc(events, func(a, b event) int { return int(b.c) - int(a.c) })
		}
		if !reflect.DeepEqual(logs[0], logs[1]) {
			t.Fatalf("got %+v, want %+v", logs[1], logs[0])
		}
	}
}

// TestProcessors checks that results are the same on one processor and on several, and that the work ends with its context.
func TestProcessors(t *testing.T) {
	l := manyElements(100_000, 300)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var results []any
	for _, n := range []int{1, 4} {
		old := runtime.GOMAXPROCS(n)
		v := viewOf(t, l, 100, l.End-100)
		d, err := v.Details(t.Context(), staleness.AllCollections, -1)
		line, err2 := v.Timeline(t.Context(), staleness.AllCollections, 0)
		patterns, err3 := v.Patterns(t.Context(), staleness.PatternOptions{})
		if err := errors.Join(err, err2, err3); err != nil {
			t.Error(err)
		}
		results = append(results, []any{report(t, v, staleness.Options{Threshold: 0.5}), d, line, patterns})
		_, err = v.Collections(ctx, staleness.Options{})
		_, err2 = v.Details(ctx, 0, -1)
		_, err3 = v.Timeline(ctx, 0, 0)
		_, err4 := v.Patterns(ctx, staleness.PatternOptions{})
		for _, err := range []error{err, err2, err3, err4} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("with a context that has ended: %v", err)
			}
		}
		runtime.GOMAXPROCS(old)
	}
	if !reflect.DeepEqual(results[0], results[1]) {
		t.Error("results differ with the number of processors")
	}
}
