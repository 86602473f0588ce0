package findings

import (
	"cmp"
	"slices"
)

// Rules that findings come from.
const (
	RuleLeak        = "leak"
	RuleGrowth      = "growth"             // as a leak, but it is too early to be sure
	RuleReleased    = "released"           // as growth, but it was released before the last GC point
	RuleFull        = "heap-full"          // what stays after full GCs is nearly all of the heap
	RuleUnused      = "unused-collections" // what they keep is not read any more
	RuleChurn       = "churn"
	RuleOverhead    = "gc-overhead"
	RuleHolder      = "big-holder"
	RuleDuplicates  = "duplicate-strings"
	RuleCollections = "empty-collections"
	RuleSparse      = "sparse-collections"
	RuleNested      = "nested-collections"
	RuleFixed       = "fixed-size-collections"
	RuleSmall       = "small-collections"
	RuleBoxed       = "boxed-collections"
	RuleSlices      = "slices"
	RuleThreadLocal = "thread-local"
	RuleLoader      = "class-loader"
	RuleThreads     = "threads"
	RuleOffHeap     = "off-heap"
)

// RuleBoxes names numbers that are objects of their own among [Waste]. It is no rule of findings: a few boxes more or less are no fault.
const RuleBoxes = "boxed-values"

// AllCollections stands for all rules about collections where rules are named.
const AllCollections = "collections"

// FindingRules lists the rules in the order in which their findings matter.
func FindingRules() []string { return slices.Clone(ruleOrder) }

var ruleOrder = slices.Concat([]string{RuleLeak, RuleFull, RuleGrowth, RuleReleased, RuleUnused, RuleChurn, RuleOverhead, RuleLoader, RuleThreads, RuleOffHeap, RuleHolder, RuleThreadLocal,
	RuleDuplicates}, CollectionRules(), []string{RuleSlices})

// Compare orders findings, the most important first: what is large and does not grow comes last, then the order of the rules decides,
// and of leaks a probable one comes after the others. It returns 0 for findings that are equally important.
func Compare(a, b *Finding) int {
	rank := func(f *Finding) (steady, rule, probable int) {
		if f.IsSteady() {
			steady = 1
		}
		if f.Grade == ProbablyLeaks {
			probable = 1
		}
		return steady, slices.Index(ruleOrder, f.Rule), probable
	}
	steady1, rule1, probable1 := rank(a)
	steady2, rule2, probable2 := rank(b)
	return cmp.Or(cmp.Compare(steady1, steady2), cmp.Compare(rule1, rule2), cmp.Compare(probable1, probable2))
}

// CollectionRules lists the rules about collections that take more than they need.
func CollectionRules() []string {
	return []string{RuleCollections, RuleSparse, RuleNested, RuleFixed, RuleSmall, RuleBoxed}
}

// Means reports whether a rule is meant where a name is given. Before there was a rule for sparse collections these were found
// as empty ones, so that name means both.
func Means(name, rule string) bool {
	return name == rule || name == RuleCollections && rule == RuleSparse ||
		name == AllCollections && slices.Contains(CollectionRules(), rule)
}
