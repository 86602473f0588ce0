package request

import (
	"testing"

	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/table"
	"memcity/city/view/trends"
)

// A request is made for every frame, so unchanged requests must be cheap.
func BenchmarkRequest(b *testing.B) {
	for _, view := range []state.View{state.CityView, table.View.ID, trends.View.ID, diffs.View.ID, churns.View.ID} {
		b.Run(view.String(), func(b *testing.B) {
			b.ReportAllocs()
			a := inputs(view)
			last := a.request()
			for b.Loop() {
				if query.NewRequest(a.Queries()...) != last {
					b.Fatal()
				}
			}
		})
	}
}
