package table

import "iter"

// Schema is the version of the tables. It changes when a column changes its meaning, its type or its name, or goes; not when one is added.
const Schema = 2

// Recording is the row of the table recordings: one for each recording, written last, so that what has no row here is not complete.
type Recording struct {
	ID       string `parquet:"recording_id"`
	Schema   int32  `parquet:"schema"`
	Settings string `parquet:"settings_hash"`
	Tool     string `parquet:"tool"`

	// Labels; empty where they are not known.
	Service string `parquet:"service"`
	Version string `parquet:"version"`
	Pod     string `parquet:"pod"`
	Node    string `parquet:"node"`
	Region  string `parquet:"region"`
	Commit  string `parquet:"commit"`

	Name     string   `parquet:"name"`
	Format   string   `parquet:"format"`
	Path     string   `parquet:"path"`                     // where it is kept; of a file, seen from the folder of the tables; empty if not known
	Started  *int64   `parquet:"started_unix_ms,optional"` // of time zero; null if it is not known
	Points   int32    `parquet:"points"`
	GCs      int32    `parquet:"gcs"`
	Knows    []string `parquet:"knows,list"`
	Judged   bool     `parquet:"leak_judged"`  // it could show a leak
	Missing  []string `parquet:"missing,list"` // what it does not report
	Warnings []string `parquet:"warnings,list"`
	Chains   []string `parquet:"chains,list"`
}

// GCPoint is a row of the table gc_points.
type GCPoint struct {
	ID          string `parquet:"recording_id,dict"`
	Point       int32  `parquet:"point"` // from 1
	Time        int64  `parquet:"time_ms"`
	Unix        *int64 `parquet:"unix_ms,optional"`
	GC          int64  `parquet:"gc"`
	Counts      string `parquet:"counts,dict"` // objects, or counts of all objects by type
	Judged      bool   `parquet:"judged"`      // growth is measured by it
	Objects     int64  `parquet:"objects"`
	Bytes       int64  `parquet:"bytes"`
	LiveObjects *int64 `parquet:"live_objects,optional"` // without those that no GC root keeps alive; null if they were counted together
	LiveBytes   *int64 `parquet:"live_bytes,optional"`
}

// Group is a row of the table groups: a group of a chain at a GC point. Groups that a point does not have are missing.
type Group struct {
	ID       string   `parquet:"recording_id,dict"`
	Chain    string   `parquet:"chain,dict"`
	Point    int32    `parquet:"point,delta"`
	Path     []string `parquet:"path,list,dict"`
	Hash     int64    `parquet:"path_hash"`
	Depth    int32    `parquet:"depth"` // the root has 0
	Leaf     bool     `parquet:"leaf"`  // nothing is below it at any point
	Role     string   `parquet:"role,dict"`
	Objects  int64    `parquet:"objects,delta"`
	Bytes    int64    `parquet:"bytes,delta"`
	Deep     *int64   `parquet:"deep_bytes,optional"`     // at the last point, on request
	Retained *int64   `parquet:"retained_bytes,optional"` // at the last point, on request
}

// Growth is a row of the table growth: a group of a chain over all GC points that count, where a point without it counts 0.
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
	ObjectsPerHour *float64 `parquet:"objects_per_hour,optional"` // by least squares; null with fewer than two times
	BytesPerHour   *float64 `parquet:"bytes_per_hour,optional"`
}

// Pointer is a row of the table pointers: how many objects of one group the objects of another refer to at the last GC point.
type Pointer struct {
	ID      string `parquet:"recording_id,dict"`
	Chain   string `parquet:"chain,dict"`
	From    int64  `parquet:"from_hash"` // of the path
	To      int64  `parquet:"to_hash"`
	Objects int64  `parquet:"to_objects"` // each once
}

// Finding is a row of the table findings.
type Finding struct {
	ID             string   `parquet:"recording_id,dict"`
	Rank           int32    `parquet:"rank"` // from 1, the most important
	Rule           string   `parquet:"rule"`
	Grade          string   `parquet:"grade"`
	Confidence     float64  `parquet:"confidence"`
	Signature      string   `parquet:"signature"` // empty if there is no holder
	Owner          string   `parquet:"owner"`
	Field          string   `parquet:"field"`
	Type           string   `parquet:"type"`
	Kind           string   `parquet:"kind"` // of the collection
	Root           string   `parquet:"root"`
	Path           []string `parquet:"path,list"` // types from the GC root on
	Points         int32    `parquet:"points"`
	FirstObjects   int64    `parquet:"first_objects"`
	LastObjects    int64    `parquet:"last_objects"`
	FirstBytes     int64    `parquet:"first_bytes"`
	LastBytes      int64    `parquet:"last_bytes"`
	ObjectsPerHour *float64 `parquet:"objects_per_hour,optional"`
	BytesPerHour   *float64 `parquet:"bytes_per_hour,optional"`
}

// Owner is a row of the table owners: what one holder keeps alive at the last GC point.
type Owner struct {
	ID        string   `parquet:"recording_id,dict"`
	Rank      int32    `parquet:"rank"` // from 1, the one that retains most
	Signature string   `parquet:"signature"`
	Owner     string   `parquet:"owner"`
	Type      string   `parquet:"type"` // of most of what is held
	Root      string   `parquet:"root"`
	Path      []string `parquet:"path,list"`
	Objects   int64    `parquet:"objects"`
	Retained  int64    `parquet:"retained_bytes"`
}

// Object is a row of the table objects: an object at the last GC point, on request.
type Object struct {
	ID        string  `parquet:"recording_id,dict"`
	Object    int64   `parquet:"object,delta"` // its number in the recording
	Type      string  `parquet:"type,dict"`
	Bytes     int64   `parquet:"bytes"`
	Length    *int64  `parquet:"length,optional"`    // of an array
	Site      *string `parquet:"site,optional,dict"` // null if it is not known
	BirthGC   *int64  `parquet:"birth_gc,optional"`  // null if it is not known
	Root      bool    `parquet:"root"`               // a GC root refers to it
	Dominator *int64  `parquet:"dominator,optional"` // null if no single object keeps it alive, or if it is not reachable
	Objects   int64   `parquet:"retained_objects"`
	Retained  int64   `parquet:"retained_bytes"`
}

// Reference is a row of the table references, on request.
type Reference struct {
	ID    string `parquet:"recording_id,dict"`
	From  int64  `parquet:"from_object,delta"`
	To    int64  `parquet:"to_object"`
	Field string `parquet:"field,dict"` // the index in brackets in arrays
}

// Tables are all rows of one recording.
type Tables struct {
	Recording Recording
	GCPoints  []GCPoint
	Groups    []Group
	Growth    []Growth
	Pointers  []Pointer
	Findings  []Finding
	Owners    []Owner

	// On request, else nil. An error ends them.
	Objects    iter.Seq2[Object, error]
	References iter.Seq2[Reference, error]
}
