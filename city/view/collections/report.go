package collections

import (
	"errors"
)

// ErrNone is returned if the use of collections was not recorded.
var ErrNone = errors.New("the use of collections was not recorded; record with --collections own")

// Report contains the collections of a time range. It is filled part by part.
type Report struct {
	Query       Query
	Recording   Recording
	Window      Window
	Collections []Row
	Top         *Details  // the listed collection with the largest size × staleness; nil if there is none, or it is missing
	Timeline    []Point   // elements of all collections, over the whole recording
	Patterns    []Pattern // in the window
	Notes       []string  // limits of the numbers, in whole sentences
	// NoConfidence is the reason that leak confidence is missing, in a sentence; empty if some collection has it, or it is not computed
	// yet.
	NoConfidence string
	Whole        bool // true if complete; otherwise the computation continues
}

// Recording describes the whole recording.
type Recording struct {
	Name        string `json:"name"`
	Start       int64  `json:"start_ms"`
	End         int64  `json:"end_ms"`
	Collections int    `json:"collections"`
	Elements    int    `json:"elements"`
}

// Window describes the window.
type Window struct {
	Start       int64   `json:"start_ms"`
	End         int64   `json:"end_ms"`
	Exact       bool    `json:"exact"`
	CountsExact bool    `json:"counts_exact"`
	Collections int     `json:"collections"` // alive in the window
	Matching    int     `json:"matching"`    // that match the filters
	Largest     int64   `json:"largest"`
	Elements    int64   `json:"elements"`
	Staleness   float64 `json:"staleness"`
}

// Row is a collection. Number is 1-based, in order of first appearance.
type Row struct {
	Number     int      `json:"number"`
	Type       string   `json:"type"`
	Site       string   `json:"site"`
	Size       int64    `json:"size"`
	Staleness  float64  `json:"staleness"`
	Rank       float64  `json:"rank"` // size × staleness
	Below      Part     `json:"below"`
	Above      Part     `json:"above"`
	Duplicates int64    `json:"duplicates"`
	Confidence *float64 `json:"confidence,omitempty"` // leak confidence; nil for missing data
	Share      *float64 `json:"-"`                    // mean share of the heap that it keeps alive
	Label      string   `json:"-"`                    // full form, such as HashMap@Main.java:5
}

// Part summarizes some elements.
type Part struct {
	Elements  int64   `json:"elements"`
	Staleness float64 `json:"staleness"`
}

// DetailsReport contains the details of one collection, or of all together.
type DetailsReport struct {
	Query      DetailsQuery
	Start, End int64 // of the window, in milliseconds
	Details    Details
	Timeline   []Point // its elements, over the whole recording
	Notes      []string
}

// Details describes one collection.
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
	Elements     int64      `json:"-"` // in the window
	Staleness    float64    `json:"-"` // mean over these elements
	Duplicates   int64      `json:"-"`
	Label        string     `json:"-"`
}

// Others summarizes elements with more GETs than ByGets lists.
type Others struct {
	Elements int64 `json:"elements"`
	Gets     int64 `json:"gets"`
}

// Location is a line of the program, as in figure 15 of the thesis, or a type.
type Location struct {
	Location  string   `json:"location"`
	Count     int64    `json:"count"`
	Staleness *float64 `json:"staleness,omitempty"` // mean; nil for GETs and REMOVEs, because one element may have many
}

// Point is the number of elements at a time.
type Point struct {
	Time     int64 `json:"time_ms"`
	Elements int64 `json:"elements"`
}

// Pattern summarizes collections of one type and site that are used inefficiently.
type Pattern struct {
	Kind        string  `json:"kind"`
	Type        string  `json:"type"`
	Site        string  `json:"site"`
	Collections int64   `json:"collections"`
	Min         int64   `json:"least_size"`
	Max         int64   `json:"most_size"`
	Points      float64 `json:"points"` // share of the points at which they were alive
	AtMoment    bool    `json:"at_moment,omitempty"`
	Sentence    string  `json:"sentence"`
	Fix         string  `json:"fix"`
	Label       string  `json:"-"`
}

// A Lines is a list of program lines, or of types, with the kind of its counts.
type Lines struct {
	Kind, Title string
	Rows        []Location
}

// Lists returns the lists of details in display order.
func (d *Details) Lists() []Lines {
	return []Lines{{"add", "elements added", d.AddSites}, {"get", "GETs", d.GetSites}, {"remove", "REMOVEs", d.RemoveSites},
		{"last_get", "elements last read", d.LastGets}, {"type", "elements of type", d.Types}}
}

// Find returns the row of the collection with the given number; nil if it is not listed.
func (r *Report) Find(number int) *Row {
	for i := range r.Collections {
		if c := &r.Collections[i]; c.Number == number {
			return c
		}
	}
	return nil
}
