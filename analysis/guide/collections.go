package guide

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/collection"
	"memcity/analysis/guide/findings"
	"memcity/analysis/site"
	"memcity/trace"
	"memcity/words"
)

// Limits of findings about collections.
const (
	maxWasteful    = 2       // most findings; one line summarizes the rest
	collectionLine = 0.01    // least share of the heap for the rest to be mentioned
	leastLine      = 1 << 14 // the same in bytes
	maxPlaces      = 3       // most groups in a finding
	shownPlace     = 0.05    // least share of the savings for a group to be shown after the first
	leastSamples   = 5       // least samples to estimate the objects of a site
)

// patternText contains the texts for one pattern of collections.
type patternText struct {
	rule         string
	subject      string // start of the title, before "waste" or "take"
	are          string // description, after a number
	fix, counted string // what to do, and which savings were counted
	doubt        string
	sure         float64 // largest confidence
}

// patternTexts contains the texts by pattern.
var patternTexts = [collection.Patterns]patternText{
	collection.Empty: {findings.RuleCollections, "Empty collections", "are empty",
		"Create each collection only when its first element is added. Until then, share List.of() or Collections.emptyMap().",
		"The savings count the collections and their arrays.",
		"Collections that are filled and emptied repeatedly may just happen to be empty at this moment.", 0.9},
	collection.Sparse: {findings.RuleSparse, "Sparse collections", "use less than a quarter of their arrays",
		"Create them with the capacity they need, or trim them once they are filled. ArrayList has trimToSize; copy other collections.",
		"The savings assume arrays of the right length. For hash tables, that is the next power of two.",
		"Collections that are about to be filled look the same.", 0.9},
	collection.Nested: {findings.RuleNested, "Inefficiently nested maps", "are small maps inside a map with many keys",
		"Swap the nesting: put the few keys outside, each with one map of the many keys. Or use one map with a combined key, such as a record.",
		"The savings count the inner map objects and their tables, minus those that remain after the change.",
		"With swapped maps, looking up all keys of one object is slower.", 0.6},
	collection.Fixed: {findings.RuleFixed, "Collections whose size never changes", "have not changed size since they were filled",
		"Create them with List.of, Set.of or Map.of, or with copyOf once they are filled. Private data can use an array or fields.",
		"The savings assume immutable collections of this kind.",
		"The program may replace elements, which an immutable collection does not allow.", 0.7},
	collection.Small: {findings.RuleSmall, "Small collections", "have at most eight elements, which take less than half of the collection's memory",
		"If they do not change, create them with List.of, Set.of or Map.of, or copy them with copyOf. Otherwise, give them a small capacity. For one or two elements, use a field or an array.",
		"The savings assume immutable collections, or a smaller array for kinds without an immutable version.",
		"They may grow later, or the program may need this kind of collection.", 0.6},
	collection.Boxed: {findings.RuleBoxed, "Boxed numbers in collections", "hold almost only boxed numbers such as Integer and Long",
		"Use an array such as int[] or long[], or a library with primitive collections, such as fastutil, Eclipse Collections, HPPC or Agrona.",
		"The savings count the boxed objects and their collections, minus the size of the plain numbers. For sets and maps, they assume a half-empty table.",
		"Objects that are also referenced from elsewhere remain. An object that several collections share is counted once.", 0.6},
}

// follow measures the collections of the newest GC point read, if objects can be identified at the next one.
func (g *guided) follow(ctx context.Context) error {
	h := g.last.Heap()
	if g.held = nil; h.Identity == nil || h.HasFields() {
		g.followed.Add(&collection.Measured{Heap: h})
		return nil
	}
	held, err := collection.Measure(ctx, h, g.Has)
	if err != nil {
		return err
	}
	g.held = held
	g.followed.Add(held)
	return nil
}

// collections reports collections that take more memory than they need.
func (g *guided) collections(ctx context.Context) error {
	if g.held == nil {
		held, err := collection.Measure(ctx, g.last.Heap(), g.Has)
		if err != nil {
			return err
		}
		g.held = held
	}
	found, err := collection.Find(ctx, g.held, &g.followed, g.Bytes(), g.Has)
	g.held = nil
	if err != nil {
		return err
	}
	var patterns, rest []collection.Pattern
	for p := range collection.Patterns {
		g.wastedBy(found, p)
		if g.isWaste(found.Of[p].Bytes) {
			patterns = append(patterns, p)
		}
	}
	slices.SortStableFunc(patterns, func(a, b collection.Pattern) int { return int(found.Of[b].Bytes - found.Of[a].Bytes) })
	patterns = patterns[:min(len(patterns), maxWasteful)]
	for _, p := range patterns {
		g.wasteful(found, p)
	}
	for p := range collection.Patterns {
		if found.Of[p].Bytes > 0 && !slices.Contains(patterns, p) {
			rest = append(rest, p)
		}
	}
	g.restOfCollections(found, rest, len(patterns) > 0)
	return nil
}

// wastedBy lists the waste of collections of one pattern.
func (g *guided) wastedBy(found *collection.Found, p collection.Pattern) {
	w, part := &patternTexts[p], &found.Of[p]
	if part.Bytes <= 0 {
		return
	}
	are := w.are
	if part.Amount.Objects == 1 {
		first, rest, _ := strings.Cut(are, " ")
		are = singular[first] + " " + rest
	}
	g.wasted(findings.Waste{Rule: w.rule, Type: mostOf(part.Groups), Fix: w.fix,
		Amount: findings.Amount{Name: w.subject, Objects: part.Amount.Objects, Bytes: part.Bytes},
		Text: fmt.Sprintf("%s, %s of the reachable heap, could be saved: %s %s. %s", words.RoundSize(part.Bytes),
			words.Percent(part.Bytes, g.Bytes()), words.Counted(part.Amount.Objects, "collection"), are, placeLines(part)[0])})
}

// singular maps the plural verbs at the start of patternText.are to singular.
var singular = map[string]string{"are": "is", "use": "uses", "have": "has", "hold": "holds"}

// restOfCollections adds a line about the waste of further patterns.
func (g *guided) restOfCollections(found *collection.Found, rest []collection.Pattern, further bool) {
	bytes, parts := int64(0), []string{}
	for _, p := range rest {
		bytes += found.Of[p].Bytes
		parts = append(parts, fmt.Sprintf("%s %s", p, words.RoundSize(found.Of[p].Bytes)))
	}
	if bytes < leastLine || float64(bytes) < collectionLine*float64(g.Bytes()) {
		return
	}
	g.quiet(fmt.Sprintf("%s: they waste %s, %s of the reachable heap (%s).", pick(further, "Other collections", "Collections"),
		words.RoundSize(bytes), g.notWaste(bytes), words.Enumerated(parts)))
}

// wasteful adds a finding about the collections of one pattern.
func (g *guided) wasteful(found *collection.Found, p collection.Pattern) {
	w, part := &patternTexts[p], &found.Of[p]
	most := mostOf(part.Groups)
	share := float64(part.Bytes) / float64(g.Bytes())
	f := findings.Finding{Rule: w.rule, Confidence: min(w.sure, 0.4+2*share),
		Title: fmt.Sprintf("%s waste %s, %s of the reachable heap, mostly in %s", w.subject, words.RoundSize(part.Bytes),
			percent(part.Bytes, g.Bytes()), words.TypeName(most)),
		Numbers: []findings.FindingNumber{{Name: p.String(), Value: float64(part.Bytes), Unit: "bytes"},
			{Name: p.String(), Value: float64(part.Amount.Objects), Unit: "objects"},
			{Name: "taken by these collections", Value: float64(part.Own), Unit: "bytes"},
			{Name: "score", Value: part.Score, Unit: "bytes"},
			{Name: "GC points judged over", Value: float64(found.Points), Unit: "points"}},
		Highlight: findings.Highlight{View: findings.HeapView, By: []string{"type"}, Keys: []string{keyOfType(most)}, At: g.point + 1}}
	when := fmt.Sprintf("at GC point %d", g.point+1)
	if found.Why == "" {
		when = whenOf(p, found.Points)
	} else {
		f.Doubts = append(f.Doubts, w.doubt, fmt.Sprintf("This shows only one moment: %s. To see it over time, record the running program for three or more GC points.", found.Why))
	}
	if found.Why == "" && p != collection.Empty && p != collection.Sparse {
		f.Doubts = append(f.Doubts, w.doubt)
	}
	f.Explain = append(f.Explain, fmt.Sprintf("%s collections %s, %s.", words.Count(part.Amount.Objects), w.are, when))
	f.Explain = append(f.Explain, placeLines(part)...)
	if p == collection.Sparse {
		f.Explain = append(f.Explain, causeLines(part)...)
	}
	f.Explain = append(f.Explain, g.madeAt(part)...)
	f.Explain = append(f.Explain, w.fix, w.counted)
	if !g.last.Heap().HasFields() && (p == collection.Empty || p == collection.Sparse) {
		f.Doubts = append(f.Doubts, "Nulls in an ArrayList are not counted as elements, because this input has no values.")
	}
	f.Next = g.collectionSteps(most)
	g.add(f)
}

// whenOf returns text about the GC points at which a pattern judged over time applies.
func whenOf(p collection.Pattern, points int) string {
	switch p {
	case collection.Empty:
		return fmt.Sprintf("at each of the %s since they were created, and are at least two GCs old", words.Points(points))
	case collection.Sparse, collection.Small:
		return fmt.Sprintf("at 75 %% or more of the %s at which they existed", words.Points(points))
	case collection.Fixed:
		return fmt.Sprintf("judging by %s", words.Points(points))
	}
	return "at the last GC point"
}

// mostOf returns the type whose collections waste most; of equal ones, the first by name.
func mostOf(groups []collection.Group) string {
	bytes := map[string]int64{}
	most := ""
	for i := range groups {
		name := groups[i].Type
		bytes[name] += groups[i].Bytes
	}
	for name, n := range bytes {
		if most == "" || n > bytes[most] || n == bytes[most] && name < most {
			most = name
		}
	}
	return most
}

// placeLines returns a sentence about where most of the collections are.
func placeLines(part *collection.Part) []string {
	var parts []string
	for i := range part.Groups[:min(len(part.Groups), maxPlaces)] {
		x := &part.Groups[i]
		if i > 0 && float64(x.Bytes) < shownPlace*float64(part.Bytes) {
			break
		}
		text := fmt.Sprintf("%s %s", words.Count(x.Objects), words.TypeName(x.Type))
		switch {
		case x.Place == "":
			text += " not held by any field"
		case x.IsSite:
			text += " allocated at " + x.Place
		default:
			text += " held by " + placeName(x.Place)
		}
		parts = append(parts, fmt.Sprintf("%s (%s saved)", text, words.RoundSize(x.Bytes)))
	}
	return []string{"Most of it: " + words.Enumerated(parts) + "."}
}

// placeName returns the name of a field with a short class name.
func placeName(field string) string {
	const elements = "elements of "
	if array, ok := strings.CutPrefix(field, elements); ok {
		return elements + words.TypeName(array)
	}
	return words.FieldName(field)
}

// causes contains the reasons why collections are sparse.
var causes = [collection.Causes]string{
	collection.Initial:    "were created with more capacity than they ever used",
	collection.NotTrimmed: "once had more elements and were not trimmed",
	collection.Grown:      "got a larger array that they do not need",
}

func causeLines(part *collection.Part) []string {
	var parts []string
	for c, n := range part.Causes {
		if n > 0 && causes[c] != "" {
			parts = append(parts, words.Count(n)+" "+causes[c])
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"Causes: " + words.Enumerated(parts) + "."}
}

// madeAt returns a sentence about where collections were allocated, if sites were sampled.
func (g *guided) madeAt(part *collection.Part) []string {
	h := g.last.Heap()
	if site.Known(h) != site.Sampled {
		return nil
	}
	var objects []trace.ObjectID
	for o := range part.Objects.EachSet() {
		objects = append(objects, trace.ObjectID(o))
	}
	origins := site.Of(h, objects, func(s *trace.Site) string { return s.Frames[0].Name() })
	if len(origins.Froms) == 0 || origins.Froms[0].Samples < leastSamples {
		return nil
	}
	first := &origins.Froms[0]
	return []string{fmt.Sprintf("%s of the %s collections were allocated at %s (estimated from %s).",
		words.UpperFirst(words.About(first.Amount.Objects, first.Estimate.Objects)), words.Count(int64(len(objects))), first.Name,
		words.Counted(first.Estimate.Samples, "sample"))}
}

// collectionSteps returns the next steps for collections.
func (g *guided) collectionSteps(most string) []findings.Step {
	at := fmt.Sprint(g.point + 1)
	steps := []findings.Step{{Text: "See who holds these collections",
		Show: findings.Highlight{View: findings.GroupView, By: []string{"type"}, Keys: []string{keyOfType(most)}, At: g.point + 1},
		Command: []string{"tree", findings.Path, "--by", "type,pointed-from,type", "--where", fmt.Sprintf("object.type == '%s'", most), "--at", at,
			"--top", "5"}}}
	if g.last.Heap().HasFields() {
		steps = append(steps, findings.Step{Text: "See the collections by size",
			Show:    findings.Highlight{View: findings.HeapView, By: []string{"collection-size", "type"}, At: g.point + 1},
			Command: []string{"tree", findings.Path, "--by", "collection-size,type", "--at", at, "--top", "5"}})
	}
	return steps
}

// Collections returns the bytes that fixing the given patterns saves in a heap state, and the type that saves most.
func (p *Placing) Collections(ctx context.Context, h *trace.Heap, patterns ...collection.Pattern) (bytes int64, most string, err error) {
	held, err := collection.Measure(ctx, h, p.Has)
	if err != nil {
		return 0, "", err
	}
	found, err := collection.Find(ctx, held, nil, p.Bytes(), p.Has)
	if err != nil {
		return 0, "", err
	}
	var groups []collection.Group
	for _, pattern := range patterns {
		bytes += found.Of[pattern].Bytes
		groups = append(groups, found.Of[pattern].Groups...)
	}
	return bytes, mostOf(groups), nil
}
