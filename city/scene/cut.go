package scene

import (
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/city/view/whatif"
)

// NewCutComparison compares a GC point of a series with a what-if. Remaining objects count as permanent, freed objects as died. The cost is
// linear in the groups.
func NewCutComparison(s *trees.Series, point int, w *whatif.Result) *Comparison {
	w = w.Over(s)
	k := &Comparison{Series: s, From: point, To: point, WhatIf: w, fates: make([]diffs.Fate, len(s.Nodes))}
	for i := range k.fates {
		n := int32(i)
		now, freed := s.Amount(point, n), w.Groups[i]
		left := now.Minus(freed)
		k.fates[i] = diffs.Fate{Before: now, After: left, Permanent: left, Died: freed, Followed: true}
	}
	return k
}
