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

// RemovalKind selects the target of a [Removal].
type RemovalKind uint8

// Kinds of removals.
const (
	CutGroup      RemovalKind = iota // all objects of the group Key
	CutReferences                    // all references from objects of the group Key to those of the group To
	CutRoot                          // the GC root named Key
	CutNode                          // the objects or GC roots of the node Key of a heap graph
	CutEdge                          // the references from the node Key of a heap graph to the node To
	CutGuide                         // references that the guide suggests to clear
)

// Removal is a hypothetical removal from the heap. A what-if computes what it would free. It contains keys, so that it has the same meaning
// at every GC point.
type Removal struct {
	Kind    RemovalKind
	By      seq.Seq[string] // chain of the groups; empty for the groups that the recording came with
	Filters seq.Seq[string]

	Key, To string
	Field   string          // for CutReferences: only references in a field of this name; empty for all
	Graph   graphs.Walk     // for CutNode and CutEdge: the heap graph with the nodes
	Finding int             // for CutGuide, 0-based
	Cut     int             // index of the finding's reference, 0-based
	Window  findings.Window // for CutGuide: GC points that the guide judged; zero for all

	Text string // display name; for CutGuide it also distinguishes references of different guide runs
}

// MaxRemovals is the maximum number of removals at a time.
const MaxRemovals = 32

// Same reports whether c and o remove the same, regardless of their display names.
func (c Removal) Same(o Removal) bool { return c.unnamed() == o.unnamed() }

// unnamed returns c without the fields that may differ between equal removals.
func (c Removal) unnamed() Removal {
	if c.Kind != CutGuide {
		c.Text = ""
	}
	return c
}

// Grouping returns the grouping of the groups of c.
func (c Removal) Grouping() trees.Grouping { return trees.Grouping{By: c.By, Filters: c.Filters} }

// GroupRemoval returns the removal of all objects of a group.
func GroupRemoval(by trees.Grouping, key string) Removal {
	return Removal{Kind: CutGroup, By: by.By, Filters: by.Filters, Key: key, Text: lastName(key)}
}

// ReferenceRemoval returns the removal of all references from the objects of one group to the objects of another group or the same one.
func ReferenceRemoval(by trees.Grouping, from, to string) Removal {
	return Removal{Kind: CutReferences, By: by.By, Filters: by.Filters, Key: from, To: to, Text: lastName(from) + " → " + lastName(to)}
}

// RootRemoval returns the removal of a GC root by its name, such as "static field app.Main.cache".
func RootRemoval(name string) Removal { return Removal{Kind: CutRoot, Key: name, Text: name} }

// lastName returns the last name in the key of a group.
func lastName(key string) string { return key[strings.LastIndexByte(key, '#')+1:] }

// String returns the removal in the syntax of the command line option --without. For a heap graph it is for display only.
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

// ParseRemoval parses an argument of the option --without. It is the key of a group of a series, or two keys joined by "->" for the
// references from one to the other. "guide:I.J" is reference J of the guide's finding I, and "root:NAME" is a GC root, such as "root:static
// field app.Main.cache". Errors contain the text and what was expected.
func ParseRemoval(text string, by trees.Grouping, series *trees.Series) (Removal, error) {
	if name, ok := strings.CutPrefix(text, rootPrefix); ok && name != "" {
		return RootRemoval(name), nil
	}
	if numbers, ok := strings.CutPrefix(text, guidePrefix); ok {
		finding, cut, _ := strings.Cut(numbers, ".")
		i, bad := strconv.Atoi(finding)
		j, worse := strconv.Atoi(cut)
		if bad != nil || worse != nil || i < 1 || j < 1 {
			return Removal{}, fmt.Errorf("%q: expected guide:I.J for reference J of the guide's finding I, both 1-based", text)
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
	return Removal{}, fmt.Errorf("%q: expected a group key, two keys joined by ->, guide:I.J or root:NAME", text)
}

// Prefixes of removals other than groups.
const (
	rootPrefix  = "root:"
	guidePrefix = "guide:"
)
