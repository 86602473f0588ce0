package exchange

import (
	"memcity/city/budget"
	"memcity/city/seq"
)

// Live describes a recording that grows while it is open. The zero Live is a recording that does not grow.
type Live struct {
	Growing bool // true if GC points may still be added
	Ended   bool // true if it grew while open, and nothing more can come

	Points  int // GC points of the recording so far, including dropped ones
	Came    int // GC points that the newest plan has and the previous one had not
	Waiting int // GC points that a thaw would admit; see [Request.Frozen]
	Thinned int // dropped GC points

	// Notice describes in a sentence the dropped GC points; empty if there are none.
	Notice string
	// Trouble is the error of the newest check for GC points; empty for success. Failed checks are retried at increasing intervals.
	Trouble string

	Rules []RuleState // in the order in which they were set
}

// Same reports whether l and o have the same content.
func (l Live) Same(o Live) bool {
	return l.Growing == o.Growing && l.Ended == o.Ended && l.Points == o.Points && l.Came == o.Came && l.Waiting == o.Waiting &&
		l.Thinned == o.Thinned && l.Notice == o.Notice && l.Trouble == o.Trouble && seq.Same(l.Rules, o.Rules)
}

// RuleState is the state of a rule that watches a live recording.
type RuleState struct {
	Rule    budget.Rule
	Armed   bool              // true if it can fire; after firing it must be armed again
	Fired   *budget.FiredRule // the last time that it fired, a new pointer each time; nil if it never has
	Trouble string            // why it cannot be evaluated, such as a missing group; empty if it can
}
