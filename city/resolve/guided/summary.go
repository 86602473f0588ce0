package guided

import (
	"context"

	"memcity/city/recording"
	"memcity/city/view/guides"
	"memcity/city/view/summaries"
	"memcity/trace"
)

// Summary resolves a query for the summary of a recording. Show receives it as it grows.
func Summary(ctx context.Context, o *recording.Recording, q summaries.Query, progress trace.Progress,
	show func(*summaries.Report)) (*summaries.Report, error) {
	return summaries.Find(ctx, summarySource{o}, o.Summed(), q, progress, show)
}

// summarySource is the recording's data for the summary.
type summarySource struct{ *recording.Recording }

func (s summarySource) GuideReport(ctx context.Context, q guides.Query, progress trace.Progress) (*guides.Report, error) {
	return Report(ctx, s.Recording, q, progress)
}
