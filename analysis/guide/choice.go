package guide

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"memcity/analysis/closure"
	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// choice contains the holders of a pile, what clearing them frees, and the smallest set of them that frees most of it.
type choice struct {
	holders []leak.Suspect
	rules   [][]RemovalRule // by holder
	alone   []closure.Freed // by holder: freed by clearing only it
	without []closure.Freed // by holder: freed by clearing all others
	all     closure.Freed   // freed by clearing all holders
	chosen  []int           // chosen holders, ascending
	freed   closure.Freed   // freed by clearing the chosen holders

	combined *closure.Combined // result for any set of holders
}

func (c *choice) rulesOf(set []int) (rules []RemovalRule) {
	for _, k := range set {
		rules = append(rules, c.rules[k]...)
	}
	return rules
}

// isEnough reports whether a set frees most of what all holders free.
func (c *choice) isEnough(f closure.Freed) bool {
	return float64(f.Target.Objects) >= enoughOfAll*float64(c.all.Target.Objects) && float64(f.Bytes) >= enoughOfAll*float64(c.all.Bytes)
}

// choose returns the smallest set of the given holders that frees most of the pile.
func (g *guided) choose(ctx context.Context, references *closure.Graph, d *detail, holders []leak.Suspect) (*choice, error) {
	c := &choice{holders: holders}
	everyone := make([]int, len(c.holders))
	for k := range c.holders {
		everyone[k] = k
		c.rules = append(c.rules, g.rulesOf(&c.holders[k]))
	}
	var err error
	if c.combined, err = references.Combine(ctx, g.removals(c.rules), d.targets, g.weak); err != nil {
		return nil, err
	}
	free := func(sets [][]int) ([]closure.Freed, error) { return c.combined.Freed(ctx, sets) }
	n := len(everyone)
	sets := append(leaveOneOut(everyone), everyone)
	for k := range everyone {
		sets = append(sets, everyone[k:k+1])
	}
	freed, err := free(sets)
	if err != nil {
		return nil, err
	}
	c.without, c.all, c.alone = freed[:n], freed[n], freed[n+1:]
	c.chosen, c.freed = everyone, c.all
	for len(c.chosen) > maxTried { // drop the holder that matters least
		sets := leaveOneOut(c.chosen)
		freed, err := free(sets)
		if err != nil {
			return nil, err
		}
		best := 0
		for i := range freed {
			if freed[i].Bytes >= freed[best].Bytes { // of equal ones take the last, as holders with most references come first
				best = i
			}
		}
		if !c.isEnough(freed[best]) {
			return c, nil
		}
		c.chosen, c.freed = sets[best], freed[best]
	}
	sets = subsets(c.chosen)
	if freed, err = free(sets); err != nil {
		return nil, err
	}
	for i, set := range sets {
		fewer := cmp.Compare(len(set), len(c.chosen))
		if c.isEnough(freed[i]) && (fewer < 0 || fewer == 0 && freed[i].Bytes > c.freed.Bytes) {
			c.chosen, c.freed = set, freed[i]
		}
	}
	return c, nil
}

// addRemaining adds the holders that remain after those of c are cleared, and chooses again, for as long as that frees more.
func (g *guided) addRemaining(ctx context.Context, references *closure.Graph, d *detail, c *choice) (*choice, error) {
	var referrers *closure.Referrers // referrers of the objects that remained in the first round
	for range maxRounds {
		if c.all.Target.Objects == int64(len(d.target)) || len(c.holders) == maxHolders {
			break
		}
		all := make([]int, len(c.holders))
		for k := range all {
			all[k] = k
		}
		gone, err := c.combined.FreedBy(ctx, all)
		if err != nil {
			return nil, err
		}
		if referrers == nil {
			if referrers, err = references.ReferrersOf(ctx, gone.Complement()); err != nil {
				return nil, err
			}
		}
		remaining := slices.DeleteFunc(slices.Clone(d.target), func(o trace.ObjectID) bool { return gone.Test(uint(o)) || !g.Has(o) })
		holders := merged(c.holders, d.suspect,
			g.dominance.HoldersRemaining(&leak.Remaining{Heap: g.last.Heap(), Places: g.places, Referrers: referrers,
				Weak: g.weak, Gone: gone, Removal: g.removals([][]RemovalRule{slices.Concat(c.rules...)})}, remaining))
		if areSame(holders, c.holders) {
			break
		}
		more, err := g.choose(ctx, references, d, holders)
		if err != nil {
			return nil, err
		}
		if more.all.Target.Objects <= c.all.Target.Objects {
			break
		}
		c = more
	}
	return c, nil
}

// leaveOneOut returns the sets without one element each, in the order of that element.
func leaveOneOut(set []int) (sets [][]int) {
	for i := range set {
		sets = append(sets, slices.Concat(set[:i], set[i+1:]))
	}
	return sets
}

// subsets returns all non-empty subsets of a few numbers.
func subsets(of []int) [][]int {
	sets := make([][]int, 0, 1<<len(of)-1)
	for bit := 1; bit < 1<<len(of); bit++ {
		set := make([]int, 0, bits.OnesCount(uint(bit)))
		for i, k := range of {
			if bit>>i&1 != 0 {
				set = append(set, k)
			}
		}
		sets = append(sets, set)
	}
	return sets
}
