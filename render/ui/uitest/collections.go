package uitest

import (
	"memcity/city/query"
	"memcity/city/view/collections"
	"memcity/render/ui/model"
)

// CollectionsModel shows the collections view of a recording with a list that is never read and a map that is read sometimes. The recording
// ends at the second of its GC points.
func CollectionsModel() model.Model {
	m := HeapModel(3, 2)
	m.State.View = collections.View.ID
	number := func(v float64) *float64 { return &v }
	list := collections.Row{Number: 1, Type: "java.util.ArrayList", Site: "app.Shop.run(Shop.java:4)",
		Size: 12000, Staleness: 0.9, Rank: 10800, Above: collections.Part{Elements: 12000, Staleness: 0.9},
		Confidence: number(0.45), Share: number(0.002), Label: "java.util.ArrayList@app.Shop.run(Shop.java:4)"}
	cache := collections.Row{Number: 2, Type: "java.util.HashMap", Site: "app.Shop.run(Shop.java:5)",
		Size: 6000, Staleness: 0.25, Rank: 1500,
		Below: collections.Part{Elements: 5000, Staleness: 0.2}, Above: collections.Part{Elements: 1000, Staleness: 0.5}, Duplicates: 7,
		Label: "java.util.HashMap@app.Shop.run(Shop.java:5)"}
	details := CollectionDetails()
	r := &collections.Report{Query: collections.State{}.Query(collections.Span{To: 100}),
		Recording: collections.Recording{Name: "table", End: 100, Collections: 9, Elements: 18000},
		Window: collections.Window{End: 100, Exact: true, CountsExact: true, Collections: 9, Matching: 5, Largest: 12000, Elements: 18000,
			Staleness: 0.68},
		Collections: []collections.Row{list, cache}, Top: &details.Details, Timeline: details.Timeline,
		Patterns: []collections.Pattern{{Kind: "empty", Type: "java.util.ArrayList", Site: "app.Shop.run(Shop.java:6)", Collections: 7, Points: 1,
			Sentence: "never held an element", Fix: "Create the collection when the first element is added.",
			Label: "java.util.ArrayList@app.Shop.run(Shop.java:6)"}},
		Notes: []string{"At the end, one in 2 collections was tracked: 9 of 18 in total. This list omits the others."}, Whole: true}
	m.Results = collections.Kind.With(query.Results{}, r.Query, r)
	return m
}

// CollectionDetails returns the details of the list in [CollectionsModel].
func CollectionDetails() *collections.DetailsReport {
	number := func(v float64) *float64 { return &v }
	d := &collections.DetailsReport{Query: collections.DetailsQuery{Span: collections.Span{To: 100}, Collection: 1, Gets: 10}, End: 100,
		Details: collections.Details{Number: 1, Type: "java.util.ArrayList", Site: "app.Shop.run(Shop.java:4)", Adds: 12000, Gets: 4,
			NeverRead: 11998, NeverRemoved: 12000, ByGets: []int64{11998, 1, 0, 1}, Elements: 12000, Staleness: 0.9,
			AddSites: []collections.Location{{Location: "app.Shop.run(Shop.java:7)", Count: 11000, Staleness: number(0.95)},
				{Location: "app.Shop.run(Shop.java:8)", Count: 1000, Staleness: number(0.05)}},
			GetSites: []collections.Location{{Location: "app.Shop.run(Shop.java:9)", Count: 4}},
			LastGets: []collections.Location{{Count: 2, Staleness: number(0.1)}},
			Types:    []collections.Location{{Location: "app.Event", Count: 12000, Staleness: number(0.9)}},
			Label:    "java.util.ArrayList@app.Shop.run(Shop.java:4)"}}
	for i := range 11 {
		d.Timeline = append(d.Timeline, collections.Point{Time: int64(10 * i), Elements: int64(1200 * i)})
	}
	return d
}

// CollectionModel shows the collections view with its list open.
func CollectionModel() model.Model {
	m := CollectionsModel()
	d := CollectionDetails()
	m.Results = collections.DetailsKind.With(m.Results, d.Query, d)
	collections.View.Change(&m.State.Views, func(s *collections.State) { s.Opened = d.Query.Collection })
	return m
}
