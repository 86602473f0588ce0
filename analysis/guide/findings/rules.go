package findings

import (
	"cmp"
	"slices"
)

// Rules that produce findings.
const (
	RuleLeak        = "leak"
	RuleGrowth      = "growth"             // a possible leak, too early to be sure
	RuleReleased    = "released"           // growth that was released before the last GC point
	RuleFull        = "heap-full"          // full GCs free almost nothing
	RuleUnused      = "unused-collections" // collections whose elements are no longer read
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
	RuleDestroyed   = "destroyed-components" // activities and fragments of Android
	RuleDetached    = "detached-dom"
	RuleVariables   = "unused-variables" // variables of closures
	RuleBitmaps     = "duplicate-bitmaps"
)

// RuleBoxes selects boxed values in [Waste]. It produces no findings, as a few boxes more or less do no harm.
const RuleBoxes = "boxed-values"

// AllCollections is a name for all rules about collections.
const AllCollections = "collections"

// FindingRules lists the rules in the order in which their findings matter.
func FindingRules() []string { return slices.Clone(ruleOrder) }

var ruleOrder = slices.Concat([]string{RuleLeak, RuleFull, RuleGrowth, RuleReleased, RuleUnused, RuleChurn, RuleOverhead, RuleDestroyed, RuleDetached, RuleVariables, RuleLoader, RuleThreads, RuleOffHeap, RuleHolder, RuleThreadLocal,
	RuleDuplicates, RuleBitmaps}, CollectionRules(), []string{RuleSlices})

// Compare orders findings, most important first. Large holders that do not grow come last. Then the order of the rules decides, and
// probable leaks follow leaks. It returns 0 for findings of equal importance.
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

// CollectionRules returns the rules about collections that take more memory than they need.
func CollectionRules() []string {
	return []string{RuleCollections, RuleSparse, RuleNested, RuleFixed, RuleSmall, RuleBoxed}
}

// Means reports whether a name selects a rule. The rule for empty collections used to find sparse ones too, so its name selects both.
func Means(name, rule string) bool {
	return name == rule || name == RuleCollections && rule == RuleSparse ||
		name == AllCollections && slices.Contains(CollectionRules(), rule)
}
