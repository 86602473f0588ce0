package record

import (
	"context"
	"strconv"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/record/inspector"
	"memcity/trace/v8"
)

// sampling contains the allocation sites of sampled allocations.
type sampling struct {
	since  time.Time // start of the current period
	after  uint32    // number of collections at that time
	sites  []trace.Site
	number map[string]trace.SiteID
}

// anyType is the type of sampled allocations, which V8 does not report.
const anyType = "(any type)"

// writeSamples writes the allocations since the last call. An error of the program is not returned: it has ended, or samples nothing.
func (p *inspected) writeSamples(ctx context.Context) error {
	if p.interval == 0 {
		return nil
	}
	s := &p.samples
	found, err := p.conn.StopSampling(ctx, p.r.o.Depth)
	if err != nil {
		return nil
	}
	after := s.after
	s.since, s.after = p.r.o.Now(), p.count
	if err := p.conn.StartSampling(ctx, p.interval); err != nil {
		p.interval = 0
		p.r.note("allocation sites are not recorded any more: " + err.Error())
	}
	types := []trace.Type{{Name: anyType, Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject}}
	rows := make([]trace.Allocation, len(found))
	for i := range found {
		rows[i] = trace.Allocation{After: after, Until: p.count, Site: s.add(&found[i]), Thread: trace.NoThread,
			Objects: max(1, found[i].Bytes/sampledObject), Bytes: found[i].Bytes, Estimated: true}
	}
	if len(rows) == 0 {
		return nil
	}
	return p.out.done(p.out.Allocations(types, s.sites, nil, rows))
}

// sampledObject is the assumed mean size of sampled objects in bytes. V8 reports only the sum of their sizes.
const sampledObject = 50

// add returns the number of a site.
func (s *sampling) add(site *inspector.Site) trace.SiteID {
	var key strings.Builder
	frames := make([]trace.Frame, len(site.Frames))
	for i, f := range site.Frames {
		file := v8.PathOf(f.URL)
		frames[i] = trace.Frame{Class: file, Method: f.Function, File: file, Line: f.Line}
		if f.Function == "" {
			frames[i].Method = "(anonymous)"
		}
		key.WriteString(f.Function + "\x00" + f.URL + "\x00" + strconv.Itoa(int(f.Line)) + "\x00")
	}
	if n, ok := s.number[key.String()]; ok {
		return n
	}
	if s.number == nil {
		s.number = map[string]trace.SiteID{}
	}
	n := trace.SiteID(len(s.sites))
	s.number[key.String()] = n
	s.sites = append(s.sites, trace.Site{Frames: frames, Thread: -1})
	return n
}
