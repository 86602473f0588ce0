package group

import (
	"context"

	"memcity/trace"
)

// Names of groups of call sites.
const (
	HiddenSites  = "(hidden internal call sites)" // a run of call sites that do not belong to the program under study
	NoDomainSite = "(no call site of the program itself)"
	NotSampled   = "(not sampled)" // objects whose allocation was not among the samples
)

func siteClassifiers() []*Classifier {
	const needs = trace.KnowsObjects | trace.KnowsSites
	return []*Classifier{
		{
			Name: "site", Role: "Allocation Site", Needs: needs,
			Description: "The place in the code that allocated the object.",
			Example:     "app.Shop.load(Shop.java:42)",
			Prepare: bySite(func(_ *Subject, site *trace.Site) []string {
				return []string{site.Frames[0].String()}
			}),
		},
		{
			Name: "call-sites", Role: "Call Site", Cardinality: Hierarchy, Needs: needs,
			Description: "The callers of the allocation site, each nested in the one that it called; runs of foreign callers count as one.",
			Example:     "app.Shop.open(Shop.java:17) > " + HiddenSites,
			Prepare:     bySite(func(s *Subject, site *trace.Site) []string { return s.domain().CallSites(site) }),
		},
		{
			Name: "domain-site", Role: "Closest Domain Call Site", Needs: needs,
			Description: "The first place in the chain of calls that belongs to the program itself.",
			Example:     "app.Shop.open(Shop.java:17)",
			Prepare:     bySite(func(s *Subject, site *trace.Site) []string { return []string{s.domain().ClosestSite(site)} }),
		},
		{
			Name: "thread", Role: "Thread", Needs: trace.KnowsObjects | trace.KnowsThreads,
			Description: "The thread that allocated the object.",
			Example:     "main",
			Prepare:     prepareThread,
		},
	}
}

// bySite makes the Prepare of a classifier that looks at the allocation site only.
func bySite(path func(s *Subject, site *trace.Site) []string) prepare {
	return func(_ context.Context, s *Subject, above Chain) (*Keys, error) {
		h := s.Heap
		b := pathBuilder{}
		notKnown := unknownSite(h)
		if above.has("site") {
			notKnown = goesOn // it is in a group of that name already
		}
		unknown := b.class(notKnown)
		if h.SiteOf == nil {
			return typePaths(h, func(*trace.Type) [][]string { return notKnown }), nil
		}
		classes := make([]uint32, len(h.Sites))
		for i := range h.Sites {
			classes[i] = unknown
			if len(h.Sites[i].Frames) > 0 {
				classes[i] = b.class([][]string{path(s, &h.Sites[i])})
			}
		}
		of := func(from trace.ObjectID, out []uint32) {
			for i, site := range h.SiteOf[from:][:len(out)] {
				out[i] = unknown
				if site != trace.NoSite {
					out[i] = classes[site]
				}
			}
		}
		return &Keys{Count: uint64(len(b.paths)), Of: of, Paths: b.of}, nil
	}
}

// CallSites lists the callers of an allocation site. Runs of foreign ones are one entry, [HiddenSites].
func (d *Domain) CallSites(site *trace.Site) []string {
	path := []string{}
	for _, f := range site.Frames[1:] {
		switch {
		case d.OwnsFrame(f):
			path = append(path, f.String())
		case len(path) == 0 || path[len(path)-1] != HiddenSites:
			path = append(path, HiddenSites)
		}
	}
	return path
}

// ClosestSite returns the first place in a chain of calls that belongs to the program itself, or [NoDomainSite].
func (d *Domain) ClosestSite(site *trace.Site) string {
	for _, f := range site.Frames {
		if d.OwnsFrame(f) {
			return f.String()
		}
	}
	return NoDomainSite
}

// unknownSite names the group of objects without a site.
func unknownSite(h *trace.Heap) [][]string {
	if h.SiteOf != nil && h.Interval > 0 {
		return [][]string{{NotSampled}}
	}
	return [][]string{{NotKnown}}
}

// prepareThread groups by the names of the allocating threads.
func prepareThread(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
	h := s.Heap
	b := pathBuilder{}
	unknown := b.class(unknownSite(h))
	classes := make([]uint32, len(h.Threads))
	for i := range h.Threads {
		classes[i] = b.class([][]string{{h.Threads[i].Name}})
	}
	of := func(from trace.ObjectID, out []uint32) {
		for i := range out {
			out[i] = unknown
			if t := h.AllocatingThread(from + trace.ObjectID(i)); t >= 0 && int(t) < len(classes) {
				out[i] = classes[t]
			}
		}
	}
	return &Keys{Count: uint64(len(b.paths)), Of: of, Paths: b.of}, nil
}
