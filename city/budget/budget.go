package budget

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"memcity/analysis/check"
	"memcity/analysis/group"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
)

// BudgetStatus is how a budget stands at a GC point. A budget is a rule of a rules file that bounds the size or the growth of
// groups; see [check.Rule.IsBudget].
type BudgetStatus uint8

// How budgets stand, the worst last.
const (
	BudgetUnknown BudgetStatus = iota // the recording does not report
	BudgetKept
	BudgetNear // kept, with more than nine tenths of it in use
	BudgetBroken
)

var budgetNames = []string{"unknown", "kept", "near", "broken"}

// String returns the stable lower-case name.
func (s BudgetStatus) String() string { return budgetNames[s] }

// nearlyBroken is the share of a budget that may be in use before that is reported.
const nearlyBroken = 0.9

// Kind links queries for the rules of a file with how these stand.
var Kind = query.NewKind[Query, *BudgetReport]("budgets")

// Query is for how the rules of a rules file stand at every GC point of a recording.
type Query struct {
	Rules  *RulesFile
	Points int  // of the plan, so that a recording that grows is judged anew
	Others bool // rules that are no budgets are judged, too, over the whole recording
}

// Covers reports whether what is known of q is worth showing for another query, as it is of the same rules, and whether it is
// all that the other requests.
func (q Query) Covers(wanted Query) (shown, all bool) {
	shown = q.Rules == wanted.Rules && q.Points == wanted.Points
	return shown, shown && (q.Others || !wanted.Others)
}

// JudgedRule is a rule of a rules file with what came of it.
type JudgedRule struct {
	Rule *check.Rule

	// Of budgets: by GC point of the recording, in the unit of the limit; not a number where that is not known. Nil for other
	// rules. First is the first GC point at which the budget was broken, -1 if it never was.
	Values []float64
	First  int

	Whole *check.Outcome // of other rules, over the whole recording; nil until it is known
}

// BudgetReport says how the rules of a file stand. Budgets come first, the others one after the other. Read-only.
type BudgetReport struct {
	Query Query
	Rules []JudgedRule // in the order of the file
	Done  bool         // the budgets are judged, and the others if they were requested
}

// BudgetState is one budget at one GC point.
type BudgetState struct {
	Rule   int // index into [BudgetReport.Rules]
	Name   string
	Text   string // the rule's sentence
	Status BudgetStatus
	Value  float64 // in use, in the unit of Limit; not a number if unknown
	Limit  check.Limit
	Groups int // that share the budget in the grouping shown
	First  int // GC point of the recording at which it was broken first; -1 if it never was

	growth bool // it is growth that is bounded
	early  bool // of which there is none yet
}

// At reports how a budget stands at a GC point of the recording. It must not be called for other rules.
func (j *JudgedRule) At(point int) (status BudgetStatus, value float64) {
	value = math.NaN()
	if point >= 0 && point < len(j.Values) {
		value = j.Values[point]
	}
	limit := j.Rule.Limit.Value
	switch {
	case math.IsNaN(value):
		return BudgetUnknown, value
	case !j.Rule.Compare.Holds(value, limit):
		return BudgetBroken, value
	case limit > 0 && value > nearlyBroken*limit:
		return BudgetNear, value
	}
	return BudgetKept, value
}

// Early reports whether a budget bounds growth of which there is none yet at a GC point of the recording: nothing is known up
// to there, but later. Cost is linear in the GC points.
func (j *JudgedRule) Early(point int) bool {
	known := slices.IndexFunc(j.Values, func(v float64) bool { return !math.IsNaN(v) })
	return j.Rule.Measure == check.Growth && point < known
}

// Judge fills in what a budget's values mean.
func (j *JudgedRule) Judge() {
	j.First = -1
	for i := range j.Values {
		if status, _ := j.At(i); status == BudgetBroken {
			j.First = i
			return
		}
	}
}

// GroupsOf returns the groups of the series that the subject of a rule means, none inside another: types and packages by
// their roles, or by the names of the leaves where the trees have no roles. Objects that no GC root keeps alive are left out.
// Chain is what the series is grouped by; empty for trees that came grouped. Cost is linear in the groups.
func GroupsOf(s *trees.Series, subject check.Subject, chain seq.Seq[string]) (nodes []int32) {
	if len(s.Nodes) == 0 {
		return nil
	}
	if subject.Kind == check.Group {
		by := cmp.Or(subject.By, seq.Join(trees.DefaultChain(), ","))
		if node, ok := s.Find(subject.Name); ok && (chain.Empty() || seq.Join(chain, ",") == by) {
			nodes = append(nodes, node)
		}
		return nodes
	}
	leaves := !hasTypes(s)
	s.Nodes.Walk(func(i int32) (below bool) {
		switch name, role := s.Name(i), s.Role(i); {
		case i == 0:
			return true
		case s.Nodes[i].Level == 1 && name == group.Unreachable:
			return false
		case means(s, subject, i, name, role, leaves):
			nodes = append(nodes, i)
			return false
		}
		return true
	})
	if subject.Kind == check.Heap && len(nodes) == 0 { // all there is
		nodes = append(nodes, 0)
	}
	return nodes
}

func hasTypes(s *trees.Series) bool {
	for i := range s.Nodes {
		if s.Role(int32(i)) == trees.TypeRole {
			return true
		}
	}
	return false
}

// means reports whether a rule speaks of all objects of a node.
func means(s *trees.Series, subject check.Subject, node int32, name, role string, leaves bool) bool {
	if subject.Kind == check.Heap {
		return true
	}
	if role == trees.PackageRole && subject.Kind == check.Package {
		return subject.HasPackage(packageName(s, node))
	}
	if role != trees.TypeRole && !(leaves && s.IsLeaf(node)) {
		return false
	}
	if in := packageName(s, s.Nodes[node].Parent); in != "" {
		name = in + "." + name
	}
	return subject.HasType(name)
}

// packageName returns the full name of the package that a node is, which may be in packages itself; empty for the root, for
// other nodes, and for those that are no package.
func packageName(s *trees.Series, node int32) string {
	if node <= 0 || s.Role(node) != trees.PackageRole {
		return ""
	}
	name := s.Name(node)
	if name == group.DefaultPackage || name == group.PrimitiveArrays {
		return ""
	}
	if in := packageName(s, s.Nodes[node].Parent); in != "" && !strings.HasPrefix(name, in+".") {
		name = in + "." + name
	}
	return name
}

// Budgets are the budgets of a report laid over the groups of a series. Read-only.
type Budgets struct {
	Report *BudgetReport
	Series *trees.Series

	groups [][]int32 // by rule
}

// Over lays the budgets over a series with what it is grouped by; chain is empty for trees that came grouped.
func (r *BudgetReport) Over(s *trees.Series, chain seq.Seq[string]) *Budgets {
	b := &Budgets{Report: r, Series: s, groups: make([][]int32, len(r.Rules))}
	for i := range r.Rules {
		if j := &r.Rules[i]; j.Values != nil {
			b.groups[i] = GroupsOf(s, j.Rule.Subject, chain)
			if j.Rule.Subject.Kind == check.Heap && len(s.Nodes) > 0 {
				b.groups[i] = []int32{0}
			}
		}
	}
	return b
}

// Groups returns the groups of the series that a rule is about; nil if it is no budget, or the series has none of them.
func (b *Budgets) Groups(rule int) []int32 { return b.groups[rule] }

// State reports how a budget stands at a point of the series.
func (b *Budgets) State(rule, point int) BudgetState {
	j := &b.Report.Rules[rule]
	st := BudgetState{Rule: rule, Name: j.Rule.Name, Text: j.Rule.Text, Limit: j.Rule.Limit, Groups: len(b.groups[rule]), First: j.First,
		growth: j.Rule.Measure == check.Growth}
	st.Status, st.Value = j.At(b.Series.Source(point))
	st.early = j.Early(b.Series.Source(point))
	return st
}

// ByStatus orders states, the worst first.
func ByStatus(x, y BudgetState) int {
	return cmp.Or(cmp.Compare(y.Status, x.Status), cmp.Compare(x.Rule, y.Rule))
}

// Standing reports how a rule that is no budget stands, over the whole recording.
func (j *JudgedRule) Standing() BudgetStatus {
	switch {
	case j.Whole == nil || j.Whole.Status == check.NotKnown:
		return BudgetUnknown
	case j.Whole.Status == check.Broken:
		return BudgetBroken
	}
	return BudgetKept
}
