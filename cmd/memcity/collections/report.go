package collections

import (
	"fmt"

	"memcity/analysis/staleness"
	"memcity/trace/usage"
)

// Collections says how long elements of collections were not used.
type Collections struct {
	Recording   Recording `json:"recording"`
	Settings    Settings  `json:"settings"`
	Window      Window    `json:"window"`
	Collections []Row     `json:"collections"`
	Collection  *Details  `json:"collection,omitempty"` // that of --collection
	Timeline    []Point   `json:"timeline"`             // of that collection, else of all
	Patterns    []Pattern `json:"patterns"`
	Notes       []string  `json:"notes"`
}

// Recording is what there is in all.
type Recording struct {
	Name        string `json:"name"`
	Start       int64  `json:"start_ms"`
	End         int64  `json:"end_ms"`
	Collections int    `json:"collections"`
	Elements    int    `json:"elements"`
}

// Settings are the options.
type Settings struct {
	Threshold float64 `json:"threshold"`
	Top       int     `json:"top"` // 0 means all
	MaxSize   *int    `json:"max_size,omitempty"`
	Filter    string  `json:"filter,omitempty"`
}

// Window is what was looked at.
type Window struct {
	Start       int64   `json:"start_ms"`
	End         int64   `json:"end_ms"`
	Exact       bool    `json:"exact"`
	CountsExact bool    `json:"counts_exact"`
	Collections int     `json:"collections"` // alive in the window
	Matching    int     `json:"matching"`    // that the filters leave
	Largest     int64   `json:"largest"`
	Elements    int64   `json:"elements"`
	Staleness   float64 `json:"staleness"`
}

// Row is a collection; Number is what --collection takes.
type Row struct {
	Number     int     `json:"number"`
	Type       string  `json:"type"`
	Site       string  `json:"site"`
	Size       int64   `json:"size"`
	Staleness  float64 `json:"staleness"`
	Rank       float64 `json:"rank"` // size × staleness
	Below      Part    `json:"below"`
	Above      Part    `json:"above"`
	Duplicates int64   `json:"duplicates"`
	label      string
}

// Part is some elements.
type Part struct {
	Elements  int64   `json:"elements"`
	Staleness float64 `json:"staleness"`
}

// Details are about one collection.
type Details struct {
	Number       int        `json:"number"`
	Type         string     `json:"type"`
	Site         string     `json:"site"`
	Adds         int64      `json:"adds"`
	Gets         int64      `json:"gets"`
	Removes      int64      `json:"removes"`
	NeverRead    int64      `json:"never_read"`
	NeverRemoved int64      `json:"never_removed"`
	ByGets       []int64    `json:"elements_by_gets"` // without a GET, with one, two and so on
	Others       Others     `json:"others"`
	AddSites     []Location `json:"add_sites"`
	GetSites     []Location `json:"get_sites"`
	RemoveSites  []Location `json:"remove_sites"`
	LastGets     []Location `json:"last_get_sites"`
	Types        []Location `json:"types"`
	label        string
}

// Others are elements with more GETs than are listed.
type Others struct {
	Elements int64 `json:"elements"`
	Gets     int64 `json:"gets"`
}

// Location is a line of the program, as in figure 15 of the thesis.
type Location struct {
	Location  string   `json:"location"`
	Count     int64    `json:"count"`
	Staleness *float64 `json:"staleness,omitempty"`
}

// Point is how many elements there were at a time.
type Point struct {
	Time     int64 `json:"time_ms"`
	Elements int64 `json:"elements"`
}

// Pattern is collections of one type and site that are used inefficiently.
type Pattern struct {
	Kind        string  `json:"kind"`
	Type        string  `json:"type"`
	Site        string  `json:"site"`
	Collections int64   `json:"collections"`
	Least       int64   `json:"least_size"`
	Most        int64   `json:"most_size"`
	Points      float64 `json:"points"` // share of the points at which they lived
	AtMoment    bool    `json:"at_moment,omitempty"`
	Sentence    string  `json:"sentence"`
	Fix         string  `json:"fix"`
	label       string
}

func (f *flags) report(name string, v *staleness.View, r *staleness.Report) *Collections {
	log := v.Log
	out := &Collections{
		Recording: Recording{name, int64(log.Start), int64(log.End), len(log.Collections), log.Elements.Len()},
		Settings:  Settings{Threshold: f.threshold, Top: f.top, Filter: f.filter},
		Window: Window{int64(r.From), int64(r.To), r.Exact, r.CountsExact, r.Alive, r.Matching, r.Largest, r.Elements,
			r.Staleness},
		Collections: []Row{}, Timeline: []Point{}, Patterns: []Pattern{}, Notes: []string{}}
	if f.maxSize >= 0 {
		out.Settings.MaxSize = &f.maxSize
	}
	for _, c := range r.Collections {
		of := log.Collections[c.ID]
		out.Collections = append(out.Collections, Row{int(c.ID) + 1, log.Strings[of.Type], log.Strings[of.Site], c.Size, c.Staleness, c.Rank,
			Part(c.Below), Part(c.Above), c.Duplicates, log.Label(c.ID)})
	}
	if !r.Exact {
		out.Notes = append(out.Notes, "The window does not end where an interval does, so staleness is near the truth only.")
	} else if !r.CountsExact {
		out.Notes = append(out.Notes, "The window does not begin where an interval does, so counts are near the truth only.")
	}
	if n := len(log.Scales); n > 0 && log.Scales[n-1].OneOf > 1 {
		s := log.Scales[n-1]
		out.Notes = append(out.Notes, fmt.Sprintf("One of %d collections was followed at last: %d of %d in all. Others are not in this list.",
			s.OneOf, s.Followed, s.Known))
	}
	return out
}

func details(v *staleness.View, c usage.CollectionID, d *staleness.Details) *Details {
	of := v.Log.Collections[c]
	rows := func(sites []staleness.Site) []Location {
		all := []Location{}
		for _, s := range sites {
			row := Location{Location: v.Log.Strings[s.Site], Count: s.Count}
			if s.Staleness != staleness.NotKnown {
				row.Staleness = &s.Staleness
			}
			all = append(all, row)
		}
		return all
	}
	return &Details{Number: int(c) + 1, Type: v.Log.Strings[of.Type], Site: v.Log.Strings[of.Site], Adds: d.Adds, Gets: d.Gets,
		Removes: d.Removes, NeverRead: d.NeverRead, NeverRemoved: d.NeverRemoved, ByGets: d.ByGets, Others: Others(d.Others),
		AddSites: rows(d.AddSites), GetSites: rows(d.GetSites), RemoveSites: rows(d.RemoveSites), LastGets: rows(d.LastGets),
		Types: rows(d.Types), label: v.Log.Label(c)}
}

func (p *Collections) addPatterns(log *usage.Log, patterns []staleness.Pattern) {
	for _, f := range patterns {
		p.Patterns = append(p.Patterns, Pattern{f.Kind.String(), log.Strings[f.Type], log.Strings[f.Site], f.Collections, f.Least, f.Most,
			f.Points, f.AtMoment, f.Kind.Sentence(), f.Kind.Fix(), log.Label(f.Collection)})
	}
}
