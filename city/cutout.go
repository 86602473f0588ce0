package city

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// CutoutKind says what a [Cutout] takes out.
type CutoutKind uint8

// The kinds.
const (
	CutGroup      CutoutKind = iota // all objects of the group Key
	CutReferences                   // all references from objects of the group Key to those of the group To
	CutRoot                         // the GC root that is named Key
	CutNode                         // what the node Key of a heap graph stands for: objects, or GC roots
	CutEdge                         // the references from the node Key of a heap graph to the node To
	CutGuide                        // references that the guide suggests to cut
)

// Cutout is something that is taken out of the heap, to see what would be freed. It holds keys, so that it means the same at
// every GC point.
type Cutout struct {
	Kind    CutoutKind
	By      []string // what the groups are grouped by; empty for what the recording came with
	Filters []string

	Key, To string
	Field   string   // of CutReferences: only those in a field of this name; empty for all
	Graph   AskGraph // of CutNode and CutEdge: the heap graph with the nodes
	Finding int      // of CutGuide, from 0
	Cut     int      // of the finding's cuts, from 0

	Text string // names it for people, and of CutGuide tells cuts of one guide from those of the next
}

// MaxCutouts is how many things can be taken out at a time.
const MaxCutouts = 32

// Same reports whether c and o take out the same.
func (c Cutout) Same(o Cutout) bool {
	return c.Kind == o.Kind && c.Key == o.Key && c.To == o.To && c.Field == o.Field && c.Finding == o.Finding && c.Cut == o.Cut &&
		(c.Kind != CutGuide || c.Text == o.Text) && slices.Equal(c.By, o.By) && slices.Equal(c.Filters, o.Filters) && c.Graph.Same(&o.Graph)
}

// Grouping is what the groups of c are of.
func (c Cutout) Grouping() Grouping { return Grouping{By: c.By, Filters: c.Filters} }

// GroupCutout takes out all objects of a group.
func GroupCutout(by Grouping, key string) Cutout {
	return Cutout{Kind: CutGroup, By: by.By, Filters: by.Filters, Key: key, Text: lastName(key)}
}

// ReferenceCutout takes out all references from the objects of a group to those of another one, or of itself.
func ReferenceCutout(by Grouping, from, to string) Cutout {
	return Cutout{Kind: CutReferences, By: by.By, Filters: by.Filters, Key: from, To: to, Text: lastName(from) + " → " + lastName(to)}
}

// RootCutout takes out a GC root by its name, such as "static field app.Main.cache".
func RootCutout(name string) Cutout { return Cutout{Kind: CutRoot, Key: name, Text: name} }

// lastName is the last name in the key of a group.
func lastName(key string) string { return key[strings.LastIndexByte(key, '#')+1:] }

// String is the cutout as the option --without of the command line takes it; of a heap graph it is for people only.
func (c Cutout) String() string {
	switch c.Kind {
	case CutReferences:
		return c.Key + "->" + c.To
	case CutRoot:
		return rootPrefix + c.Key
	case CutGuide:
		return CutName(c.Finding, c.Cut)
	case CutGroup:
		return c.Key
	}
	return c.Text
}

// ParseCutout reads what the option --without names: the key of a group of a series, two joined by "->" for the references from
// one to the other, "guide:I.J" for cut J of the guide's finding I, or "root:NAME" for a GC root, such as
// "root:static field app.Main.cache". Errors tell the text and what was expected in its place.
func ParseCutout(text string, by Grouping, series *Series) (Cutout, error) {
	if name, ok := strings.CutPrefix(text, rootPrefix); ok && name != "" {
		return RootCutout(name), nil
	}
	if numbers, ok := strings.CutPrefix(text, guidePrefix); ok {
		finding, cut, _ := strings.Cut(numbers, ".")
		i, bad := strconv.Atoi(finding)
		j, worse := strconv.Atoi(cut)
		if bad != nil || worse != nil || i < 1 || j < 1 {
			return Cutout{}, fmt.Errorf("%q: expected guide:I.J for cut J of the guide's finding I, both counted from 1", text)
		}
		return Cutout{Kind: CutGuide, Finding: i - 1, Cut: j - 1}, nil
	}
	if _, ok := series.Find(text); ok {
		return GroupCutout(by, text), nil
	}
	for at := range text {
		if to, ok := strings.CutPrefix(text[at:], "->"); ok {
			_, from := series.Find(text[:at])
			if _, ok := series.Find(to); ok && from {
				return ReferenceCutout(by, text[:at], to), nil
			}
		}
	}
	return Cutout{}, fmt.Errorf("%q: expected the key of a group, two keys joined by ->, guide:I.J or root:NAME", text)
}

// Words that the text of a cutout of another kind than groups begins with.
const (
	rootPrefix  = "root:"
	guidePrefix = "guide:"
)

// TakeOut takes things out of the heap: the parts of the buildings then show what that frees. It can be taken back with
// Undo. What is out already, and more than [MaxCutouts], changes nothing.
type TakeOut struct{ What []Cutout }

func (a TakeOut) step(s State) State {
	before := s.choices()
	for _, c := range a.What {
		if !s.IsOut(c) && len(s.Cutouts) < MaxCutouts {
			s.Cutouts = append(slices.Clip(s.Cutouts), c)
		}
	}
	return s.cutDivided().chose(before, "")
}

// PutBack puts back things that are taken out, or all of them. It can be taken back with Undo.
type PutBack struct {
	What []Cutout
	All  bool
}

func (a PutBack) step(s State) State {
	before := s.choices()
	s.Cutouts = slices.DeleteFunc(slices.Clone(s.Cutouts), func(c Cutout) bool { return a.All || slices.ContainsFunc(a.What, c.Same) })
	return s.cutDivided().chose(before, "")
}

// IsOut reports whether something is taken out.
func (s State) IsOut(c Cutout) bool { return slices.ContainsFunc(s.Cutouts, c.Same) }

// cutDivided makes the parts of the buildings show what is taken out as long as anything is.
func (s State) cutDivided() State {
	switch {
	case len(s.Cutouts) > 0:
		s.Division, s.Settings.Measure = ByCut, Shallow // what is freed is known of the objects themselves
	case s.Division == ByCut:
		s.Division, s.Cutouts = Undivided, nil
	}
	return s
}

// withGuideCut exchanges what the guide took out.
func (s State) withGuideCut(cuts []Cutout) State {
	s.Cutouts = slices.DeleteFunc(slices.Clone(s.Cutouts), func(c Cutout) bool { return c.Kind == CutGuide })
	return TakeOut{cuts}.step(s.cutDivided())
}

// sameCutouts reports whether two lists take out the same.
func sameCutouts(a, b []Cutout) bool { return slices.EqualFunc(a, b, Cutout.Same) }

// AskWithout asks what the heap state would be without what is taken out.
type AskWithout struct{ Cutouts []Cutout }

// AskWithout returns what the parts of the buildings ask for; nil if nothing is taken out.
func (s State) AskWithout() *AskWithout {
	if len(s.Cutouts) == 0 {
		return nil
	}
	return &AskWithout{s.Cutouts}
}

// Same reports whether a and o ask for the same.
func (a *AskWithout) Same(o *AskWithout) bool {
	if a == nil || o == nil {
		return a == o
	}
	return sameCutouts(a.Cutouts, o.Cutouts)
}

// Without is what would be freed of one heap state: what GC roots keep alive, and would not without what is taken out. All
// numbers are exact.
type Without struct {
	Ask   AskWithout
	Point int // of the recording

	Heap, Freed Amount       // what is kept alive now; of it, what all cutouts free together
	Each        []FreedAlone // by cutout: what it frees alone
	Groups      []Amount     // freed, by node of Series; never written to
	Series      *Series      // that the nodes are of
}

// FreedAlone is what one cutout frees if it is the only one.
type FreedAlone struct {
	Amount
	Text    string // names it for people
	Missing string // why there is nothing to take out at this GC point; empty if there is
}

// Over returns what is freed by node of another series of the same recording and grouping, as of one that has grown. It is w
// if that is its series.
func (w *Without) Over(series *Series) *Without {
	if w.Series == series {
		return w
	}
	out := *w
	out.Series, out.Groups = series, make([]Amount, len(series.Nodes))
	for old, node := range series.matching(w.Series) {
		if node >= 0 {
			out.Groups[node] = w.Groups[old]
		}
	}
	return &out
}

// NewCutComparison compares a GC point of a series with what would be left of it: what stays counts as permanent, what is
// freed as died. Cost is linear in the groups.
func NewCutComparison(s *Series, point int, w *Without) *Comparison {
	w = w.Over(s)
	k := &Comparison{Series: s, From: point, To: point, Without: w, fates: make([]Fate, len(s.Nodes))}
	for i := range k.fates {
		n := int32(i)
		now, freed := Amount{s.Objects(point, n), s.Bytes(point, n)}, w.Groups[i]
		left := Amount{now.Objects - freed.Objects, now.Bytes - freed.Bytes}
		k.fates[i] = Fate{Before: now, After: left, Permanent: left, Died: freed, Followed: true}
	}
	return k
}
