package exchange

import (
	"memcity/city/budget"
	"memcity/city/seq"
)

// Live describes a recording that grows while it is open. The zero Live is one that does not.
type Live struct {
	Growing bool // GC points may still be added
	Ended   bool // it grew while it was open, and nothing more can come

	Points  int // GC points of the recording so far, those that are not kept any more as well
	Came    int // of these, those that the newest plan has and the one before it had not
	Waiting int // GC points that a thaw lets in; see [Request.Frozen]
	Thinned int // GC points that are not kept any more

	// Notice says in a sentence for people what was thinned out; empty if nothing was.
	Notice string
	// Trouble says why the newest look for GC points went wrong; empty if it went well. It is tried again, ever more
	// rarely.
	Trouble string

	Rules []RuleState // in the order in which they were given
}

// Same reports whether l and o have the same content.
func (l Live) Same(o Live) bool {
	return l.Growing == o.Growing && l.Ended == o.Ended && l.Points == o.Points && l.Came == o.Came && l.Waiting == o.Waiting &&
		l.Thinned == o.Thinned && l.Notice == o.Notice && l.Trouble == o.Trouble && seq.Same(l.Rules, o.Rules)
}

// RuleState is a rule that watches a live recording.
type RuleState struct {
	Rule    budget.Rule
	Armed   bool          // it can fire; once it has, it has to be armed again
	Fired   *budget.Fired // the last time that it did, another pointer each time; nil if it never has
	Trouble string        // why it cannot be judged, such as a group that no GC point has; empty if it can
}
