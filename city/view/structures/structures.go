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

// Sizes contains the sizes of a data structure; nil for missing data.
type Sizes struct {
	Retained  *StructureSize `json:"retained,omitempty"`  // would die with the head
	Reachable *StructureSize `json:"reachable,omitempty"` // reachable objects
	Own       *StructureSize `json:"own,omitempty"`       // head, parts and leaves
	Deep      *StructureSize `json:"deep,omitempty"`      // including contained data structures
}

// Structure is a data structure at one GC point.
type Structure struct {
	Type      string      `json:"type"`
	Object    uint32      `json:"object"` // number of the head in the heap state
	Site      string      `json:"site,omitempty"`
	Contained bool        `json:"contained,omitempty"` // true if another structure contains it
	Parts     int         `json:"parts"`               // without the head
	Leaves    int         `json:"leaves"`              // without heads of other structures
	Nested    int         `json:"nested"`              // directly contained data structures
	Sizes     Sizes       `json:"sizes"`
	Contents  []LeafGroup `json:"contents,omitempty"` // leaves by type and site, including those of contained structures
	Smaller   int         `json:"smaller,omitempty"`  // number of groups of leaves not in Contents
	HeldBy    string      `json:"held_by,omitempty"`  // the strongest path from a GC root, in words
}

// LeafGroup contains leaves of one type and allocation site. If a type has objects without a site, its leaves form a single group.
type LeafGroup struct {
	Type   string         `json:"type"`
	Site   string         `json:"site,omitempty"`
	Sited  int64          `json:"site_objects,omitempty"` // objects of Now that were allocated at Site; 0 for all
	Before *StructureSize `json:"before,omitempty"`       // at the earlier of two GC points
	Now    StructureSize  `json:"now"`

	Estimate *trace.Estimate `json:"estimate,omitempty"` // error of Now, if it is based on samples; nil if it is exact
}

// Structures contains the data structures of one GC point.
type Structures struct {
	Heads     int           `json:"heads"` // all that are alive
	Contained int           `json:"contained"`
	Cut       int           `json:"cut,omitempty"` // heads whose members were not searched for, because too many are shared
	Heap      StructureSize `json:"heap"`
	Types     []Type        `json:"types"`
	List      []Structure   `json:"list"`
	LeftOut   int           `json:"left_out"` // number of smaller structures not in List
}

// Type counts the data structures of one type.
type Type struct {
	Type      string         `json:"type"`
	Heads     int            `json:"heads"`
	Contained int            `json:"contained"`
	Own       StructureSize  `json:"own"`                // sum; shared objects count for each structure
	Retained  *StructureSize `json:"retained,omitempty"` // by all of them together
}

// Grown is a data structure at the later of two GC points. It also exists at the earlier one, unless it was born in between.
type Grown struct {
	Structure          // at the later GC point
	Was       uint32   `json:"was"`            // number of the head in the earlier heap state; 0 if Born
	Born      bool     `json:"born,omitempty"` // true if the head did not exist at the earlier GC point, so that it counts from zero
	Before    Sizes    `json:"before"`
	Portions  *Portion `json:"portions,omitempty"` // nil if the heap did not grow
	Pattern   string   `json:"pattern,omitempty"`
	Meaning   string   `json:"meaning"`
	Next      string   `json:"next"`
	Judged    *Portion `json:"-"` // portions that determine the pattern; nil for none

	Turnover *structure.Turnover `json:"turnover,omitempty"` // of its contents; nil for missing data
}

// Portion is growth in percent of the heap growth.
type Portion struct {
	Retained  float64 `json:"retained"`
	Reachable float64 `json:"reachable"`
	Own       float64 `json:"own"`
	Deep      float64 `json:"deep"`
}

// Growth describes how the data structures changed between two GC points.
type Growth struct {
	HeapBefore StructureSize `json:"heap_before"`
	HeapAfter  StructureSize `json:"heap_after"`
	Identity   string        `json:"identity"` // how objects were matched: native or recovered
	Rate       float64       `json:"rate"`     // share of the earlier objects with a certain match, 0 to 1

	Alive int `json:"alive"` // at both points
	Gone  int `json:"gone"`
	New   int `json:"new"`
	// Indistinct is the number of earlier heads that are not told apart from as many later heads. They count neither as gone nor as new.
	Indistinct int `json:"not_told_apart,omitempty"`
	Contained  int `json:"contained"`
	Unsized    int `json:"unsized,omitempty"` // without reachable sizes
	// NoTurnover is the reason that turnover is missing: "not known, because …"; empty if it is not.
	NoTurnover string  `json:"no_turnover,omitempty"`
	List       []Grown `json:"list"`
	LeftOut    int     `json:"left_out"`
}

// Proposed is a proposed description for a type that has none. It has no effect until the user accepts it.
type Proposed struct {
	Type   string `json:"type"` // of the heads
	Text   string `json:"text"` // as written in a file
	Why    string `json:"why"`
	Heads  int    `json:"heads"`
	Parts  int    `json:"parts"`
	Leaves int    `json:"leaves"`
	Bytes  int64  `json:"bytes"` // of heads and parts
}
