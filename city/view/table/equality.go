package table

import "memcity/city/seq"

// Same reports whether t and o list the same rows of one GC point in the same way. The cost does not depend on the number of expanded
// groups.
func (t *State) Same(o *State) bool {
	return t.Open == o.Open && seq.Same(t.Columns, o.Columns) && t.Sort == o.Sort && t.Upward == o.Upward &&
		seq.Same(t.Chips, o.Chips) && t.Walked == o.Walked
}
