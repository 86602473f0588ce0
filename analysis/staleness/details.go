package staleness

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace/usage"
)

// AllCollections stands for all followed collections together.
const AllCollections usage.CollectionID = -1

// Details contains the elements and operations of one collection, or of all, in a window.
type Details struct {
	Elements     int64   // number of elements in the window
	Staleness    float64 // mean over Elements
	Duplicates   int64   // copies beyond the first
	NeverRead    int64   // elements without a GET in the window
	NeverRemoved int64   // elements that are in the collection at the end of the window

	Adds, Gets, Removes int64 // numbers of operations

	ByGets []int64 // number of elements by their number of GETs in the window, from 0
	Others Others  // elements with more GETs

	AddSites    []Site // elements by site of their first ADD, with mean staleness
	GetSites    []Site // GETs by site
	RemoveSites []Site // REMOVEs by site
	LastGets    []Site // elements by site of the last GET before the end of the window, with mean staleness
	Types       []Site // elements by class, which is in Site, with mean staleness
}

// Others counts the elements with more GETs than ByGets covers.
type Others struct {
	Elements int64
	Gets     int64 // total number of their GETs
}

// A Site is a line of the program. Lists of sites are sorted by count, largest first, then by text.
type Site struct {
	Site      usage.StringID
	Count     int64
	Staleness float64 // mean; NotKnown for GETs and REMOVEs, since an element may have many
}

// DefaultMostGets is the default maximum number of GETs in [Details.ByGets].
const DefaultMostGets = 10

// tally adds up elements by a text. It caches the last one, since neighbors mostly share it.
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

// detailSums contains the details of a range of elements.
type detailSums struct {
	sums
	unread, kept           int64
	byGets                 []int64
	others                 Others
	addSites, types, lasts tally
}

// Details returns the details of a collection, or of [AllCollections]. mostGets is the maximum number of GETs in [Details.ByGets]; negative
// for [DefaultMostGets]. The cost is linear in the elements and their rows of GETs.
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

// ids returns the range of collections for c.
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

// lastSite returns the site of an element's last GET up to the end of the window. If a GET of the element and a read of all elements have
// the same time, it returns that of the GET.
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

// operations counts the operations in the window.
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
