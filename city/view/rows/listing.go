package rows

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"memcity/city/trees"
	"memcity/trace"
)

// Tree is the shape of a tree in pre-order, such as [preorder.Nodes].
type Tree interface {
	Len() int
	Parent(i int32) int32 // -1 for the root
	End(i int32) int32    // index after the last node of the subtree
	IsLeaf(i int32) bool
	Children(i int32) iter.Seq[int32]
}

// Listing creates the rows of a tree other than a [trees.Series].
type Listing struct {
	Tree
	Name   func(i int32) string
	There  func(i int32) bool    // reports whether a node is listed at all
	Only   func(i int32) bool    // if set, only these nodes are listed, with their ancestors and descendants
	Value  func(i int32) float64 // sort value; nil to sort by name
	Then   func(i int32) float64 // if set, breaks ties
	Upward bool                  // true for ascending values, or names in alphabetical order
	Open   Expansion             // by key; other nodes are collapsed, except the root and ancestors of search results
}

// Rows returns the rows of the tree. With a query, they are the matching nodes, their ancestors and their descendants. The error is a
// *[trees.QueryError]. The cost, without sorting, is linear in the nodes if some are omitted, otherwise in the rows.
func (l *Listing) Rows(query string) (TableRows, error) {
	r := listingWalk{Listing: l}
	for i := range l.Len() {
		if l.There(int32(i)) {
			r.out.Groups++
		}
	}
	if l.Only != nil {
		r.sieve(l.Only)
	}
	if query = strings.TrimSpace(query); query != "" {
		p, err := trees.NewPattern(query)
		if err != nil {
			return TableRows{}, err
		}
		fits := l.fits(p)
		r.sieve(func(i int32) bool { return fits[i] })
	}
	if r.kept != nil {
		for i := range l.Len() {
			if l.There(int32(i)) && !r.kept[i] {
				r.out.Left++
			}
		}
	}
	if l.Len() > 0 {
		r.list(0, 0)
	}
	return r.out, nil
}

// fits reports by node whether a pattern matches its name or path.
func (l *Listing) fits(p *trees.Pattern) []bool {
	fits := make([]bool, l.Len())
	paths := make([]string, l.Len()) // below the root
	for i := range fits {
		name := l.Name(int32(i))
		if p.Fold {
			name = trees.Lower(name)
		}
		_, fits[i] = p.Name(name)
		up := l.Parent(int32(i))
		if up < 0 {
			continue
		}
		own := 0
		if paths[up] != "" {
			own = len(paths[up]) + 1
			paths[i] = paths[up] + "."
		}
		paths[i] += strings.ReplaceAll(name, "#", ".")
		fits[i] = fits[i] || p.Path([]byte(paths[i]), own)
	}
	return fits
}

// listingWalk is a listing in progress.
type listingWalk struct {
	*Listing
	kept  []bool // by node; nil for all
	leads []bool // by node; true for ancestors of search results
	key   []byte // of the current node
	out   TableRows
}

// sieve keeps the matching nodes, their ancestors and their descendants.
func (r *listingWalk) sieve(fits func(i int32) bool) {
	kept := make([]bool, r.Len())
	if r.leads == nil {
		r.leads = make([]bool, r.Len())
	}
	for i := range kept {
		up := r.Parent(int32(i))
		kept[i] = fits(int32(i)) || up >= 0 && kept[up]
	}
	for i := range slices.Backward(kept) {
		if up := r.Parent(int32(i)); kept[i] && up >= 0 && !kept[up] {
			kept[up], r.leads[up] = true, true
		}
	}
	for i := range kept {
		kept[i] = i == 0 || kept[i] && (r.kept == nil || r.kept[i])
	}
	r.kept = kept
}

func (r *listingWalk) shows(i int32) bool { return r.There(i) && (r.kept == nil || r.kept[i]) }

// list adds a node and its expanded descendants.
func (r *listingWalk) list(i, level int32) {
	row := Row{Node: i, Level: level}
	if r.IsLeaf(i) {
		r.out.Rows = append(r.out.Rows, row)
		return
	}
	above := len(r.key)
	if i != 0 {
		r.key = append(r.key, '#')
	}
	r.key = append(r.key, r.Name(i)...)
	open, stored := r.Open.Has(r.key)
	if !stored {
		open = i == 0 || r.leads != nil && r.leads[i]
	}
	var children []int32
	for c := range r.Children(i) {
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

// sort sorts by descending value, or by name with natural order of numbers, or the reverse if Upward.
func (r *listingWalk) sort(nodes []int32) {
	slices.SortStableFunc(nodes, func(a, b int32) int {
		names := trace.NaturalOrder(r.Name(a), r.Name(b))
		switch {
		case r.Value == nil && r.Upward:
			return -names
		case r.Value == nil:
			return names
		}
		order := cmp.Compare(r.Value(a), r.Value(b))
		if order == 0 && r.Then != nil {
			order = cmp.Compare(r.Then(a), r.Then(b))
		}
		if !r.Upward {
			order = -order
		}
		return cmp.Or(order, names)
	})
}
