package city

import (
	"cmp"
	"slices"
	"strings"

	"memcity/trace"
)

// listing makes the rows of a tree that is not that of a [Series]. Nodes are in pre-order, the root first.
type listing struct {
	nodes  int
	parent func(i int32) int32 // -1 for the root
	end    func(i int32) int32 // index after the last node of the sub-tree
	name   func(i int32) string
	there  func(i int32) bool    // it is listed at all
	only   func(i int32) bool    // if set, those alone are listed, with what is above them and what of them is below
	value  func(i int32) float64 // what decides the order; nil for names
	upward bool                  // small values first, or names from A to Z
	open   map[string]bool       // by key; of others the root is open, and what leads to what a query is to show
}

// rows lists the rows of the tree, those of a query with what is above and below them. The error is a *[QueryError]. Cost is
// linear in the nodes if something is left out, else in the rows; sorting aside.
func (l *listing) rows(query string) (TableRows, error) {
	r := listed{listing: l}
	for i := range l.nodes {
		if l.there(int32(i)) {
			r.out.Groups++
		}
	}
	if l.only != nil {
		r.sieve(l.only)
	}
	if query = strings.TrimSpace(query); query != "" {
		p, err := newPattern(query)
		if err != nil {
			return TableRows{}, err
		}
		fits := l.fits(p)
		r.sieve(func(i int32) bool { return fits[i] })
	}
	if r.kept != nil {
		for i := range l.nodes {
			if l.there(int32(i)) && !r.kept[i] {
				r.out.Left++
			}
		}
	}
	if l.nodes > 0 {
		r.list(0, 0)
	}
	return r.out, nil
}

// fits tells which nodes a pattern fits, by name or path.
func (l *listing) fits(p *pattern) []bool {
	fits := make([]bool, l.nodes)
	paths := make([]string, l.nodes) // from below the root
	for i := range fits {
		name := l.name(int32(i))
		if p.fold {
			name = lower(name)
		}
		_, fits[i] = p.name(name)
		up := l.parent(int32(i))
		if up < 0 {
			continue
		}
		own := 0
		if paths[up] != "" {
			own = len(paths[up]) + 1
			paths[i] = paths[up] + "."
		}
		paths[i] += strings.ReplaceAll(name, "#", ".")
		fits[i] = fits[i] || p.path([]byte(paths[i]), own)
	}
	return fits
}

// listed is a listing on the way to its rows.
type listed struct {
	*listing
	kept  []bool // by node; nil for all
	leads []bool // to one that is to be shown
	key   []byte // of the node at hand
	out   TableRows
}

// sieve keeps the nodes that fit, and what is above and below them.
func (r *listed) sieve(fits func(i int32) bool) {
	kept := make([]bool, r.nodes)
	if r.leads == nil {
		r.leads = make([]bool, r.nodes)
	}
	for i := range kept {
		up := r.parent(int32(i))
		kept[i] = fits(int32(i)) || up >= 0 && kept[up]
	}
	for i := range slices.Backward(kept) {
		if up := r.parent(int32(i)); kept[i] && up >= 0 && !kept[up] {
			kept[up], r.leads[up] = true, true
		}
	}
	for i := range kept {
		kept[i] = i == 0 || kept[i] && (r.kept == nil || r.kept[i])
	}
	r.kept = kept
}

func (r *listed) shows(i int32) bool { return r.there(i) && (r.kept == nil || r.kept[i]) }

// list adds a node and what is open below it.
func (r *listed) list(i, level int32) {
	row := Row{Node: i, Level: level}
	if r.end(i) == i+1 {
		r.out.Rows = append(r.out.Rows, row)
		return
	}
	above := len(r.key)
	if i != 0 {
		r.key = append(r.key, '#')
	}
	r.key = append(r.key, r.name(i)...)
	open, told := r.open[string(r.key)]
	if !told {
		open = i == 0 || r.leads != nil && r.leads[i]
	}
	var children []int32
	for c := i + 1; c < r.end(i); c = r.end(c) {
		if r.shows(c) {
			row.Children = true
			children = append(children, c)
		}
	}
	row.Open = row.Children && open
	r.out.Rows = append(r.out.Rows, row)
	if open {
		r.sort(children)
		for _, c := range children {
			r.list(c, level+1)
		}
	}
	r.key = r.key[:above]
}

// sort puts large values first, and names in alphabetical order in which numbers count as numbers, or the other way round.
func (r *listed) sort(nodes []int32) {
	slices.SortStableFunc(nodes, func(a, b int32) int {
		names := trace.NaturalOrder(r.name(a), r.name(b))
		switch {
		case r.value == nil && r.upward:
			return -names
		case r.value == nil:
			return names
		case r.upward:
			return cmp.Or(cmp.Compare(r.value(a), r.value(b)), names)
		}
		return cmp.Or(cmp.Compare(r.value(b), r.value(a)), names)
	})
}

// find returns the node with a key; -1 for none.
func (l *listing) find(key string) int32 {
	if l.nodes == 0 {
		return -1
	}
	at, rest := int32(0), key
	name := l.name(0)
	for {
		if rest == name {
			return at
		}
		below, ok := strings.CutPrefix(rest, name+"#")
		if !ok {
			return -1
		}
		found := int32(-1)
		for c := at + 1; c < l.end(at); c = l.end(c) {
			if own := l.name(c); below == own || strings.HasPrefix(below, own+"#") {
				found = c
				if below == own {
					break
				}
			}
		}
		if found < 0 {
			return -1
		}
		at, rest, name = found, below, l.name(found)
	}
}
