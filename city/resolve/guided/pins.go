package guided

import (
	"context"

	"memcity/analysis/guide/findings"
	"memcity/city/recording"
	"memcity/city/view/guides"
	"memcity/city/view/pins"
	"memcity/city/view/whatif"
	"memcity/trace"
)

// Pins resolves a query for the findings that the city marks.
func Pins(ctx context.Context, o *recording.Recording, q pins.Query, progress trace.Progress) (*pins.Report, error) {
	return pins.Find(ctx, pinSource{o}, q, progress)
}

// pinSource is the recording's data for pins.
type pinSource struct{ *recording.Recording }

func (p pinSource) CanRemove(point int) bool { return p.WhyNoRemovals() == "" && p.Now().Walked(point) }

func (p pinSource) WhatIf(ctx context.Context, q whatif.Query, progress trace.Progress) (*whatif.Result, error) {
	return WhatIf(ctx, p.Recording, q, progress)
}

func (p pinSource) Found(ctx context.Context, points int, window findings.Window, progress trace.Progress) (*findings.Report, error) {
	r, err := guideReport(ctx, p.Recording, guideSource{p.Recording, progress, true}, guides.Query{Points: points, Window: window}, progress)
	if err != nil {
		return nil, err
	}
	return r.Report, nil
}
