package guide

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"memcity/analysis/guide/findings"
	"memcity/analysis/waste"
	"memcity/trace"
	"memcity/words"
)

// Limits of waste.
const (
	wasteShare = 0.05    // of the heap
	wasteBytes = 1 << 18 // and at least so much
	shownText  = 40      // characters of an example
)

// waste looks at the values in the last heap state: texts that are there many times, and collections that hold nothing.
func (g *guided) waste(ctx context.Context) error {
	if g.last == nil {
		return nil
	}
	for _, look := range []func(context.Context) error{g.duplicates, g.collections} {
		err := look(ctx)
		var damaged *trace.InputError
		if errors.As(err, &damaged) {
			g.Warn([]trace.Warning{{Source: damaged.Source, Text: damaged.Text}})
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *guided) isWaste(bytes int64) bool {
	return bytes >= wasteBytes && float64(bytes) >= wasteShare*float64(g.Bytes())
}

// duplicates reports texts that are there many times.
func (g *guided) duplicates(ctx context.Context) error {
	if why := waste.Lacks(g.recording, g.last.Heap(), true); why != "" {
		g.missing(why)
		return nil
	}
	d, err := waste.Duplicates(ctx, g.last.Heap(), g.Has)
	if err != nil {
		return err
	}
	if !g.isWaste(d.All.Wasted) {
		g.quiet(fmt.Sprintf("Duplicate strings: they take %s, %s of the reachable heap.", words.RoundSize(d.All.Wasted), percent(d.All.Wasted, g.Bytes())))
		return nil
	}
	return g.reportDuplicates(ctx, d)
}

func (g *guided) reportDuplicates(ctx context.Context, d *waste.Duplicated) error {
	all := d.All
	var list []*waste.Text
	for _, t := range d.Texts {
		if t.Count > 1 {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b *waste.Text) int {
		return cmp.Or(cmp.Compare(b.Wasted, a.Wasted), cmp.Compare(a.First, b.First))
	})
	var examples []string
	for _, t := range list[:min(len(list), 3)] {
		text, err := g.last.Heap().Values.Text(t.First, shownText)
		if err != nil {
			continue
		}
		examples = append(examples, fmt.Sprintf("%q is there %s times (%s)", text, words.Count(t.Count), words.RoundSize(t.Wasted)))
	}
	explain := []string{fmt.Sprintf("Of %s strings, %s have the same text as another one.", words.Count(int64(d.Strings)), words.Count(all.Count))}
	if len(examples) > 0 {
		explain = append(explain, words.Enumerated(examples)+".")
	}
	field, err := g.mostlyHeld(ctx, list[0].First)
	if err != nil {
		return err
	}
	if field != "" {
		explain = append(explain, fmt.Sprintf("The first of them is held by %s.", field))
	}
	g.add(findings.Finding{Rule: findings.RuleDuplicates, Confidence: min(0.9, 0.4+2*float64(all.Wasted)/float64(g.Bytes())),
		Title:     fmt.Sprintf("Duplicate strings take %s, %s of the reachable heap", words.RoundSize(all.Wasted), percent(all.Wasted, g.Bytes())),
		Numbers:   []findings.FindingNumber{{Name: "wasted", Value: float64(all.Wasted), Unit: "bytes"}, {Name: "duplicates", Value: float64(all.Count), Unit: "objects"}},
		Highlight: findings.Highlight{View: findings.HeapView, By: []string{"type"}, Keys: []string{keyOfType("java.lang.String")}, At: g.point + 1},
		Explain:   append(explain, "Keep one of each where they are read in, in a map of your own or with String.intern, or let the VM do it: -XX:+UseStringDeduplication."),
		Doubts:    []string{"If the strings are short-lived, such as those of one request, they are gone by the next GC."},
		Next: []findings.Step{{Text: "See who holds strings", Show: findings.Highlight{View: findings.GroupView, By: []string{"type"}, Keys: []string{keyOfType("java.lang.String")}, At: g.point + 1},
			Command: []string{"tree", findings.Path, "--by", "type,pointed-from,type", "--where", "object.type == 'java.lang.String'", "--at", fmt.Sprint(g.point + 1), "--top", "5"}}}})
	return nil
}

// mostlyHeld names the field that refers to an object; empty if nothing does.
func (g *guided) mostlyHeld(ctx context.Context, o trace.ObjectID) (string, error) {
	references, err := g.last.Subject().ReferenceGraph(ctx)
	if err != nil {
		return "", err
	}
	referrers, err := references.Referrers(ctx)
	if err != nil {
		return "", err
	}
	h := g.last.Heap()
	for _, from := range referrers.Of(o) {
		for i, to := range h.References(from) {
			if to == o {
				return h.Types[h.TypeOf[from]].Name + "." + h.SlotName(from, h.RefSlot[int(h.RefStart[from])+i]), nil
			}
		}
	}
	return "", nil
}

// collections reports collections with little in them.
func (g *guided) collections(ctx context.Context) error {
	if waste.Lacks(g.recording, g.last.Heap(), false) != "" {
		return nil // reported with the strings
	}
	d, err := waste.Collections(ctx, g.last.Heap(), g.Has)
	if err != nil || !g.isWaste(d.Empty.Bytes+d.Sparse.Bytes) {
		return err
	}
	empty, sparse, most := d.Empty, d.Sparse, d.Most
	g.add(findings.Finding{Rule: findings.RuleCollections, Confidence: min(0.9, 0.4+2*float64(empty.Bytes+sparse.Bytes)/float64(g.Bytes())),
		Title: fmt.Sprintf("Empty and nearly empty collections waste %s, %s of the reachable heap, most of it %s", words.RoundSize(empty.Bytes+sparse.Bytes),
			percent(empty.Bytes+sparse.Bytes, g.Bytes()), words.TypeName(most)),
		Numbers: []findings.FindingNumber{{Name: "empty", Value: float64(empty.Bytes), Unit: "bytes"}, {Name: "empty", Value: float64(empty.Objects), Unit: "objects"},
			{Name: "sparse", Value: float64(sparse.Bytes), Unit: "bytes"}, {Name: "sparse", Value: float64(sparse.Objects), Unit: "objects"}},
		Highlight: findings.Highlight{View: findings.HeapView, By: []string{"type"}, Keys: []string{keyOfType(most)}, At: g.point + 1},
		Explain: []string{fmt.Sprintf("%s collections are empty (%s with their arrays); the arrays of %s are used for less than a quarter (%s unused).",
			words.Count(empty.Objects), words.RoundSize(empty.Bytes), words.Count(sparse.Objects), words.RoundSize(sparse.Bytes)),
			"Create collections when the first element is added, give them the size that they will need, or share Collections.emptyList()."},
		Doubts: []string{"Collections that are filled and emptied in turn may just happen to be empty at this moment."},
		Next: []findings.Step{{Text: "See the collections by their size", Show: findings.Highlight{View: findings.HeapView, By: []string{"collection-size", "type"}, At: g.point + 1},
			Command: []string{"tree", findings.Path, "--by", "collection-size,type", "--at", fmt.Sprint(g.point + 1), "--top", "5"}}}})
	return nil
}
