package group

import (
	"context"

	siteof "memcity/analysis/site"
	"memcity/trace"
)

// Roles of the groups of call sites, innermost first.
const (
	SiteRole     = "Allocation Site"
	CallSiteRole = "Call Site"
)

// Names of groups of call sites.
const (
	HiddenSites  = "(hidden internal call sites)" // a run of call sites outside the program under study
	NoDomainSite = "(no call site of the program itself)"
	NotSampled   = "(not sampled)" // objects whose allocation was not sampled, without samples of similar ones
	OlderSite    = "(allocated before the recording)"

	VirtualMachine = "(virtual machine)" // code that belongs to no class
)

func siteClassifiers() []*Classifier {
	const needs = trace.KnowsObjects | trace.KnowsSites
	return []*Classifier{
		{
			Name: "site", Role: SiteRole, Needs: needs,
			Description: "The line of code that allocated the object.",
			Example:     "app.Shop.load(Shop.java:42)",
			Prepare: bySite(func(_ *Subject, site *trace.Site) []string {
				return []string{site.Frames[0].Name()}
			}),
		},
		{
			Name: "call-sites", Role: CallSiteRole, Cardinality: Hierarchy, Needs: needs,
			Description: "The callers of the allocation site, each nested in the one it called. Consecutive foreign callers count as one.",
			Example:     "app.Shop.open(Shop.java:17) > " + HiddenSites,
			Prepare:     bySite(func(s *Subject, site *trace.Site) []string { return s.domain().CallSites(site) }),
		},
		{
			Name: "domain-site", Role: "Closest Domain Call Site", Needs: needs,
			Description: "The innermost frame of the call stack that belongs to the program itself.",
			Example:     "app.Shop.open(Shop.java:17)",
			Prepare:     bySite(func(s *Subject, site *trace.Site) []string { return []string{s.domain().ClosestSite(site)} }),
		},
		{
			Name: "site-package", Role: "Allocating Package", Needs: needs,
			Description: "The package of the code that allocated the object.",
			Example:     "app.shop",
			Prepare: bySite(func(s *Subject, site *trace.Site) []string {
				switch class := site.Frames[0].Class; {
				case (s.Heap.Runtime == trace.Golang || s.Heap.Runtime == trace.Native) && class != "": // which are packages
					return []string{class}
				case class == "":
					return []string{VirtualMachine}
				default:
					return []string{packageOf(class)}
				}
			}),
		},
		{
			Name: "thread", Role: "Thread", Needs: trace.KnowsObjects | trace.KnowsThreads,
			Description: "The thread that allocated the object.",
			Example:     "main",
			Prepare:     prepareThread,
		},
	}
}

// bySite returns a Prepare function for a classifier that depends only on the allocation site.
func bySite(path func(s *Subject, site *trace.Site) []string) prepare {
	return func(_ context.Context, s *Subject, above Chain) (*Keys, error) {
		h := s.Heap
		b := pathBuilder{}
		notKnown := unknownSite(h)
		if above.has("site") {
			notKnown = goesOn // already in a group of that name
		}
		unknown, older := b.class(notKnown), b.class([][]string{{OlderSite}})
		if above.has("site") {
			older = unknown
		}
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
				switch {
				case site != trace.NoSite:
					out[i] = classes[site]
				case siteof.Older(h, from+trace.ObjectID(i)):
					out[i] = older
				default:
					out[i] = unknown
				}
			}
		}
		return &Keys{Count: uint64(len(b.paths)), Of: of, Paths: b.of, Sampling: sampling(h, unknown, older)}, nil
	}
}

// sampling returns a function that classifies the classes of a classifier as sampled or not; nil if objects were not sampled.
func sampling(h *trace.Heap, unknown, older uint32) func(class uint32) Sampling {
	if siteof.Known(h) != siteof.Sampled {
		return nil
	}
	return func(class uint32) Sampling {
		switch class {
		case unknown:
			return Unsampled
		case older:
			return Outside
		}
		return Known
	}
}

// CallSites returns the callers of an allocation site. A run of foreign callers is one entry, [HiddenSites].
func (d *Domain) CallSites(site *trace.Site) []string {
	path := []string{}
	for _, f := range site.Frames[1:] {
		switch {
		case d.OwnsFrame(f):
			path = append(path, f.Name())
		case len(path) == 0 || path[len(path)-1] != HiddenSites:
			path = append(path, HiddenSites)
		}
	}
	return path
}

// ClosestSite returns the innermost frame of a call chain that belongs to the program itself, or [NoDomainSite].
func (d *Domain) ClosestSite(site *trace.Site) string {
	for _, f := range site.Frames {
		if d.OwnsFrame(f) {
			return f.Name()
		}
	}
	return NoDomainSite
}

// CallerSite returns the innermost frame of the program itself that calls the method of [Domain.ClosestSite], without recursive calls;
// [NoDomainSite] if there is none.
func (d *Domain) CallerSite(site *trace.Site) string {
	var closest *trace.Frame
	for i := range site.Frames {
		f := &site.Frames[i]
		switch {
		case !d.OwnsFrame(*f):
		case closest == nil:
			closest = f
		case f.Class != closest.Class || f.Method != closest.Method:
			return f.Name()
		}
	}
	return NoDomainSite
}

// SiteName returns the innermost frame of an allocation site that belongs to the program itself, or else the innermost frame. It is empty
// for a site without frames.
func (d *Domain) SiteName(site *trace.Site) string {
	if len(site.Frames) == 0 {
		return ""
	}
	if own := d.ClosestSite(site); own != NoDomainSite {
		return own
	}
	return site.Frames[0].Name()
}

// SiteName returns the name of an allocation site, see [Domain.SiteName].
func (s *Subject) SiteName(site *trace.Site) string { return s.domain().SiteName(site) }

// unknownSite returns the name of the group of objects without a site.
func unknownSite(h *trace.Heap) [][]string {
	if h.Interval != 0 {
		return [][]string{{NotSampled}}
	}
	return [][]string{{NotKnown}}
}

// prepareThread groups by the name of the allocating thread.
func prepareThread(_ context.Context, s *Subject, _ Chain) (*Keys, error) {
	h := s.Heap
	b := pathBuilder{}
	unknown, older := b.class(unknownSite(h)), b.class([][]string{{OlderSite}})
	classes := make([]uint32, len(h.Threads))
	for i := range h.Threads {
		classes[i] = b.class([][]string{{h.Threads[i].Name}})
	}
	of := func(from trace.ObjectID, out []uint32) {
		for i := range out {
			o := from + trace.ObjectID(i)
			out[i] = unknown
			if t := h.AllocatingThread(o); t >= 0 && int(t) < len(classes) {
				out[i] = classes[t]
			} else if siteof.Older(h, o) {
				out[i] = older
			}
		}
	}
	return &Keys{Count: uint64(len(b.paths)), Of: of, Paths: b.of, Sampling: sampling(h, unknown, older)}, nil
}
