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

// BudgetStatus is the status of a budget at a GC point. A budget is a rule of a rules file that limits the size or the growth of groups;
// see [check.Rule.IsBudget].
type BudgetStatus uint8

// Statuses of budgets, worst last.
const (
	BudgetUnknown BudgetStatus = iota // the recording lacks the data
	BudgetKept
	BudgetNear // kept, with more than nine tenths in use
	BudgetBroken
)

var budgetNames = []string{"unknown", "kept", "near", "broken"}

// String returns the stable lower-case name.
func (s BudgetStatus) String() string { return budgetNames[s] }

// nearlyBroken is the share of a budget in use above which it counts as near.
const nearlyBroken = 0.9

// Kind links queries for the rules of a file to their reports.
var Kind = query.NewKind[Query, *BudgetReport]("budgets")

// Query requests the status of a file's rules at every GC point of a recording.
type Query struct {
	Rules  *RulesFile
	Points int  // points of the plan, so that the query changes while a recording grows
	Others bool // true to also evaluate rules that are not budgets, over the whole recording
}

// Covers reports whether the result of q is worth showing for another query, because it is for the same rules and points. all is true if it
// is complete for the other query.
func (q Query) Covers(wanted Query) (shown, all bool) {
	shown = q.Rules == wanted.Rules && q.Points == wanted.Points
	return shown, shown && (q.Others || !wanted.Others)
}

// JudgedRule is a rule of a rules file with its outcome.
type JudgedRule struct {
	Rule *check.Rule

	// Values contains a budget's values by GC point of the recording, in the unit of the limit; NaN for missing data. It is nil for other
	// rules. First is the first GC point at which the budget was broken, -1 if it never was.
	Values []float64
	First  int

	Whole *check.Outcome // outcome of another rule over the whole recording; nil until available
}

// BudgetReport contains the status of a file's rules. Budgets are evaluated first, then the others one by one. Read-only once built.
type BudgetReport struct {
	Query Query
	Rules []JudgedRule // in the order of the file
	Done  bool         // true if the budgets are evaluated, and the other rules if requested
}

// BudgetState is the state of one budget at one GC point.
type BudgetState struct {
	Rule   int // index into [BudgetReport.Rules]
	Name   string
	Text   string // the rule's sentence
	Status BudgetStatus
	Value  float64 // in use, in the unit of Limit; NaN for missing data
	Limit  check.Limit
	Groups int // number of groups of the current grouping that share the budget
	First  int // GC point of the recording at which it was first broken; -1 if it never was

	growth bool // true if the budget limits growth
	early  bool // true if there is no growth yet
}

// At returns the status and value of a budget at a GC point of the recording. Do not call it for other rules.
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

// Early reports whether a budget limits growth and its first value comes after the given GC point of the recording. The cost is linear in
// the GC points.
func (j *JudgedRule) Early(point int) bool {
	known := slices.IndexFunc(j.Values, func(v float64) bool { return !math.IsNaN(v) })
	return j.Rule.Quantity == check.Growth && point < known
}

// Judge sets First from the budget's values.
func (j *JudgedRule) Judge() {
	j.First = -1
	for i := range j.Values {
		if status, _ := j.At(i); status == BudgetBroken {
			j.First = i
			return
		}
	}
}

// GroupsOf returns the groups of the series that match the subject of a rule, none inside another. It matches types and packages by role,
// or by leaf name if the trees have no roles. It omits unreachable objects. Chain is the grouping of the series; empty for trees that came
// grouped. The cost is linear in the groups.
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
	if subject.Kind == check.Heap && len(nodes) == 0 { // the whole heap
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

// means reports whether a rule applies to all objects of a node.
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

// packageName returns the full name of a package node, including its enclosing packages; empty for the root, for other nodes, and for
// groups without a package.
func packageName(s *trees.Series, node int32) string {
	if node <= 0 || s.Role(node) != trees.PackageRole {
		return ""
	}
	name := s.Name(node)
	if strings.HasPrefix(name, "(") {
		return ""
	}
	if in := packageName(s, s.Nodes[node].Parent); in != "" && !strings.HasPrefix(name, in+".") {
		name = in + "." + name
	}
	return name
}

// Budgets maps the budgets of a report to the groups of a series. Read-only once built.
type Budgets struct {
	Report *BudgetReport
	Series *trees.Series

	groups [][]int32 // by rule
}

// Over maps the budgets to the groups of a series. chain is the grouping of the series; empty for trees that came grouped.
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

// Groups returns the groups of the series that a rule applies to; nil if it is not a budget, or the series has none of the groups.
func (b *Budgets) Groups(rule int) []int32 { return b.groups[rule] }

// State returns the state of a budget at a point of the series.
func (b *Budgets) State(rule, point int) BudgetState {
	j := &b.Report.Rules[rule]
	st := BudgetState{Rule: rule, Name: j.Rule.Name, Text: j.Rule.Text, Limit: j.Rule.Limit, Groups: len(b.groups[rule]), First: j.First,
		growth: j.Rule.Quantity == check.Growth}
	st.Status, st.Value = j.At(b.Series.Source(point))
	st.early = j.Early(b.Series.Source(point))
	return st
}

// ByStatus compares states, worst first.
func ByStatus(x, y BudgetState) int {
	return cmp.Or(cmp.Compare(y.Status, x.Status), cmp.Compare(x.Rule, y.Rule))
}

// Standing returns the status of a rule other than a budget, over the whole recording.
func (j *JudgedRule) Standing() BudgetStatus {
	switch {
	case j.Whole == nil || j.Whole.Status == check.NotKnown:
		return BudgetUnknown
	case j.Whole.Status == check.Broken:
		return BudgetBroken
	}
	return BudgetKept
}
