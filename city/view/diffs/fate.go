package diffs

import (
	"memcity/analysis/diff"
	"memcity/city/trees"
)

// Fate divides the objects of a group. Before is the sum of Permanent, IndistinctBefore and Died; After is the sum of Permanent,
// IndistinctAfter and Born, unless objects change their size.
type Fate struct {
	Before, After trees.Amount
	Permanent     trees.Amount
	Born          trees.Amount // includes Came
	Died          trees.Amount // includes Left
	Came, Left    trees.Amount // moved in from other groups; moved out to other groups
	// IndistinctBefore and IndistinctAfter are not told apart and may be the same objects.
	IndistinctBefore, IndistinctAfter trees.Amount
	Followed                          bool // if false, Permanent is the lesser count, and Born or Died the difference
}

func ByCounts(before, after trees.Amount) Fate {
	part := func(from, to int64) (same, more, fewer int64) { return min(from, to), max(to-from, 0), max(from-to, 0) }
	f := Fate{Before: before, After: after}
	f.Permanent.Objects, f.Born.Objects, f.Died.Objects = part(before.Objects, after.Objects)
	f.Permanent.Bytes, f.Born.Bytes, f.Died.Bytes = part(before.Bytes, after.Bytes)
	return f
}

func (f *Fate) Follow(c *diff.Change) {
	f.Followed, f.Permanent = true, c.Survived
	f.Born, f.Died = c.Born.Plus(c.MovedIn), c.Died.Plus(c.MovedOut)
	f.Came, f.Left = c.MovedIn, c.MovedOut
	f.IndistinctBefore, f.IndistinctAfter = c.IndistinctBefore, c.IndistinctAfter
}
