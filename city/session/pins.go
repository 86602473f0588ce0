package session

import (
	"context"
	"sync"

	"memcity/analysis/guide/findings"
	"memcity/city/view/guides"
	"memcity/city/view/pins"
	"memcity/trace"
)

// Pins resolves a query for the findings that the city points at.
func (o *Recording) Pins(ctx context.Context, q pins.Query, progress trace.Progress) (*pins.Report, error) {
	return pins.Find(ctx, pinned{o}, q, progress)
}

// pinned is a recording as pins are made of it.
type pinned struct{ *Recording }

func (p pinned) CanRemove() bool { return p.noCut() == "" }

func (p pinned) Found(ctx context.Context, points int, progress trace.Progress) (*findings.Report, error) {
	r, err := p.GuideReport(ctx, guides.Query{Points: points}, progress)
	if err != nil {
		return nil, err
	}
	return r.Report, nil
}

// keptGuide keeps what the guide found last: the city points at it, and the guide shows it.
type keptGuide struct {
	mu   sync.Mutex
	last *guides.Report
}

func (k *keptGuide) get(q guides.Query) *guides.Report {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.last != nil && k.last.Query == q {
		return k.last
	}
	return nil
}

// put keeps a report; nil forgets what was kept.
func (k *keptGuide) put(r *guides.Report) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = r
}
