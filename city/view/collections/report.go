package collections

import (
	"errors"
)

// ErrNone says that what the program did with its collections was not recorded.
var ErrNone = errors.New("what the program did with its collections was not recorded; record it with --collections own")

// Report is the collections of a stretch of time. Its parts come one after the other.
type Report struct {
	Query       Query
	Recording   Recording
	Window      Window
	Collections []Row
	Top         *Details  // of the one of them with the largest size × staleness; nil if there is none, or it is not known
	Timeline    []Point   // elements of all collections, over the whole recording
	Patterns    []Pattern // in the window
	Notes       []string  // what the numbers lack, in whole sentences
	// NoConfidence says why leak confidence is not known, in a whole sentence; empty if it is known of some, or not computed yet.
	NoConfidence string
	Whole        bool // all is there; else it is still being computed
}

// Recording is what there is in all.
type Recording struct {
	Name        string `json:"name"`
	Start       int64  `json:"start_ms"`
	End         int64  `json:"end_ms"`
	Collections int    `json:"collections"`
	Elements    int    `json:"elements"`
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

// Row is a collection; Number is from 1, in order of first sight.
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
	Confidence *float64 `json:"confidence,omitempty"` // leak confidence; nil if it is not known
	Share      *float64 `json:"-"`                    // mean share of the heap that it keeps alive
	Label      string   `json:"-"`                    // as HashMap@Main.java:5, in full
}

// Part is some elements.
type Part struct {
	Elements  int64   `json:"elements"`
	Staleness float64 `json:"staleness"`
}

// DetailsReport is what there is of a collection, or of all together.
type DetailsReport struct {
	Query      DetailsQuery
	Start, End int64 // of the window, in milliseconds
	Details    Details
	Timeline   []Point // its elements, over the whole recording
	Notes      []string
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
	Elements     int64      `json:"-"` // in the window
	Staleness    float64    `json:"-"` // mean over these
	Duplicates   int64      `json:"-"`
	Label        string     `json:"-"`
}

// Others are elements with more GETs than are listed.
type Others struct {
	Elements int64 `json:"elements"`
	Gets     int64 `json:"gets"`
}

// Location is a line of the program, as in figure 15 of the thesis, or a type.
type Location struct {
	Location  string   `json:"location"`
	Count     int64    `json:"count"`
	Staleness *float64 `json:"staleness,omitempty"` // mean; nil for GETs and REMOVEs, since one element may have many
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
	Label       string  `json:"-"`
}

// A Lines is a list of lines of the program, or of types, with what its counts are of.
type Lines struct {
	Kind, Title string
	Rows        []Location
}

// Lists are the lists of details, in the order in which they are shown.
func (d *Details) Lists() []Lines {
	return []Lines{{"add", "elements added", d.AddSites}, {"get", "GETs", d.GetSites}, {"remove", "REMOVEs", d.RemoveSites},
		{"last_get", "elements last read", d.LastGets}, {"type", "elements of type", d.Types}}
}

// Find returns the row of a collection by its number; nil if it is not listed.
func (r *Report) Find(number int) *Row {
	for i := range r.Collections {
		if c := &r.Collections[i]; c.Number == number {
			return c
		}
	}
	return nil
}
