package city

import "slices"

// Ask is what the window wants to know of the heap state at the GC point shown, beside the plan. Like a [Wish] it is made
// of the state, and a newer one cancels the work for what it no longer wants. The zero Ask wants nothing.
type Ask struct {
	Grouping Grouping
	Point    int // of the recording, from 0; see [Series.Source]

	Sizes   bool // deep and retained sizes of all groups
	Group   *AskGroup
	Object  *AskObject
	Graph   *AskGraph
	Without *AskWithout

	// What changed over time, not at Point.
	Overview   *AskOverview
	Trends     *AskTrends
	Diff       *AskDiff
	Ages       *AskAges
	Structures *AskStructures
	Held       *AskHeld
	Churn      *AskChurn
	Guide      *AskGuide
	Budgets    *AskBudgets
}

// AskGroup asks for a report on the objects that are in any of some groups.
type AskGroup struct {
	Keys []string
	By   []string // what its closures and holders are grouped by
}

// AskObject asks for one object.
type AskObject struct {
	Object uint32
}

// AskGraph asks for the heap graph of the objects that are in any of some groups, and of some single ones, after some
// steps.
type AskGraph struct {
	Keys    []string
	Objects []uint32
	Steps   []GraphStep
}

// Same reports whether a and o ask for the same.
func (a *Ask) Same(o *Ask) bool {
	return a.SameHeap(o) && a.Sizes == o.Sizes && a.Group.Same(o.Group) && a.Object.Same(o.Object) && a.Graph.Same(o.Graph) && a.Without.Same(o.Without) &&
		a.SameOverview(o) && a.SameTrends(o) && a.SameDiff(o) && a.SameAges(o) && a.SameStructures(o) && a.SameHeld(o) && a.SameChurn(o) && a.SameGuide(o) && same(a.Budgets, o.Budgets)
}

// SameHeap reports whether a and o speak of the same groups of the same heap state.
func (a *Ask) SameHeap(o *Ask) bool { return a.Point == o.Point && a.Grouping.Same(o.Grouping) }

// SameOverview reports whether a and o ask for the same heap over time.
func (a *Ask) SameOverview(o *Ask) bool { return same(a.Overview, o.Overview) }

// SameTrends reports whether a and o ask for the same trends.
func (a *Ask) SameTrends(o *Ask) bool {
	return a.Trends.Same(o.Trends) && a.Grouping.Same(o.Grouping)
}

// SameDiff reports whether a and o ask for the same comparison.
func (a *Ask) SameDiff(o *Ask) bool { return same(a.Diff, o.Diff) && a.Grouping.Same(o.Grouping) }

// SameAges reports whether a and o ask for the same ages.
func (a *Ask) SameAges(o *Ask) bool { return same(a.Ages, o.Ages) && a.Grouping.Same(o.Grouping) }

// SameStructures reports whether a and o ask for the same data structures.
func (a *Ask) SameStructures(o *Ask) bool { return same(a.Structures, o.Structures) }

// SameHeld reports whether a and o ask who holds the same object.
func (a *Ask) SameHeld(o *Ask) bool { return same(a.Held, o.Held) }

// SameChurn reports whether a and o ask for the same churn.
func (a *Ask) SameChurn(o *Ask) bool { return same(a.Churn, o.Churn) }

// SameGuide reports whether a and o ask for the same guide.
func (a *Ask) SameGuide(o *Ask) bool { return same(a.Guide, o.Guide) }

// SameBudgets reports whether a and o ask for the same rules; one may ask for more of them to be judged.
func (a *Ask) SameBudgets(o *Ask) bool {
	if a.Budgets == nil || o.Budgets == nil {
		return a.Budgets == o.Budgets
	}
	return a.Budgets.Rules == o.Budgets.Rules && a.Budgets.Points == o.Budgets.Points
}

// Same reports whether a and o ask for the same.
func (a *AskGroup) Same(o *AskGroup) bool {
	if a == nil || o == nil {
		return a == o
	}
	return slices.Equal(a.Keys, o.Keys) && slices.Equal(a.By, o.By)
}

// Same reports whether a and o ask for the same.
func (a *AskObject) Same(o *AskObject) bool { return same(a, o) }

// Same reports whether a and o ask for the same.
func (a *AskGraph) Same(o *AskGraph) bool {
	if a == nil || o == nil {
		return a == o
	}
	return a.SameObjects(o) && slices.Equal(a.Steps, o.Steps)
}

// SameObjects reports whether a and o ask for the graph of the same objects.
func (a *AskGraph) SameObjects(o *AskGraph) bool {
	return slices.Equal(a.Keys, o.Keys) && slices.Equal(a.Objects, o.Objects)
}

// Answers are what is known of an [Ask] so far. What is nil is not asked for, not ready, or has failed. Values are
// immutable.
type Answers struct {
	Ask Ask // what they are about

	Sizes   *Sizes
	Group   *GroupReport
	Object  *ObjectReport
	Graph   *GraphPicture
	Without *Without

	Overview   *Overview
	Trends     *TrendsReport
	Diff       *DiffReport
	Ages       *AgesReport
	Structures *StructuresReport
	Held       *HeldReport
	Churn      *ChurnReport
	Guide      *GuideReport
	Budgets    *BudgetReport

	Busy     bool
	Progress Progress
	Err      error // why something asked for has no answer; nil when it was cancelled
}

// Amount is a number of objects and their shallow bytes.
type Amount struct{ Objects, Bytes int64 }

// Of returns the amount in a metric.
func (a Amount) Of(m Metric) int64 {
	if m == Bytes {
		return a.Bytes
	}
	return a.Objects
}

// Sizes are the deep and retained sizes of the groups of one heap state. They come a batch of groups at a time.
type Sizes struct {
	Series *Series      // that the nodes are of
	Point  int          // of the recording
	Groups []GroupSizes // by node; never written to
	Whole  bool         // all that can be known is there
}

// GroupSizes are the deep and the retained size of one group as far as they are known.
type GroupSizes struct {
	Deep, Retained       Amount
	HasDeep, HasRetained bool
}

// Over returns the sizes by node of another series of the same recording and grouping, as of one that has grown. It is z
// if that is its series.
func (z *Sizes) Over(series *Series) *Sizes {
	if z.Series == series {
		return z
	}
	out := &Sizes{Series: series, Point: z.Point, Groups: make([]GroupSizes, len(series.Nodes)), Whole: z.Whole}
	for old, node := range series.matching(z.Series) {
		if node >= 0 {
			out.Groups[node] = z.Groups[old]
		}
	}
	return out
}

// GroupReport tells of the objects of a group, and of who keeps them alive. Its parts come one after the other.
type GroupReport struct {
	Ask   AskGroup // that it answers
	Point int      // of the recording

	Heap, Shallow, Deep, Retained Amount
	HasClosures                   bool // Deep and what is made of it is there; Retained too, if the input has GC roots
	NoRoots                       bool // the input has no GC roots, so nothing is known about what keeps objects alive
	NoReferences                  bool // it has no references either, so nothing is known but the objects themselves

	DeepParts, RetainedParts []PartOf // what the two are made of

	Roots      []RootShare // that reach the objects, those that reach most bytes first
	RootOwners *Ownership  // which GC roots own the objects
	Owners     *Ownership  // which groups do, by the chain asked for

	Samples []ObjectLine // some of the objects, spread evenly over them
	Whole   bool         // all is there; else it is still being computed
}

// PartOf is a group among the parts of something, in pre-order, the largest of each level first.
type PartOf struct {
	Name, Role string
	Level      int // from 0
	Amount
	Smaller int // groups beside it, all smaller, that are left out after it
}

// RootShare is a GC root with the objects that it keeps alive.
type RootShare struct {
	Kind, Text string // such as "static field", "app.Main.persons"
	Direct     Amount // objects that it refers to itself
	Closest    Amount // objects that no other GC root is closer to
	Indirect   Amount // objects that references lead to from it
}

// Ownership tells without whom the objects of a group would die.
type Ownership struct {
	By     []string // what the owners are grouped by; nil if they are GC roots
	Target Amount   // the objects asked about
	All    Amount   // of them, those that die without all owners

	Owners []Owner // by what they retain alone, greatest first
	Pairs  []OwnerPair

	Smallest     []int // indexes into Owners: the smallest set that retains most of the target together
	SmallestSize Amount
	Proven       bool // there is no smaller one; else none of the set can be left out
	LeftOut      int  // groups that reach the target but were not looked at for their number
}

// Owner is a group, or a GC root, that keeps objects of a target alive.
type Owner struct {
	Key, Name      string // Key is empty for a GC root, and where the window shows no group of the same objects
	Reaches, Alone Amount // objects of the target that are in it or reached from it; that die without it
}

// OwnerPair is two owners that share objects: these die without both, but without neither alone.
type OwnerPair struct {
	A, B             int // indexes into Ownership.Owners
	Together, Shared Amount
}

// ObjectLine is one object in a list.
type ObjectLine struct {
	Object  uint32
	Type    string
	Text    string // what it holds, for strings, boxed values and the like; else empty
	Address string // empty if not known
	Shallow int64  // bytes
	Retains Amount // with what it alone keeps alive; zero if not computed
	Field   string // that leads here, in lists of references
}

// ObjectReport is one object with all that is known of it.
type ObjectReport struct {
	ObjectLine
	Key     string // of its group
	Site    string // where it was allocated; empty if not known
	Thread  string
	Length  int64 // of an array; -1 for others
	Fields  []FieldLine
	Missing string // why field values are not there; empty if they are

	In, Out   []ObjectLine // references; a few thousand at most
	InAll     int64        // number of references to it
	OutAll    int64
	Roots     []string     // that point at it
	Dominator *ObjectLine  // the object that it dies with; nil if only roots keep it alive
	Path      []ObjectLine // shortest way from a GC root to it
	PathRoot  string       // that the way begins at
}

// FieldLine is a field with its value.
type FieldLine struct {
	Name, Type, Value string
	Object            uint32 // that it refers to
	Refers            bool   // Object is set
}
