package guide

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/words"
)

// Limits of piles that stand out in one heap state.
const (
	largeShare  = 0.2     // least share of the heap that a reported pile retains
	largeBytes  = 1 << 19 // the same in bytes
	listedShare = 0.02    // least share of the heap for a pile to be examined
	smallShare  = 0.01    // least share of the heap for a pile to be listed
	localShare  = 0.1     // least share of the heap for thread-locals to be reported
	loadedTimes = 3       // least number of loaders that have loaded a class of one name
	maxLarge    = 2
	maxListed   = 10
	leastNative = 100 // least number of objects held by JNI global references
)

// standing reports notable objects of the last heap state: destroyed components of Android, detached DOM trees, unused variables,
// class loaders that should be gone, threads, memory outside the heap, large piles with their holders, and thread-locals.
func (g *guided) standing(ctx context.Context) error {
	if g.last == nil {
		return nil
	}
	references, err := g.last.Subject().ReferenceGraph(ctx)
	if err != nil {
		return err
	}
	for _, part := range []struct {
		what string
		err  error
	}{
		{"Destroyed components", g.destroyed(ctx, references)},
		{"Detached DOM", g.detached(ctx, references)},
		{"Unused variables", g.unusedVariables(ctx, references)},
		{"Class loaders", g.loaders(ctx, references)},
		{"Threads", g.threads(ctx, references)},
		{"Memory outside the heap", g.offHeap(ctx)},
		{"Large owners", g.large(ctx)},
	} {
		if err := g.leftOut(ctx, part.what, part.err); err != nil {
			return err
		}
	}
	g.threadLocals()
	g.release()
	return nil
}

// release frees data that later parts do not need: the references between places and between objects.
func (g *guided) release() {
	g.dominance = nil
	g.last.Shed()
}

// isReported reports whether there is a finding of growth of the same owner.
func (g *guided) isReported(owner string) bool {
	return slices.ContainsFunc(g.out.Findings, func(f findings.Finding) bool {
		return f.Growth != nil && (f.Growth.Owner == owner || slices.Contains(f.Growth.Also, owner))
	})
}

// large reports piles that take much of the heap. It only lists smaller ones.
func (g *guided) large(ctx context.Context) error {
	all := g.dominance.Accumulations(ctx, int64(listedShare*float64(g.Bytes())))
	if err := ctx.Err(); err != nil {
		return err
	}
	last := g.holders.Points - 1
	all = slices.DeleteFunc(all, func(s leak.Suspect) bool { return g.isOfRuntime(&s) })
	least := max(largeBytes, int64(largeShare*float64(g.Bytes())))
	var piles []leak.Suspect
	for _, s := range slices.Concat(all, g.dominance.Joined(all, least)) {
		if s.Bytes[last] >= least && len(piles) < maxCompared {
			piles = append(piles, s)
		}
	}
	details, err := g.detail(ctx, piles, (least+1)/2)
	if err != nil {
		return err
	}
	found := 0
	for _, d := range details {
		threads := d.suspect.Kind == "" && !byNative(d.suspect)
		if found == maxLarge || threads || g.isKnown(d) {
			continue
		}
		found++
		g.know(d.gone)
		if err := g.findEntries(ctx, d, leak.FromNothing); err != nil {
			return err
		}
		g.add(g.largeFinding(d), d.how...)
	}
	g.largest(ctx)
	return ctx.Err()
}

// largest lists the largest holders of the heap. It leaves out those of the virtual machine, unless there are no others.
func (g *guided) largest(ctx context.Context) {
	all := g.dominance.Largest(ctx, int64(smallShare*float64(g.Bytes())), 2*maxListed)
	of := slices.DeleteFunc(slices.Clone(all), func(s leak.Suspect) bool { return g.isOfRuntime(&s) })
	if len(of) == 0 {
		of = all
	}
	for i := range of[:min(len(of), maxListed)] {
		g.out.Largest = append(g.out.Largest, g.listed(&of[i]))
	}
}

// isOfRuntime reports whether a pile belongs to the virtual machine or to its class loaders. Examples are classes that only the virtual
// machine refers to, and data read from the class path.
func (g *guided) isOfRuntime(s *leak.Suspect) bool {
	if g.isOfBuiltinLoader(s.Parts[0].Container) || g.isOfBuiltinLoader(s.Tops()[0]) {
		return true
	}
	if byNative(s) { // the virtual machine has few of them, and one for each class
		return s.Objects[len(s.Objects)-1] < leastNative || g.holders.IsInternal(s.Tops()[0])
	}
	_, named := trace.CutNamed(s.Root)
	return s.Root != trace.LeftOut && !named && !strings.HasPrefix(s.Root, "thread") &&
		!strings.HasPrefix(s.Root, "local variable") && s.Field == "" &&
		!strings.HasPrefix(s.Owner, "field ")
}

// isOfBuiltinLoader reports whether a class loader of the virtual machine, or an open archive, holds a place through fields of the runtime
// only. Other users of an archive do not own the data read from it.
func (g *guided) isOfBuiltinLoader(p leak.Place) bool {
	path := g.holders.Path(p)
	for i := len(path) - 1; i > 0; i-- {
		switch t := g.holders.Nodes[path[i]].Type; {
		case t == zipSource, strings.HasPrefix(t, "jdk.internal.loader.") && strings.HasSuffix(t, "ClassLoader"), strings.HasPrefix(t, "sun.misc.Launcher$"):
			return true
		case !leak.OfRuntime(t):
			return false
		}
	}
	return false
}

// zipSource is the type of the data read from a zip or jar file, which all users of the open file share.
const zipSource = "java.util.zip.ZipFile$Source"

// listed returns an entry for the list of the largest holders.
func (g *guided) listed(s *leak.Suspect) findings.Holder {
	kind, counted := g.kindOf(s, g.dominance.TopOf(s.Tops()), s.Tops())
	last := g.holders.Points - 1
	where := cmp.Or(fieldText(s.Field), s.Owner)
	path := g.holders.Path(s.Tops()[0])
	if holder := s.Parts[0].Container; !slices.Contains(path, holder) {
		path = g.holders.Path(holder) // others hold it too, and were found first
	}
	return findings.Holder{Type: kind, Owner: where, Root: s.Root, Path: g.stepsOf(&detail{path: path}),
		Amount: findings.Amount{Name: words.TypeName(kind) + " in the " + where, Objects: g.countsOf(counted)[last], Bytes: s.Bytes[last]}}
}

// isKnown reports whether a finding already includes most of what clearing the holders of d frees.
func (g *guided) isKnown(d *detail) bool {
	return g.isReported(d.owner) || g.known != nil && 2*g.known.IntersectionCardinality(d.gone) >= d.gone.Count()
}

// know records objects as part of a finding.
func (g *guided) know(objects *bitset.BitSet) {
	if g.known == nil {
		g.known = objects.Clone()
		return
	}
	g.known.InPlaceUnion(objects)
}

// largeFinding returns the finding about a large pile.
func (g *guided) largeFinding(d *detail) findings.Finding {
	part := float64(d.freed.Bytes) / float64(max(1, g.Bytes()))
	f := findings.Finding{Rule: findings.RuleHolder, Grade: findings.Large, Confidence: min(0.9, 0.4+part/2), Pile: g.pileOf(d),
		References: d.references,
		Title: fmt.Sprintf("Large: %s %s keep%s %s alive, %s of the reachable heap", d.countText(), holderText(d), pick(d.count() == 1, "s", ""),
			words.RoundSize(d.freed.Bytes), percent(d.freed.Bytes, g.Bytes())),
		Numbers: []findings.FindingNumber{{Name: "retained", Value: float64(d.freed.Bytes), Unit: "bytes"},
			{Name: "retained", Value: float64(d.freed.Objects), Unit: "objects"},
			{Name: "heap", Value: float64(g.Bytes()), Unit: "bytes"}},
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(d.group)}, At: g.point + 1},
		Doubts:    []string{"The program may need a large cache. Record more GC points to see whether it grows."}}
	if g.out.Judged {
		f.Pile = g.historyOf(d)
	}
	if f.IsSteady() {
		f.Confidence /= 2
		f.Doubts = []string{fmt.Sprintf("It does not grow: there were %s objects at the first GC point examined. The program may need them.", words.Count(d.objects[0]))}
	} else if g.out.Judged && len(d.objects) > 1 && d.objects[0] > 0 {
		f.Doubts = []string{fmt.Sprintf("There were %s objects at the first GC point examined, but the growth stopped. It may be a full cache.", words.Count(d.objects[0]))}
	}
	if text := partsText(d.groups, whole); text != "" {
		f.Explain = append(f.Explain, text)
	}
	if text := g.otherPaths(d); text != "" {
		f.Explain = append(f.Explain, text)
	}
	f.Explain = append(f.Explain, d.entryLines()...)
	f.Explain = append(f.Explain, g.referenceLines(d)...)
	g.addOffHeap(&f, d)
	f.Next = g.standingSteps(d.group)
	return f
}

// standingSteps returns the next steps for a finding in one heap state.
func (g *guided) standingSteps(group string) []findings.Step {
	at := fmt.Sprint(g.point + 1)
	return []findings.Step{
		g.keepersStep("See who keeps it alive", group),
		{Text: "See the largest data structures and who holds them", Show: findings.Highlight{View: findings.StructuresView, At: g.point + 1},
			Command: []string{"structures", findings.Path, "--at", at}},
		{Text: "See who owns the heap", Show: findings.Highlight{View: findings.GroupView, At: g.point + 1},
			Command: []string{"owners", findings.Path, "--at", at}}}
}

// keepersStep returns the step to the paths from GC roots to a group of objects.
func (g *guided) keepersStep(text, group string) findings.Step {
	key := keyOfType(group)
	return findings.Step{Text: text,
		Show:    findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{key}, At: g.point + 1},
		Command: []string{"paths", findings.Path, "--by", "type", "--group", key, "--at", fmt.Sprint(g.point + 1)}}
}

// knownWithin returns the size of the objects in the given places that are part of a finding, in bytes.
func (g *guided) knownWithin(within []bool) (bytes int64) {
	if g.known == nil {
		return 0
	}
	h := g.last.Heap()
	for o := range g.known.EachSet() {
		if p := g.places[o]; p != leak.NoPlace && within[p] {
			bytes += h.Size(trace.ObjectID(o))
		}
	}
	return bytes
}

// threadLocals reports thread-locals that hold much.
func (g *guided) threadLocals() {
	last := g.holders.Points - 1
	sum, values := int64(0), int64(0)
	var most leak.Place = leak.NoPlace
	within := make([]bool, len(g.holders.Nodes)) // places that thread-locals hold; parents precede their children
	for p := range g.holders.Nodes {
		n := &g.holders.Nodes[p]
		if n.Parent == leak.NoPlace {
			continue
		}
		if within[p] = within[n.Parent]; within[p] {
			continue // already counted in the outer thread-local
		}
		if n.Field != "value" || !g.holders.IsThreadLocal(n.Parent) {
			continue
		}
		within[p] = true
		sum, values = sum+n.AllBytes[last], values+n.Objects[last]
		if most == leak.NoPlace || n.AllBytes[last] > g.holders.Nodes[most].AllBytes[last] {
			most = leak.Place(p)
		}
	}
	if sum < largeBytes/4 || float64(sum) < localShare*float64(g.Bytes()) || 2*g.knownWithin(within) > sum {
		return
	}
	n := &g.holders.Nodes[most]
	g.add(findings.Finding{Rule: findings.RuleThreadLocal, Confidence: 0.5,
		Title: fmt.Sprintf("Thread-locals hold %s, %s of the reachable heap, mostly in %s", words.RoundSize(sum),
			percent(sum, g.Bytes()), words.TypeName(n.Type)),
		Numbers: []findings.FindingNumber{{Name: "held", Value: float64(sum), Unit: "bytes"},
			{Name: "values", Value: float64(values), Unit: "objects"}},
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(n.Type)}, At: g.point + 1},
		Explain:   []string{"A thread-local is a variable with a separate value in each thread. Pooled threads keep running, and keep the value until remove() is called."},
		Doubts:    []string{"Buffers that each thread keeps on purpose look the same."},
		Next: []findings.Step{{Text: "See who keeps it alive",
			Show:    findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(n.Type)}, At: g.point + 1},
			Command: []string{"paths", findings.Path, "--by", "type", "--group", keyOfType(n.Type), "--at", fmt.Sprint(g.point + 1)}}}})
}
