package session

import (
	"context"

	"memcity/analysis/guide"
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
	q := guides.Query{Points: points}
	if r := p.guided.Get(q); r != nil {
		return r.Report, nil
	}
	found, err := p.explore(ctx, guideSource{p.Recording, progress, true}, guide.Options{}, progress)
	if err != nil {
		return nil, err
	}
	p.guided.Put(&guides.Report{Query: q, Report: found})
	return found, nil
}
