package structures

import (
	"memcity/analysis/structure"
	"memcity/trace"
)

// StructureSize is a number of objects and their shallow bytes.
type StructureSize struct {
	Objects int64 `json:"objects"`
	Bytes   int64 `json:"bytes"`
}

// Sizes are the sizes of a data structure; nil where they are not known.
type Sizes struct {
	Retained  *StructureSize `json:"retained,omitempty"`  // would die with the head
	Reachable *StructureSize `json:"reachable,omitempty"` // what references lead to
	Own       *StructureSize `json:"own,omitempty"`       // head, parts and leaves
	Deep      *StructureSize `json:"deep,omitempty"`      // with the data structures that it contains
}

// Structure is a data structure at one GC point.
type Structure struct {
	Type      string      `json:"type"`
	Object    uint32      `json:"object"` // number of the head in the heap state
	Site      string      `json:"site,omitempty"`
	Contained bool        `json:"contained,omitempty"` // another one contains it
	Parts     int         `json:"parts"`               // without the head
	Leaves    int         `json:"leaves"`              // without heads of others
	Nested    int         `json:"nested"`              // data structures that it contains directly
	Sizes     Sizes       `json:"sizes"`
	Contents  []LeafGroup `json:"contents,omitempty"` // leaves by type and site, those of contained ones too
	Smaller   int         `json:"smaller,omitempty"`  // groups of leaves in addition to them
	HeldBy    string      `json:"held_by,omitempty"`  // the strongest path from a GC root, in words
}

// LeafGroup is leaves of one type and allocation site. Leaves of a type with objects of unknown sites are one group.
type LeafGroup struct {
	Type   string         `json:"type"`
	Site   string         `json:"site,omitempty"`
	Sited  int64          `json:"site_objects,omitempty"` // objects of Now that come from Site; 0 if all do
	Before *StructureSize `json:"before,omitempty"`       // at the earlier of two GC points
	Now    StructureSize  `json:"now"`

	Estimate *trace.Estimate `json:"estimate,omitempty"` // error of Now, which comes from samples; exact without
}

// Structures is the data structures of one GC point.
type Structures struct {
	Heads     int           `json:"heads"` // all that are alive
	Contained int           `json:"contained"`
	Cut       int           `json:"cut,omitempty"` // whose members were not looked for, as too many are shared
	Heap      StructureSize `json:"heap"`
	Types     []Type        `json:"types"`
	List      []Structure   `json:"list"`
	LeftOut   int           `json:"left_out"` // smaller ones that are not in the list
}

// Type counts the data structures of one type.
type Type struct {
	Type      string         `json:"type"`
	Heads     int            `json:"heads"`
	Contained int            `json:"contained"`
	Own       StructureSize  `json:"own"`                // sum; what is in several counts for each
	Retained  *StructureSize `json:"retained,omitempty"` // by all of them together
}

// Grown is a data structure that is there at the later of two GC points, and at the earlier one unless it was born in between.
type Grown struct {
	Structure          // at the later one
	Was       uint32   `json:"was"`            // number of the head in the earlier heap state; 0 if Born
	Born      bool     `json:"born,omitempty"` // the head was not there at the earlier GC point, so it counts from zero
	Before    Sizes    `json:"before"`
	Portions  *Portion `json:"portions,omitempty"` // nil if the heap did not grow
	Pattern   string   `json:"pattern,omitempty"`
	Meaning   string   `json:"meaning"`
	Next      string   `json:"next"`
	Judged    *Portion `json:"-"` // what the pattern is made of; nil if there is none

	Turnover *structure.Turnover `json:"turnover,omitempty"` // of its contents; nil if that is not known
}

// Portion is growth in percent of the heap's.
type Portion struct {
	Retained  float64 `json:"retained"`
	Reachable float64 `json:"reachable"`
	Own       float64 `json:"own"`
	Deep      float64 `json:"deep"`
}

// Growth is what became of the data structures between two GC points.
type Growth struct {
	HeapBefore StructureSize `json:"heap_before"`
	HeapAfter  StructureSize `json:"heap_after"`
	Identity   string        `json:"identity"` // how objects were recognised: native or recovered
	Rate       float64       `json:"rate"`     // of the earlier objects that are later ones for certain, 0 to 1

	Alive int `json:"alive"` // at both
	Gone  int `json:"gone"`
	New   int `json:"new"`
	// Indistinct is the number of earlier heads that are not told apart from as many later heads. They count neither as gone nor as new.
	Indistinct int `json:"not_told_apart,omitempty"`
	Contained  int `json:"contained"`
	Unsized    int `json:"unsized,omitempty"` // without reachable sizes
	// NoTurnover says why it is not known what became of contents: "not known, because …"; empty if it is.
	NoTurnover string  `json:"no_turnover,omitempty"`
	List       []Grown `json:"list"`
	LeftOut    int     `json:"left_out"`
}

// Proposed is a description for a type that has none. It counts for nothing until the user takes it over.
type Proposed struct {
	Type   string `json:"type"` // of the heads
	Text   string `json:"text"` // as it is written in a file
	Why    string `json:"why"`
	Heads  int    `json:"heads"`
	Parts  int    `json:"parts"`
	Leaves int    `json:"leaves"`
	Bytes  int64  `json:"bytes"` // of heads and parts
}
