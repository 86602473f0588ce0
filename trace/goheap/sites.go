package goheap

import (
	"memcity/trace"
	callers "memcity/trace/internal/sites"
	"memcity/trace/wire/goheap"
)

// sites are the allocation sites of a dump. Go records them for a sample of the objects.
type sites struct {
	used    bool
	buckets map[uint64]trace.SiteID
	objects map[uint64]trace.SiteID // by address
	list    []trace.Site
	text    map[string]string
}

func newSites() sites {
	return sites{buckets: map[uint64]trace.SiteID{}, objects: map[uint64]trace.SiteID{}, text: map[string]string{}}
}

// learn stores a bucket or a sample.
func (s *sites) learn(r *goheap.Record) {
	if r.Kind == goheap.Sample {
		if site, ok := s.buckets[r.Numbers[1]]; ok {
			s.objects[r.Numbers[0]], s.used = site, true
		}
		return
	}
	if len(r.Stack) == 0 || s.buckets[r.Numbers[0]] != 0 {
		return
	}
	frames := make([]trace.Frame, len(r.Stack))
	for i, c := range r.Stack {
		frames[i] = callers.GoFrame(c.Function, c.File, int64(min(c.Line, 1<<30)))
	}
	s.buckets[r.Numbers[0]] = trace.SiteID(len(s.list))
	s.list = append(s.list, trace.Site{Frames: frames, Thread: trace.NoThread})
}

// siteOf returns the site of an object; NoSite if it was not sampled.
func (s *sites) siteOf(addr, size uint64) trace.SiteID {
	if !s.used {
		return trace.NoSite
	}
	if site, ok := s.objects[addr]; ok {
		return site
	}
	return trace.NoSite
}

// finish adds the sites to the heap.
func (s *sites) finish(h *trace.Heap) {
	if s.used {
		h.Sites = s.list
	}
}
