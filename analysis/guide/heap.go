package guide

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/words"
)

// Limits of what stands out in one heap state.
const (
	bigShare    = 0.2     // of the heap that one owner holds
	bigBytes    = 1 << 20 // and at least so much
	sameShare   = 0.8     // of what an owner holds is what a closer owner holds: that one is reported
	localShare  = 0.1     // of the heap in thread-locals
	fewOwned    = 16      // objects that an owner refers to: more are a field of many objects, which is no owner
	loadedTimes = 3       // classes of one name
	maxBig      = 2
)

// standing looks at what stands out in the last heap state: who holds much of it alone, or with others.
func (g *guided) standing(ctx context.Context) error {
	if g.last == nil {
		return nil
	}
	references, err := g.last.Subject().ReferenceGraph(ctx)
	if err != nil {
		return err
	}
	if err := g.bigHolders(ctx, references); err != nil {
		return err
	}
	g.threadLocals()
	g.loaders()
	return g.shared(ctx)
}

// isReported reports whether a leak of the same owner is reported.
func (g *guided) isReported(owner string) bool {
	return slices.ContainsFunc(g.out.Findings, func(f findings.Finding) bool {
		return f.Growth != nil && (f.Growth.Owner == owner || slices.Contains(f.Growth.Also, owner))
	})
}

// bigHolders finds the owners of large parts of the heap.
func (g *guided) bigHolders(ctx context.Context, references *closure.Graph) error {
	least := max(bigBytes, int64(bigShare*float64(g.Bytes())))
	owners := map[leak.Place]leak.Holding{}
	last := g.holders.Points - 1
	for p := range g.holders.Nodes {
		n := &g.holders.Nodes[p]
		if n.AllBytes[last] < least || n.Parent == leak.NoPlace {
			continue
		}
		if h := g.holders.Holding(leak.Place(p)); g.holders.Nodes[h.At].Objects[last] <= fewOwned {
			owners[h.At] = h
		}
	}
	var list []leak.Place
	for at := range owners {
		closer := func(other leak.Place) bool {
			return other != at && g.holders.Within(other, at) &&
				float64(g.holders.Nodes[other].AllBytes[last]) >= sameShare*float64(g.holders.Nodes[at].AllBytes[last])
		}
		if !slices.ContainsFunc(keysOf(owners), closer) {
			list = append(list, at)
		}
	}
	slices.SortFunc(list, func(a, b leak.Place) int {
		return cmp.Or(cmp.Compare(g.holders.Nodes[b].AllBytes[last], g.holders.Nodes[a].AllBytes[last]), cmp.Compare(a, b))
	})
	reported := 0
	for _, at := range list {
		if reported == maxBig || g.isReported(owners[at].Owner) {
			continue
		}
		reported++
		if err := g.bigHolder(ctx, references, owners[at]); err != nil {
			return err
		}
	}
	return nil
}

func keysOf(m map[leak.Place]leak.Holding) (keys []leak.Place) {
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

func (g *guided) bigHolder(ctx context.Context, references *closure.Graph, h leak.Holding) error {
	n := &g.holders.Nodes[h.At]
	freed, err := references.WhatIf(ctx, g.removals([][]RemovalRule{{g.reference(n.Parent, h.At)}}), nil, graph.Weak(g.last.Heap()))
	if err != nil {
		return err
	}
	alone := freed[0].Amount
	if alone.Bytes < bigBytes || float64(alone.Bytes) < bigShare*float64(g.Bytes())/2 {
		return nil // it is held by others as well, see shared
	}
	groups := g.holders.Groups([]leak.Place{h.At}, leak.FromNothing)
	var parts []string
	for _, x := range groups[:min(len(groups), 4)] {
		parts = append(parts, fmt.Sprintf("%s %s (%s)", words.Count(x.Objects), words.TypeName(x.Type), words.RoundSize(x.Bytes)))
	}
	kind := cmp.Or(h.Kind, n.Type)
	f := findings.Finding{Rule: findings.RuleHolder, Confidence: min(0.9, 0.4+float64(alone.Bytes)/float64(g.Bytes())/2),
		Title: fmt.Sprintf("One owner: the %s of the %s holds %s of the reachable heap, %s", words.TypeName(kind), h.Owner,
			percent(alone.Bytes, g.Bytes()), words.RoundSize(alone.Bytes)),
		Numbers:   []findings.FindingNumber{{Name: "retained", Value: float64(alone.Bytes), Unit: "bytes"}, {Name: "retained", Value: float64(alone.Objects), Unit: "objects"}, {Name: "heap", Value: float64(g.Bytes()), Unit: "bytes"}},
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(kind)}, At: g.point + 1},
		Explain:   []string{"It holds " + words.Enumerated(parts) + ".", fmt.Sprintf("All of that would be freed without it, and nothing else holds it. It begins at the %s.", h.Root)},
		Doubts:    []string{"A large cache may be just what the program is for. Whether it grows, only more GC points can show."},
		Next: []findings.Step{
			{Text: "See the largest data structures and who holds them", Show: findings.Highlight{View: findings.StructuresView, At: g.point + 1},
				Command: []string{"structures", findings.Path, "--at", fmt.Sprint(g.point + 1)}},
			{Text: "See who owns the heap", Show: findings.Highlight{View: findings.GroupView, At: g.point + 1},
				Command: []string{"owners", findings.Path, "--at", fmt.Sprint(g.point + 1)}}}}
	g.add(f)
	return nil
}

// threadLocals reports if thread-locals hold much.
func (g *guided) threadLocals() {
	last := g.holders.Points - 1
	sum, values := int64(0), int64(0)
	var most leak.Place = leak.NoPlace
	for p := range g.holders.Nodes {
		n := &g.holders.Nodes[p]
		if n.Parent == leak.NoPlace || n.Field != "value" || !g.holders.IsThreadLocal(n.Parent) {
			continue
		}
		sum, values = sum+n.AllBytes[last], values+n.Objects[last]
		if most == leak.NoPlace || n.AllBytes[last] > g.holders.Nodes[most].AllBytes[last] {
			most = leak.Place(p)
		}
	}
	reported := slices.ContainsFunc(g.out.Findings, func(f findings.Finding) bool {
		return f.Growth != nil && strings.HasPrefix(f.Growth.Owner, "thread-local")
	})
	if reported || sum < bigBytes/4 || float64(sum) < localShare*float64(g.Bytes()) {
		return
	}
	n := &g.holders.Nodes[most]
	g.add(findings.Finding{Rule: findings.RuleThreadLocal, Confidence: 0.5,
		Title:     fmt.Sprintf("Thread-locals hold %s, %s of the reachable heap, most of it in %s", words.RoundSize(sum), percent(sum, g.Bytes()), words.TypeName(n.Type)),
		Numbers:   []findings.FindingNumber{{Name: "held", Value: float64(sum), Unit: "bytes"}, {Name: "values", Value: float64(values), Unit: "objects"}},
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(n.Type)}, At: g.point + 1},
		Explain:   []string{"A thread-local is a variable that has a value of its own in every thread. Threads of a pool live on, and keep it until remove() is called."},
		Doubts:    []string{"Buffers that each thread keeps on purpose look the same."},
		Next: []findings.Step{{Text: "See who keeps it alive", Show: findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(n.Type)}, At: g.point + 1},
			Command: []string{"paths", findings.Path, "--by", "type", "--group", keyOfType(n.Type), "--at", fmt.Sprint(g.point + 1)}}}})
}

// loaders reports if classes of one name were loaded again and again.
func (g *guided) loaders() {
	h := g.last.Heap()
	times := map[string]int{}
	best := ""
	for t := range h.Types {
		class, name := h.Types[t].Class, h.Types[t].Name
		if class == trace.NoObject || h.Types[t].Loader == trace.NoObject || strings.Contains(name, "$$") || strings.Contains(name, "$Proxy") ||
			g.last.Subject().Reachable != nil && !g.last.Subject().Reachable.Test(uint(class)) {
			continue
		}
		times[name]++
		if best == "" || times[name] > times[best] || times[name] == times[best] && name < best {
			best = name
		}
	}
	if best == "" || times[best] < loadedTimes {
		return
	}
	g.add(findings.Finding{Rule: findings.RuleLoader, Confidence: 0.5,
		Title:     fmt.Sprintf("The class %s was loaded %d times, by different class loaders that are all alive", best, times[best]),
		Numbers:   []findings.FindingNumber{{Name: "loaded", Value: float64(times[best]), Unit: "objects"}},
		Highlight: findings.Highlight{View: findings.HeapView, By: []string{"loader", "type"}, At: g.point + 1},
		Explain: []string{"A class loader keeps all its classes and their static fields alive. If an application was reloaded, something still holds its older class loaders: " +
			"an object of one of its classes that was registered somewhere, a thread, or a thread-local."},
		Doubts: []string{"Plug-ins that each bring a class of this name look the same."},
		Next: []findings.Step{{Text: "See the objects by class loader", Show: findings.Highlight{View: findings.HeapView, By: []string{"loader", "type"}, At: g.point + 1},
			Command: []string{"tree", findings.Path, "--by", "loader,type", "--at", fmt.Sprint(g.point + 1), "--top", "5"}}}})
}

// maxSharing is how many GC roots of the program are compared for what they share.
const maxSharing = 60

// shared says which two static fields of the program hold much together and little alone.
func (g *guided) shared(ctx context.Context) error {
	if slices.ContainsFunc(g.out.Findings, func(f findings.Finding) bool { return f.Growth != nil && len(f.Growth.Also) > 0 }) {
		return nil
	}
	roots, err := g.last.Roots(ctx)
	if err != nil {
		return err
	}
	var candidates []int32
	for i, name := range roots.Names {
		if name.Kind == trace.RootStaticField && g.Domain().Owns(name.Owner) && len(candidates) < maxSharing {
			candidates = append(candidates, int32(i))
		}
	}
	if len(candidates) < 2 {
		return nil
	}
	owners, err := roots.Owners(ctx, closure.OwnersQuery{Roots: true, Candidates: candidates}, g.progress)
	if err != nil || len(owners.Pairs) == 0 {
		return err
	}
	p := owners.Pairs[0]
	if p.Shared.Bytes < bigBytes || float64(p.Shared.Bytes) < bigShare*float64(g.Bytes()) {
		return nil
	}
	a, b := roots.Names[p.A].String(), roots.Names[p.B].String()
	g.add(findings.Finding{Rule: findings.RuleShared, Confidence: 0.7,
		Title:     fmt.Sprintf("Shared: the %s and the %s hold %s together, which neither holds alone", a, b, words.RoundSize(p.Shared.Bytes)),
		Numbers:   []findings.FindingNumber{{Name: "shared", Value: float64(p.Shared.Bytes), Unit: "bytes"}, {Name: "together", Value: float64(p.Together.Bytes), Unit: "bytes"}},
		Highlight: findings.Highlight{View: findings.GroupView, At: g.point + 1},
		Explain:   []string{fmt.Sprintf("Emptying one of them frees none of these %s objects: remove them from both.", words.Count(p.Shared.Objects))},
		Doubts:    []string{"Two paths to the same data may be just what the program needs."},
		Next: []findings.Step{{Text: "See who owns the heap, alone and together", Show: findings.Highlight{View: findings.GroupView, At: g.point + 1},
			Command: []string{"owners", findings.Path, "--at", fmt.Sprint(g.point + 1)}}}})
	return nil
}
