// Package memtree reads and writes memory trees and pointer maps as the JSON files that AntTracks, Memory Cities and
// WebTreeViz exchange. It knows their records and no meaning.
//
// A file is one document, an array of documents, or documents one after the other. A document is one of
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
// with members in any order, unknown ones ignored. Times are milliseconds, sizes bytes. A KEY is the path of names from
// the root joined by "#", which nothing escapes: it identifies, but cannot be taken apart. The default format has it in
// "key", the AntTracks format in "fullKeyAsString" with the node's own name in "key". Leaves have no "children", null or
// an empty array. A tree of a fleet has "fleet", and in its nodes what each pod has: its index among the pods, objects and
// bytes.
//
// Whole numbers may be written as 12.0 or 1.2e1. Text is UTF-8, with or without a byte order mark; what is no UTF-8
// is replaced by U+FFFD, since some writers use their platform's character set.
//
// Limits: [MaxDepth] levels of nodes, [MaxNodes] nodes in a document, [MaxText] bytes in a text.
package memtree

import (
	"fmt"

	"memcity/trace/pods"
	"memcity/trace/preorder"
)

// Limits of what is read.
const (
	// MaxDepth is the greatest number of nodes on a path. Call stacks are recorded up to 64 frames deep; chains of
	// a few hierarchies stay far below.
	MaxDepth = 1000
	// MaxNodes is the greatest number of nodes in one document.
	MaxNodes = 100_000_000
	// MaxText is the greatest length of a name, key or role in bytes.
	MaxText = 1 << 20
)

// Format distinguishes the two kinds of tree documents.
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

// Document is one heap state's tree or one of its pointer maps. Exactly one of Tree and Map is set.
type Document struct {
	Time    int64 // in ms since the start of the program; 0 if it is missing
	HasTime bool
	Tree    *Tree
	Map     *Map
}

// Tree is the tree of one document.
type Tree struct {
	Format Format
	Nodes  []Node   // in pre-order, the root first
	Texts  []string // the different names and roles in order of appearance; Texts[0] is empty
	// OddKeys has the keys that are not the parent's key, "#" and the name. See [Tree.Key].
	OddKeys map[int32]string
	Fleet   *pods.Fleet // that the tree is of; nil for that of one program
}

// Node is one object group.
type Node struct {
	Name, Role uint32 // indices into Texts
	preorder.Place
	Objects  int64
	Bytes    int64
	Deep     int64 // bytes of the transitive closure; -1 if not known
	Retained int64 // bytes; -1 if not known
}

// AppendKey appends the key of node i to dst. It walks up to the root, or to the next odd key.
func (t *Tree) AppendKey(dst []byte, i int32) []byte {
	if odd, ok := t.OddKeys[i]; ok {
		return append(dst, odd...)
	}
	if parent := t.Nodes[i].Parent; parent >= 0 {
		dst = append(t.AppendKey(dst, parent), '#')
	}
	return append(dst, t.Texts[t.Nodes[i].Name]...)
}

// Key returns the key of node i as in the file or, where the file has none, as the format builds it.
func (t *Tree) Key(i int32) string { return string(t.AppendKey(nil, i)) }

// Map is one pointer map in rows: the one of Keys[Rows[r]] has the entries To[Start[r]:Start[r+1]], which are indices
// into Keys as well, with the counts next to them. Rows and entries are as in the file: in any order, and a key may
// come twice.
type Map struct {
	Null   bool     // the file says that there is no data
	Keys   []string // different from each other, in order of appearance
	Rows   []uint32
	Start  []uint32 // one more than there are rows
	To     []uint32
	Counts []int64
}

// Error says what is wrong with a document.
type Error struct {
	Offset int64 // of the first byte that is not as expected, or shortly before
	Text   string
	Cut    bool // the input ends too early
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Text) }
