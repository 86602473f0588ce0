package inspect

import (
	"slices"

	"memcity/analysis/closure"
	"memcity/city/seq"
)

// Limits of a report on owners.
const (
	maxOwners = 200
	maxPairs  = 50
)

// OwnershipOf converts owners for a report: the strongest, and all of the smallest set and of the reported pairs.
func OwnershipOf(o *closure.Owners, by seq.Seq[string], name func(group int32) (key, name string)) *Ownership {
	out := &Ownership{By: by, Target: o.Target, SoftlyReachable: o.SoftlyReachable, All: o.All, SmallestSize: o.SmallestSize,
		Proven: o.Proven, LeftOut: o.Skipped, Unsized: o.Unsized}
	pairs := o.Pairs[:min(len(o.Pairs), maxPairs)]
	at := map[int32]int{}
	for i, owner := range o.Owners {
		needed := slices.Contains(o.Smallest, owner.Group) ||
			slices.ContainsFunc(pairs, func(p closure.Pair) bool { return p.A == owner.Group || p.B == owner.Group })
		if i >= maxOwners && !needed {
			out.LeftOut++
			continue
		}
		at[owner.Group] = len(out.Owners)
		key, text := name(owner.Group)
		out.Owners = append(out.Owners, Owner{Key: key, Name: text, Reaches: owner.Reaches, Exclusive: owner.Exclusive})
	}
	for _, p := range pairs {
		out.Pairs = append(out.Pairs, OwnerPair{A: at[p.A], B: at[p.B], Together: p.Together, Shared: p.Shared})
	}
	for _, n := range o.Smallest {
		out.Smallest = append(out.Smallest, at[n])
	}
	return out
}
