// Package memtree reads and writes memory trees and pointer maps in the JSON files exchanged by AntTracks, Memory Cities and WebTreeViz. It
// does not interpret the records.
//
// A file is one document, an array of documents, or a sequence of documents. A document is one of
//
//	default format    {"time": int, "root": NODE, "fleet": FLEET}
//	                  NODE  = {"key", "name", "role": string, "bytes", "objects", "deep_bytes", "retained_bytes": int,
//	                           "of_pods": int, "outliers": [int, ...], "pods": [[int, int, int], ...], "children": [NODE, ...]}
//	                  FLEET = {"pods": [{"service", "version", "pod", "recording": string, "point": int}, ...],
//	                           "leaks": [{"service", "type", "owner", "versions", "since": string, "sure", "current": bool,
//	                           "pods", "judged_pods", "earlier_pods", "bytes_per_hour", "p_millionths": int}, ...],
//	                           "unix_ms": int, "releases": [{"service", "version": string, "unix_ms": int}, ...]}
//	AntTracks format  {"classifiers": [{"name": string, "id": int}, ...], "time": int, "root": ANODE}
//	                  ANODE = {"key": string, "fullKey": [string, ...], "fullKeyAsString": string,
//	                           "classifierId": int, "bytes", "objects", "transitiveClosureSize", "retainedSize": int,
//	                           "children": [ANODE, ...]}
//	pointer map       {"time": int, "pointerMap": {KEY: {KEY: int, ...}, ...} | null}
//
// with members in any order; unknown members are ignored. Times are in milliseconds, sizes in bytes. A KEY is the path of names from the
// root joined by "#". Since "#" is not escaped, a key identifies a node but cannot be split. The default format stores it in "key". The
// AntTracks format stores it in "fullKeyAsString", and the node's own name in "key". The "children" of a leaf are missing, null or an empty
// array. A fleet's tree has "fleet"; its nodes have "pods", with each pod's index, objects and bytes.
//
// Whole numbers may be written as 12.0 or 1.2e1. Text is UTF-8, with or without a byte order mark. Invalid UTF-8 is replaced by U+FFFD,
// since some writers use their platform's character set.
//
// Limits: [MaxDepth] levels of nodes, [MaxNodes] nodes per document, [MaxText] bytes per text.
package memtree

import (
	"fmt"

	"memcity/trace/pods"
	"memcity/trace/preorder"
)

// Limits for reading.
const (
	// MaxDepth is the largest number of nodes on a path. Call stacks are recorded up to 64 frames deep, and chains of a few hierarchies are
	// far shorter than the limit.
	MaxDepth = 1000
	// MaxNodes is the largest number of nodes in a document.
	MaxNodes = 100_000_000
	// MaxText is the largest length of a name, key or role in bytes.
	MaxText = 1 << 20
)

// Format selects one of the two kinds of tree documents.
type Format uint8

// Formats of tree documents.
const (
	Default Format = iota
	AntTracks
)

func (f Format) String() string {
	if f == AntTracks {
		return "AntTracks format"
	}
	return "default format"
}

// Document is the tree of a heap state or one of its pointer maps. Exactly one of Tree and Map is set.
type Document struct {
	Time    int64 // in ms since the start of the program; 0 if missing
	HasTime bool
	Tree    *Tree
	Map     *Map
}

// Tree is the tree of a document.
type Tree struct {
	Format Format
	Nodes  []Node   // in pre-order, root first
	Texts  []string // distinct names and roles in order of appearance; Texts[0] is empty
	// OddKeys are the keys, by node, that differ from the parent's key, "#" and the name. See [Tree.Key].
	OddKeys map[int32]string
	Fleet   *pods.Fleet // nil for the tree of a single program
}

// Node is a group of objects.
type Node struct {
	Name, Role uint32 // indices into Texts
	preorder.Place
	Objects  int64
	Bytes    int64
	Deep     int64 // bytes of the transitive closure; -1 if unknown
	Retained int64 // in bytes; -1 if unknown
}

// AppendKey appends the key of node i to dst. The cost is linear in the depth, up to the closest ancestor with an odd key.
func (t *Tree) AppendKey(dst []byte, i int32) []byte {
	if odd, ok := t.OddKeys[i]; ok {
		return append(dst, odd...)
	}
	if parent := t.Nodes[i].Parent; parent >= 0 {
		dst = append(t.AppendKey(dst, parent), '#')
	}
	return append(dst, t.Texts[t.Nodes[i].Name]...)
}

// Key returns the key of node i from the file. If the file has none, it returns the key by the rules of the format.
func (t *Tree) Key(i int32) string { return string(t.AppendKey(nil, i)) }

// Map is a pointer map in rows. The row of Keys[Rows[r]] has the entries To[Start[r]:Start[r+1]], which are also indices into Keys, with
// Counts in parallel. Rows and entries are in file order, and a key may occur twice.
type Map struct {
	Null   bool     // the file states that there is no data
	Keys   []string // distinct, in order of appearance
	Rows   []uint32
	Start  []uint32 // one more entry than rows
	To     []uint32
	Counts []int64
}

// Error reports a fault in a document.
type Error struct {
	Offset int64 // of the first unexpected byte, or shortly before it
	Text   string
	Cut    bool // the input ends too early
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Text) }
