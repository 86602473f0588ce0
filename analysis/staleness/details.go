package staleness

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace/usage"
)

// AllCollections stands for all followed collections together.
const AllCollections usage.CollectionID = -1

// Details are what a window has of one collection, or of all.
type Details struct {
	Elements     int64   // in the window
	Staleness    float64 // mean over these
	Duplicates   int64   // copies beyond the first
	NeverRead    int64   // elements without a GET in the window
	NeverRemoved int64   // elements that are in the collection when the window ends

	Adds, Gets, Removes int64 // operations

	ByGets []int64 // elements by their number of GETs in the window: none, one, two, and so on
	Others Others  // elements with more

	AddSites    []Site // elements by where they were added first, with their mean staleness
	GetSites    []Site // GETs by where
	RemoveSites []Site // REMOVEs by where
	LastGets    []Site // elements by where the last GET up to the end of the window was, with their mean staleness
	Types       []Site // elements by their class, with their mean staleness; Site is that class
}

// Others are elements with more GETs than are listed.
type Others struct {
	Elements int64
	Gets     int64 // of all of them
}

// A Site is a line of the program. Lists of them have the largest count first, ties by text.
type Site struct {
	Site      usage.StringID
	Count     int64
	Staleness float64 // mean; NotKnown for GETs and REMOVEs, since one element may have many
}

// DefaultMostGets is how many GETs [Details.ByGets] goes up to unless it is said.
const DefaultMostGets = 10

// tally adds up elements by a text. The last one is at hand, since neighbours mostly have the same.
type tally struct {
	of   map[usage.StringID]*sums
	last usage.StringID
	now  *sums
}

func (t *tally) add(id usage.StringID, stale usage.Millis) {
	if t.now == nil || t.last != id {
		if t.of == nil {
			t.of = map[usage.StringID]*sums{}
		}
		t.last, t.now = id, t.of[id]
		if t.now == nil {
			t.now = &sums{}
			t.of[id] = t.now
		}
	}
	t.now.size++
	t.now.stale += int64(stale)
}

func (t *tally) merge(more *tally) {
	for id, s := range more.of {
		if t.of == nil {
			t.of = map[usage.StringID]*sums{}
		}
		if t.of[id] == nil {
			t.of[id] = &sums{}
		}
		t.of[id].add(s)
	}
}

// detailSums are the details of one range of elements.
type detailSums struct {
	sums
	unread, kept           int64
	byGets                 []int64
	others                 Others
	addSites, types, lasts tally
}

// Details returns what there is of a collection, or of [AllCollections]. mostGets is how far [Details.ByGets] goes; below 0 for
// [DefaultMostGets]. It takes time in proportion to the elements and their rows of GETs.
func (v *View) Details(ctx context.Context, c usage.CollectionID, mostGets int) (*Details, error) {
	if mostGets < 0 {
		mostGets = DefaultMostGets
	}
	from, end := v.ids(c)
	parts := make([]*detailSums, v.parts(from, end))
	err := v.each(ctx, from, end, func(i int, c usage.CollectionID, from, to int) {
		p := parts[i]
		if p == nil {
			p = &detailSums{byGets: make([]int64, mostGets+1)}
			parts[i] = p
		}
		died := v.Log.Collections[c].Died
		for e := from; e < to; e++ {
			v.detail(p, died, e)
		}
	})
	if err != nil {
		return nil, err
	}
	d := v.join(parts, mostGets)
	v.operations(d, c, from, end)
	return d, nil
}

// ids returns the range of collections that is meant.
func (v *View) ids(c usage.CollectionID) (from, end usage.CollectionID) {
	if c == AllCollections {
		return 0, usage.CollectionID(len(v.Log.Collections))
	}
	return c, c + 1
}

func (v *View) detail(p *detailSums, died usage.Millis, e int) {
	stale, ok := v.stale(died, e)
	if !ok {
		return
	}
	elements := &v.Log.Elements
	p.size++
	p.stale += int64(stale)
	p.duplicates += int64(elements.Duplicates[e])
	end := elements.Removed[e]
	if end == usage.Never {
		end = died
	}
	if end == usage.Never || end > v.To {
		p.kept++
	}
	p.addSites.add(elements.AddSite[e], stale)
	p.types.add(elements.Type[e], stale)
	gets := v.getsOf(e)
	if gets == 0 {
		p.unread++
	}
	if gets < int64(len(p.byGets)) {
		p.byGets[gets]++
	} else {
		p.others.Elements++
		p.others.Gets += gets
	}
	if site, ok := v.lastSite(e); ok {
		p.lasts.add(site, stale)
	}
}

// lastSite returns where the last GET of an element up to the end of the window was. Of one of the element alone and one of all
// elements in the same millisecond it is the former.
func (v *View) lastSite(e int) (usage.StringID, bool) {
	get, read := v.lastGet(e, v.To), v.lastRead(e, v.To)
	switch {
	case get < 0 && read < 0:
		return 0, false
	case read < 0 || get >= 0 && v.Log.Gets.Time[get] >= v.Log.Reads[read].Time:
		return v.Log.Gets.Site[get], true
	}
	return v.Log.Reads[read].Site, true
}

func (v *View) join(parts []*detailSums, mostGets int) *Details {
	d := &Details{ByGets: make([]int64, mostGets+1)}
	var all sums
	var adds, types, lasts tally
	for _, p := range parts {
		if p == nil {
			continue
		}
		all.add(&p.sums)
		d.NeverRead += p.unread
		d.NeverRemoved += p.kept
		for gets, n := range p.byGets {
			d.ByGets[gets] += n
		}
		d.Others.Elements += p.others.Elements
		d.Others.Gets += p.others.Gets
		adds.merge(&p.addSites)
		types.merge(&p.types)
		lasts.merge(&p.lasts)
	}
	d.Elements, d.Staleness, d.Duplicates = all.size, v.mean(all.stale, all.size), all.duplicates
	d.AddSites, d.Types, d.LastGets = v.sites(&adds), v.sites(&types), v.sites(&lasts)
	return d
}

func (v *View) sites(t *tally) []Site {
	rows := []Site{}
	for id, s := range t.of {
		rows = append(rows, Site{id, s.size, v.mean(s.stale, s.size)})
	}
	return v.sorted(rows)
}

func (v *View) sorted(rows []Site) []Site {
	slices.SortFunc(rows, func(a, b Site) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(v.Log.Strings[a.Site], v.Log.Strings[b.Site]))
	})
	return rows
}

// operations counts those in the window.
func (v *View) operations(d *Details, c, from, end usage.CollectionID) {
	rows := v.Log.Operations
	if c != AllCollections {
		rows = v.Log.OperationsOf(c)
	}
	var sites [usage.Remove + 1]map[usage.StringID]int64
	for op := range sites {
		sites[op] = map[usage.StringID]int64{}
	}
	for _, o := range rows {
		if v.Holds(o.Time) {
			sites[o.Op][o.Site] += o.Count
		}
	}
	list := func(op usage.Op) (rows []Site, all int64) {
		rows = []Site{}
		for id, n := range sites[op] {
			rows = append(rows, Site{id, n, NotKnown})
			all += n
		}
		return v.sorted(rows), all
	}
	_, d.Adds = list(usage.Add)
	d.GetSites, d.Gets = list(usage.Get)
	d.RemoveSites, d.Removes = list(usage.Remove)
}
