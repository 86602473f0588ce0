package whatif

import (
	"fmt"
	"strconv"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/graphs"
)

// RemovalKind says what a [Removal] removes.
type RemovalKind uint8

// The kinds.
const (
	CutGroup      RemovalKind = iota // all objects of the group Key
	CutReferences                    // all references from objects of the group Key to those of the group To
	CutRoot                          // the GC root that is named Key
	CutNode                          // what the node Key of a heap graph stands for: objects, or GC roots
	CutEdge                          // the references from the node Key of a heap graph to the node To
	CutGuide                         // references that the guide suggests to cut
)

// Removal is something that is removed from the heap, to see what would be freed. It holds keys, so that it means the same at
// every GC point.
type Removal struct {
	Kind    RemovalKind
	By      seq.Seq[string] // what the groups are grouped by; empty for what the recording came with
	Filters seq.Seq[string]

	Key, To string
	Field   string      // of CutReferences: only those in a field of this name; empty for all
	Graph   graphs.Walk // of CutNode and CutEdge: the heap graph with the nodes
	Finding int         // of CutGuide, from 0
	Cut     int         // of the finding's cuts, from 0

	Text string // names it for people, and of CutGuide distinguishes cuts of one guide from those of the next
}

// MaxRemovals is how many things can be removed at a time.
const MaxRemovals = 32

// Same reports whether c and o remove the same, whatever they are called.
func (c Removal) Same(o Removal) bool { return c.unnamed() == o.unnamed() }

// unnamed is c without what differs between removals that remove the same.
func (c Removal) unnamed() Removal {
	if c.Kind != CutGuide {
		c.Text = ""
	}
	return c
}

// Grouping is what the groups of c are of.
func (c Removal) Grouping() trees.Grouping { return trees.Grouping{By: c.By, Filters: c.Filters} }

// GroupRemoval removes all objects of a group.
func GroupRemoval(by trees.Grouping, key string) Removal {
	return Removal{Kind: CutGroup, By: by.By, Filters: by.Filters, Key: key, Text: lastName(key)}
}

// ReferenceRemoval removes all references from the objects of a group to those of another one, or of itself.
func ReferenceRemoval(by trees.Grouping, from, to string) Removal {
	return Removal{Kind: CutReferences, By: by.By, Filters: by.Filters, Key: from, To: to, Text: lastName(from) + " → " + lastName(to)}
}

// RootRemoval removes a GC root by its name, such as "static field app.Main.cache".
func RootRemoval(name string) Removal { return Removal{Kind: CutRoot, Key: name, Text: name} }

// lastName is the last name in the key of a group.
func lastName(key string) string { return key[strings.LastIndexByte(key, '#')+1:] }

// String is the removal as the option --without of the command line takes it; of a heap graph it is for people only.
func (c Removal) String() string {
	switch c.Kind {
	case CutReferences:
		return c.Key + "->" + c.To
	case CutRoot:
		return rootPrefix + c.Key
	case CutGuide:
		return findings.ReferenceName(c.Finding, c.Cut)
	case CutGroup:
		return c.Key
	}
	return c.Text
}

// ParseRemoval reads what the option --without names: the key of a group of a series, two joined by "->" for the references from
// one to the other, "guide:I.J" for cut J of the guide's finding I, or "root:NAME" for a GC root, such as
// "root:static field app.Main.cache". Errors name the text and what was expected in its place.
func ParseRemoval(text string, by trees.Grouping, series *trees.Series) (Removal, error) {
	if name, ok := strings.CutPrefix(text, rootPrefix); ok && name != "" {
		return RootRemoval(name), nil
	}
	if numbers, ok := strings.CutPrefix(text, guidePrefix); ok {
		finding, cut, _ := strings.Cut(numbers, ".")
		i, bad := strconv.Atoi(finding)
		j, worse := strconv.Atoi(cut)
		if bad != nil || worse != nil || i < 1 || j < 1 {
			return Removal{}, fmt.Errorf("%q: expected guide:I.J for reference J of the guide's finding I, both counted from 1", text)
		}
		return Removal{Kind: CutGuide, Finding: i - 1, Cut: j - 1}, nil
	}
	if _, ok := series.Find(text); ok {
		return GroupRemoval(by, text), nil
	}
	for at := range text {
		if to, ok := strings.CutPrefix(text[at:], "->"); ok {
			_, from := series.Find(text[:at])
			if _, ok := series.Find(to); ok && from {
				return ReferenceRemoval(by, text[:at], to), nil
			}
		}
	}
	return Removal{}, fmt.Errorf("%q: expected the key of a group, two keys joined by ->, guide:I.J or root:NAME", text)
}

// Words that the text of a removal of another kind than groups begins with.
const (
	rootPrefix  = "root:"
	guidePrefix = "guide:"
)
