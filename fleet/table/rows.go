package table

import "iter"

// Schema is the version of the tables. It changes if a column changes its meaning, type or name, or is removed, but not if one is added.
const Schema = 2

// Recording is a row of the table recordings. It is written last, so recordings without a row are incomplete.
type Recording struct {
	ID       string `parquet:"recording_id"`
	Schema   int32  `parquet:"schema"`
	Settings string `parquet:"settings_hash"`
	Tool     string `parquet:"tool"`

	// Labels; empty if unknown.
	Service string `parquet:"service"`
	Version string `parquet:"version"`
	Pod     string `parquet:"pod"`
	Node    string `parquet:"node"`
	Region  string `parquet:"region"`
	Commit  string `parquet:"commit"`

	Name     string   `parquet:"name"`
	Format   string   `parquet:"format"`
	Path     string   `parquet:"path"`                     // location; for a file, relative to the folder of the tables; empty if unknown
	Started  *int64   `parquet:"started_unix_ms,optional"` // time zero; null if unknown
	Points   int32    `parquet:"points"`
	GCs      int32    `parquet:"gcs"`
	Knows    []string `parquet:"knows,list"`
	Judged   bool     `parquet:"leak_judged"`  // true if it can show a leak
	Missing  []string `parquet:"missing,list"` // what it does not report
	Warnings []string `parquet:"warnings,list"`
	Chains   []string `parquet:"chains,list"`
}

// GCPoint is a row of the table gc_points.
type GCPoint struct {
	ID          string `parquet:"recording_id,dict"`
	Point       int32  `parquet:"point"` // 1-based
	Time        int64  `parquet:"time_ms"`
	Unix        *int64 `parquet:"unix_ms,optional"`
	GC          int64  `parquet:"gc"`
	Counts      string `parquet:"counts,dict"` // objects, or counts of all objects by type
	Judged      bool   `parquet:"judged"`      // true if growth is measured by it
	Objects     int64  `parquet:"objects"`
	Bytes       int64  `parquet:"bytes"`
	LiveObjects *int64 `parquet:"live_objects,optional"` // excluding objects that no GC root keeps alive; null if they were counted together
	LiveBytes   *int64 `parquet:"live_bytes,optional"`
}

// Group is a row of the table groups: a group of a chain at a GC point. Groups that do not exist at a point are missing.
type Group struct {
	ID       string   `parquet:"recording_id,dict"`
	Chain    string   `parquet:"chain,dict"`
	Point    int32    `parquet:"point,delta"`
	Path     []string `parquet:"path,list,dict"`
	Hash     int64    `parquet:"path_hash"`
	Depth    int32    `parquet:"depth"` // 0 for the root
	Leaf     bool     `parquet:"leaf"`  // true if no point has a group below it
	Role     string   `parquet:"role,dict"`
	Objects  int64    `parquet:"objects,delta"`
	Bytes    int64    `parquet:"bytes,delta"`
	Deep     *int64   `parquet:"deep_bytes,optional"`     // at the last point, on request
	Retained *int64   `parquet:"retained_bytes,optional"` // at the last point, on request
}

// Growth is a row of the table growth: a group of a chain over all judged GC points. It counts 0 at points where it does not exist.
type Growth struct {
	ID             string   `parquet:"recording_id,dict"`
	Chain          string   `parquet:"chain,dict"`
	Path           []string `parquet:"path,list,dict"`
	Hash           int64    `parquet:"path_hash"`
	Depth          int32    `parquet:"depth"`
	Leaf           bool     `parquet:"leaf"`
	Role           string   `parquet:"role,dict"`
	Points         int32    `parquet:"points"`
	FirstObjects   int64    `parquet:"first_objects"`
	LastObjects    int64    `parquet:"last_objects"`
	FirstBytes     int64    `parquet:"first_bytes"`
	LastBytes      int64    `parquet:"last_bytes"`
	MaxBytes       int64    `parquet:"max_bytes"`
	ObjectsPerHour *float64 `parquet:"objects_per_hour,optional"` // by least squares; null for fewer than two times
	BytesPerHour   *float64 `parquet:"bytes_per_hour,optional"`
}

// Pointer is a row of the table pointers: the number of objects of one group that objects of another refer to at the last GC point.
type Pointer struct {
	ID      string `parquet:"recording_id,dict"`
	Chain   string `parquet:"chain,dict"`
	From    int64  `parquet:"from_hash"` // hash of the path
	To      int64  `parquet:"to_hash"`
	Objects int64  `parquet:"to_objects"` // distinct objects
}

// Finding is a row of the table findings.
type Finding struct {
	ID             string   `parquet:"recording_id,dict"`
	Rank           int32    `parquet:"rank"` // 1-based, most important first
	Rule           string   `parquet:"rule"`
	Grade          string   `parquet:"grade"`
	Confidence     float64  `parquet:"confidence"`
	Signature      string   `parquet:"signature"` // empty without a holder
	Owner          string   `parquet:"owner"`
	Field          string   `parquet:"field"`
	Type           string   `parquet:"type"`
	Kind           string   `parquet:"kind"` // kind of the collection
	Root           string   `parquet:"root"`
	Path           []string `parquet:"path,list"` // types from the GC root
	Points         int32    `parquet:"points"`
	FirstObjects   int64    `parquet:"first_objects"`
	LastObjects    int64    `parquet:"last_objects"`
	FirstBytes     int64    `parquet:"first_bytes"`
	LastBytes      int64    `parquet:"last_bytes"`
	ObjectsPerHour *float64 `parquet:"objects_per_hour,optional"`
	BytesPerHour   *float64 `parquet:"bytes_per_hour,optional"`
}

// Owner is a row of the table owners: what a holder keeps alive at the last GC point.
type Owner struct {
	ID        string   `parquet:"recording_id,dict"`
	Rank      int32    `parquet:"rank"` // 1-based, largest retained size first
	Signature string   `parquet:"signature"`
	Owner     string   `parquet:"owner"`
	Type      string   `parquet:"type"` // most frequent type of what is held
	Root      string   `parquet:"root"`
	Path      []string `parquet:"path,list"`
	Objects   int64    `parquet:"objects"`
	Retained  int64    `parquet:"retained_bytes"`
}

// Object is a row of the table objects: an object at the last GC point, on request.
type Object struct {
	ID        string  `parquet:"recording_id,dict"`
	Object    int64   `parquet:"object,delta"` // number in the recording
	Type      string  `parquet:"type,dict"`
	Bytes     int64   `parquet:"bytes"`
	Length    *int64  `parquet:"length,optional"`    // for arrays
	Site      *string `parquet:"site,optional,dict"` // null if unknown
	BirthGC   *int64  `parquet:"birth_gc,optional"`  // null if unknown
	Root      bool    `parquet:"root"`               // true if a GC root refers to it
	Dominator *int64  `parquet:"dominator,optional"` // null if no single object keeps it alive or it is unreachable
	Objects   int64   `parquet:"retained_objects"`
	Retained  int64   `parquet:"retained_bytes"`
}

// Reference is a row of the table references, on request.
type Reference struct {
	ID    string `parquet:"recording_id,dict"`
	From  int64  `parquet:"from_object,delta"`
	To    int64  `parquet:"to_object"`
	Field string `parquet:"field,dict"` // for arrays the index in brackets
}

// Tables contains all rows of a recording.
type Tables struct {
	Recording Recording
	GCPoints  []GCPoint
	Groups    []Group
	Growth    []Growth
	Pointers  []Pointer
	Findings  []Finding
	Owners    []Owner

	// On request; nil if not requested. An error ends the sequence.
	Objects    iter.Seq2[Object, error]
	References iter.Seq2[Reference, error]
}
