package guide

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"memcity/analysis/closure"
	"memcity/analysis/dom"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/words"
)

// Limits of detached DOM trees. Frameworks keep some on purpose: templates, and pages that they show again.
const (
	manyDetached  = 20                 // least number of trees of one holder that are reported, unless they do not grow
	detachedShare = 0.005              // least share of the heap that clearing their holders frees
	detachedBytes = 1 << 15            // the same in bytes
	fewShare      = 10 * detachedShare // the same share for fewer trees, and for trees that do not grow
	maxDetached   = 2 * maxUnneeded    // holders that are examined, largest trees first
)

// detachedTrees are the detached DOM trees of one holder.
type detachedTrees struct {
	entries []trace.ObjectID // in each tree, the node closest to a GC root; ascending
	nodes   int64
	bytes   int64 // of the nodes alone
}

// detached reports DOM trees that are not in the document but are alive, by holder.
func (g *guided) detached(ctx context.Context, references *closure.Graph) error {
	trees, err := dom.Detached(ctx, g.last.Heap(), g.Has)
	if err != nil {
		return err
	}
	list := g.byHolder(trees)
	var all []unneeded
	for _, x := range list[:min(len(list), maxDetached)] {
		all = append(all, g.unneededTrees(x))
	}
	if err := g.report(ctx, references, all); err != nil {
		return err
	}
	if len(list) > maxDetached {
		rest := detachedTrees{}
		for _, x := range list[maxDetached:] {
			rest.add(x)
		}
		g.quiet(rest.text() + ", held by others.")
	}
	return nil
}

func (x *detachedTrees) add(y *detachedTrees) {
	x.entries, x.nodes, x.bytes = append(x.entries, y.entries...), x.nodes+y.nodes, x.bytes+y.bytes
}

// byHolder groups trees by the holder of the node that is closest to a GC root, largest first.
func (g *guided) byHolder(trees []dom.Tree) (list []*detachedTrees) {
	depth, at := map[leak.Place]int{}, map[string]*detachedTrees{}
	for _, tree := range trees {
		first := trace.NoObject
		for _, o := range tree.Nodes {
			p := g.places[o]
			if p == leak.NoPlace {
				continue
			}
			if _, ok := depth[p]; !ok {
				depth[p] = len(g.holders.Path(p))
			}
			if first == trace.NoObject || depth[p] < depth[g.places[first]] {
				first = o
			}
		}
		if first == trace.NoObject {
			continue // only soft references reach it
		}
		holding := g.holders.Holding(g.holders.Nodes[g.places[first]].Parent)
		x := at[holding.Where()]
		if x == nil {
			x = &detachedTrees{}
			at[holding.Where()], list = x, append(list, x)
		}
		x.add(&detachedTrees{[]trace.ObjectID{first}, int64(len(tree.Nodes)), tree.Bytes})
	}
	for _, x := range list {
		slices.Sort(x.entries)
	}
	slices.SortStableFunc(list, func(a, b *detachedTrees) int { return cmp.Compare(b.bytes, a.bytes) })
	return list
}

// text returns the start of a sentence about the trees.
func (x *detachedTrees) text() string {
	n := int64(len(x.entries))
	return fmt.Sprintf("Detached DOM: %s of %s (%s) %s still in memory", words.Counted(n, "tree"), words.Counted(x.nodes, "node"), words.RoundSize(x.bytes),
		pick(n == 1, "is", "are"))
}

func (g *guided) unneededTrees(x *detachedTrees) unneeded {
	n, heap := int64(len(x.entries)), g.Bytes()
	steady := g.isSteady(x.entries)
	why := "The program may keep the trees to show them again, as for tabs and templates. Take another snapshot after some use to see whether they grow."
	if steady {
		why = "The number of trees did not grow. The program may keep them to show them again, as for tabs and templates."
	}
	few := n < manyDetached || steady
	return unneeded{rule: findings.RuleDetached, objects: x.entries, kind: g.last.Heap().Types[g.commonType(x.entries)].Name, noun: "tree", text: x.text(),
		numbers: []findings.FindingNumber{{Name: "detached trees", Value: float64(n), Unit: "objects"}, {Name: "detached nodes", Value: float64(x.nodes), Unit: "objects"},
			{Name: "detached nodes", Value: float64(x.bytes), Unit: "bytes"}},
		confidence: pick(few, 0.5, 0.9), what: whatIsDetached, why: why,
		little: func(d *detail) string {
			freed := d.freed.Bytes
			if !isRemarkable(freed, heap, few) {
				return fmt.Sprintf(", held %s. Clearing that would free %s, %s of the reachable heap.", loaderHolderText(d), words.RoundSize(freed), words.Percent(freed, heap))
			}
			return ""
		}}
}

// isRemarkable reports whether detached trees whose holders free the given number of bytes are reported.
func isRemarkable(freed, heap int64, few bool) bool {
	share := pick(few, fewShare, detachedShare)
	return freed >= detachedBytes && float64(freed) >= share*float64(heap)
}

// isSteady reports whether the places of the given objects had as many objects at the first GC point that was read; false if only one was.
func (g *guided) isSteady(objects []trace.ObjectID) bool {
	n := g.countsOf(g.holders.PlacesOf(g.places, objects))
	return len(n) > 1 && n[0] >= n[len(n)-1]
}

const whatIsDetached = "The trees were removed from the document. A reference to one node keeps its whole tree alive, with the listeners on its nodes and their variables."
