package summaries

import (
	"memcity/city/query"
	"memcity/city/view"
)

// State is what the summary shows.
type State struct {
	Chosen Row
	Points int // of the plan when the user requested a new look at a recording that grows; 0 for none
}

// Row is a row of the page; the zero Row is none.
type Row struct {
	Part Part
	At   int // in its part, from 0
}

// Part is a part of the page.
type Part uint8

// The parts with rows that can be chosen, in their order.
const (
	NoPart Part = iota
	Holders
	OwnTypes
	OtherTypes
	Waste
)

// View is the summary.
var View = view.New("summary", view.Traits[State]{
	Needs:   view.NeedsStates,
	Queries: queries,
	Kept:    kept,
})

// queries requests the summary of the last heap state. A recording that grows is looked at anew only on request.
func queries(seen *view.Seen, s State) []query.Query {
	if r := Kind.Result(seen.Results); r != nil && r.Query.Points >= s.Points {
		return []query.Query{Kind.Of(r.Query)}
	}
	return []query.Query{Kind.Of(Query{Points: seen.Series.Len()})}
}

// kept are the queries that are resolved, so that the results are there when the user comes back.
func kept(seen *view.Seen, _ State) []query.Query {
	if r := Kind.Result(seen.Results); r != nil && Kind.Whole(seen.Results) {
		return []query.Query{Kind.Of(r.Query)}
	}
	return nil
}

// TypeOf returns the type whose building shows a row; empty if the row is none of a report.
func (r *Report) TypeOf(row Row) string {
	list := []string{}
	switch row.Part {
	case Holders:
		if r.Found != nil {
			for i := range r.Found.Largest {
				list = append(list, r.Found.Largest[i].Type)
			}
		}
	case OwnTypes:
		for i := range r.Types {
			list = append(list, r.Types[i].Name)
		}
	case OtherTypes:
		for i := range r.Others {
			list = append(list, r.Others[i].Name)
		}
	case Waste:
		if r.Found != nil {
			for i := range r.Found.Waste {
				list = append(list, r.Found.Waste[i].Type)
			}
		}
	}
	if row.At < 0 || row.At >= len(list) {
		return ""
	}
	return list[row.At]
}
