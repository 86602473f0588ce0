package churn

import (
	"cmp"
	"slices"

	"memcity/analysis/group"
	"memcity/trace"
)

// Suspect is a type with a large share of the churn.
type Suspect struct {
	Type   string
	Amount         // amount of the type
	Share  float64 // share of what survived no GC, from 0 to 1

	// Site is the allocation site with the largest part of it; empty if no site is known. AtSite is that part.
	Site   string
	AtSite Amount
	// Domain is the closest call site of the program itself with the largest part of AtSite; empty if there is none.
	Domain   string
	AtDomain Amount
	// Caller is the closest own call site above the method of Domain, with the largest part of AtDomain: the code that repeats the
	// allocation. Libraries may be in between. It is empty if there is none.
	Caller   string
	AtCaller Amount
}

// suspects returns the types with at least the minimum share, or else the first one (Guided exploration, section 5.2.2).
func (t *tally) suspects(entries []entry) []Suspect {
	types, all := ranking{}, Amount{}
	bytes := t.options.Bytes
	for _, e := range entries {
		if t.young(e) {
			types.add(t.typeName(e.kind), e.Amount)
			all.add(e.Amount)
		}
	}
	total := all.by(bytes)
	if total <= 0 {
		return nil
	}
	var list []Suspect
	for i, of := range types.sorted(bytes) {
		share := float64(of.by(bytes)) / float64(total)
		if i > 0 && share < t.options.Share {
			break
		}
		s := Suspect{Type: of.name, Amount: of.Amount, Share: share}
		t.place(&s, entries)
		list = append(list, s)
	}
	return list
}

// young reports whether an entry counts for suspects: its objects survived no GC, or only allocations are recorded.
func (t *tally) young(e entry) bool { return e.class == 0 || t.report.Basis == Allocated }

// place sets the strongest site of a suspect, the closest call site of the program itself, and its strongest caller.
func (t *tally) place(s *Suspect, entries []entry) {
	at := func(keep func(site *trace.Site) bool, name func(site *trace.Site) string) (string, Amount) {
		names := ranking{}
		for _, e := range entries {
			if !t.young(e) || e.site >= otherSites || t.typeName(e.kind) != s.Type {
				continue
			}
			if site := &t.Life.Sites[e.site]; keep(site) {
				names.add(name(site), e.Amount)
			}
		}
		if len(names) == 0 {
			return "", Amount{}
		}
		first := names.sorted(t.options.Bytes)[0]
		return first.name, first.Amount
	}
	place := func(site *trace.Site) string { return site.Frames[0].Name() }
	s.Site, s.AtSite = at(func(*trace.Site) bool { return true }, place)
	closest := t.options.Domain.ClosestSite
	s.Domain, s.AtDomain = at(func(site *trace.Site) bool {
		return place(site) == s.Site && closest(site) != group.NoDomainSite
	}, closest)
	caller := t.options.Domain.CallerSite
	s.Caller, s.AtCaller = at(func(site *trace.Site) bool {
		return place(site) == s.Site && closest(site) == s.Domain && caller(site) != group.NoDomainSite
	}, caller)
}

// ranking sums amounts by name.
type ranking map[string]Amount

type rankedAmount struct {
	name string
	Amount
}

func (r ranking) add(name string, a Amount) {
	sum := r[name]
	sum.add(a)
	r[name] = sum
}

// sorted returns the names with their amounts, largest first.
func (r ranking) sorted(bytes bool) []rankedAmount {
	list := make([]rankedAmount, 0, len(r))
	for name, a := range r {
		list = append(list, rankedAmount{name, a})
	}
	slices.SortFunc(list, func(a, b rankedAmount) int {
		return cmp.Or(cmp.Compare(b.by(bytes), a.by(bytes)), cmp.Compare(b.Objects, a.Objects), cmp.Compare(b.Bytes, a.Bytes),
			cmp.Compare(a.name, b.name))
	})
	return list
}
