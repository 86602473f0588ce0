package session

import (
	"context"

	"memcity/analysis/guide/findings"
	"memcity/city/view/guides"
	"memcity/city/view/pins"
	"memcity/city/view/whatif"
	"memcity/trace"
)

// Pins resolves a query for the findings that the city marks.
func (o *Recording) Pins(ctx context.Context, q pins.Query, progress trace.Progress) (*pins.Report, error) {
	return pins.Find(ctx, pinned{o}, q, progress)
}

// pinned is the recording's data for pins.
type pinned struct{ *Recording }

func (p pinned) CanRemove(point int) bool { return p.noCut() == "" && p.now().Walked(point) }

func (p pinned) Without(ctx context.Context, q whatif.Query, progress trace.Progress) (*whatif.Without, error) {
	return p.Recording.Without(ctx, q, progress)
}

func (p pinned) Found(ctx context.Context, points int, window findings.Window, progress trace.Progress) (*findings.Report, error) {
	r, err := p.guideReport(ctx, guideSource{p.Recording, progress, true}, guides.Query{Points: points, Window: window}, progress)
	if err != nil {
		return nil, err
	}
	return r.Report, nil
}
