package guide

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/waste"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/words"
)

// Limits of waste.
const (
	wasteShare = 0.05    // share of the heap
	wasteBytes = 1 << 18 // in bytes
	shownText  = 40      // characters of an example

	shownHolder = 0.05 // share of the objects that a field must hold to be named after the first field
)

// waste reports waste in the last heap state: duplicate strings and bitmaps, collections larger than they need to be, small slices of large
// arrays and long strings, and boxed values.
func (g *guided) waste(ctx context.Context) error {
	if g.last == nil {
		return nil
	}
	for _, look := range []func(context.Context) error{g.duplicates, g.bitmaps, g.collections, g.slices, g.boxes} {
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
	slices.SortStableFunc(g.out.Waste, func(a, b findings.Waste) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return nil
}

// wasted lists one kind of waste, however small.
func (g *guided) wasted(w findings.Waste) {
	if w.Bytes > 0 {
		g.out.Waste = append(g.out.Waste, w)
	}
}

// boxes lists boxed numbers and booleans.
func (g *guided) boxes(ctx context.Context) error {
	h := g.last.Heap()
	isBox, of := make([]bool, len(h.Types)), make([]trace.Amount, len(h.Types))
	for t := range h.Types {
		isBox[t] = h.Runtime == trace.JVM && leak.IsBox(h.Types[t].Name) // other runtimes have no fields without a box
	}
	for o := range trace.ObjectID(h.Len()) {
		if err := poll.At(ctx, o); err != nil {
			return err
		}
		if t := h.TypeOf.At(o); isBox[t] && g.Has(o) {
			of[t].Objects++
			of[t].Bytes += h.Size(o)
		}
	}
	var all trace.Amount
	most := 0
	for t := range of {
		all.Objects, all.Bytes = all.Objects+of[t].Objects, all.Bytes+of[t].Bytes
		if of[t].Bytes > of[most].Bytes {
			most = t
		}
	}
	g.wasted(findings.Waste{Rule: findings.RuleBoxes, Amount: findings.Amount{Name: "Boxed values", Objects: all.Objects, Bytes: all.Bytes},
		Type: h.Types[most].Name,
		Text: fmt.Sprintf("%s %s, %s of the reachable heap. Most are %s %s.",
			words.Plural(all.Objects, "boxed number or boolean takes", "boxed numbers and booleans take"), words.RoundSize(all.Bytes),
			words.Percent(all.Bytes, g.Bytes()), words.Count(of[most].Objects), words.TypeName(h.Types[most].Name)),
		Fix: "Use primitive fields and arrays where a value is never null, and collections of primitive values."})
	return nil
}

func (g *guided) isWaste(bytes int64) bool {
	return bytes >= wasteBytes && float64(bytes) >= wasteShare*float64(g.Bytes())
}

// notWaste returns the percentage of the heap for waste below the limit of a finding.
func (g *guided) notWaste(bytes int64) string {
	if bytes >= wasteBytes || float64(bytes) < wasteShare*float64(g.Bytes()) {
		return percentBelow(bytes, g.Bytes(), wasteShare)
	}
	return percent(bytes, g.Bytes()) // the heap is small
}

// duplicates reports duplicate strings.
func (g *guided) duplicates(ctx context.Context) error {
	if why := waste.Lacks(g.recording, g.last.Heap(), true); why != "" {
		g.missing(why)
		return nil
	}
	if !g.last.Heap().HasFields() {
		g.missing("Memory outside the heap: this input has no contents of fields.")
	}
	d, err := waste.Duplicates(ctx, g.last.Heap(), g.Has)
	if err != nil {
		return err
	}
	g.wasted(findings.Waste{Rule: findings.RuleDuplicates, Type: g.stringType(), Fix: g.duplicatesFix(),
		Amount: findings.Amount{Name: "Duplicate strings", Objects: d.All.Count, Bytes: d.All.Wasted},
		Text: fmt.Sprintf("Of %s, %s the same text as another string. This wastes %s, %s of the reachable heap.", words.Plural(int64(d.Strings), "string", "strings"),
			words.Plural(d.All.Count, "has", "have"), words.RoundSize(d.All.Wasted), words.Percent(d.All.Wasted, g.Bytes()))})
	if !g.isWaste(d.All.Wasted) {
		g.quiet(fmt.Sprintf("Duplicate strings: they waste %s, %s of the reachable heap.", words.RoundSize(d.All.Wasted), g.notWaste(d.All.Wasted)))
		return nil
	}
	return g.reportDuplicates(ctx, d)
}

// stringType returns the type of the strings of the program.
func (g *guided) stringType() string {
	if g.recording.Runtime == trace.V8 {
		return trace.StringsOfV8
	}
	return "java.lang.String"
}

// duplicatesFix returns advice about duplicate strings.
func (g *guided) duplicatesFix() string {
	if g.recording.Runtime == trace.V8 {
		return "Keep one copy of each text where the strings are read, for example in a Map from the text to itself."
	}
	return duplicatesFix
}

const duplicatesFix = "Keep one copy of each text where the strings are read, in your own map or with String.intern. Or run the VM with -XX:+UseStringDeduplication."

func (g *guided) reportDuplicates(ctx context.Context, d *waste.Duplicated) error {
	all := d.All
	var list []*waste.Text
	for i := range d.Texts {
		if t := &d.Texts[i]; t.Count > 1 {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b *waste.Text) int {
		return cmp.Or(cmp.Compare(b.Wasted, a.Wasted), cmp.Compare(a.First, b.First))
	})
	explain := []string{fmt.Sprintf("Of %s strings, %s have the same text as another string.", words.Count(int64(d.Strings)),
		words.Count(all.Count)),
		words.Enumerated(g.examples(list[:min(len(list), 3)])) + "."}
	held, err := g.heldBy(ctx, d.Copies, "copies")
	if err != nil {
		return err
	}
	explain = append(explain, held...)
	g.add(findings.Finding{Rule: findings.RuleDuplicates, Confidence: min(0.9, 0.4+2*float64(all.Wasted)/float64(g.Bytes())),
		Title: fmt.Sprintf("Duplicate strings waste %s, %s of the reachable heap", words.RoundSize(all.Wasted),
			percent(all.Wasted, g.Bytes())),
		Numbers: []findings.FindingNumber{{Name: "wasted", Value: float64(all.Wasted), Unit: "bytes"},
			{Name: "duplicates", Value: float64(all.Count), Unit: "objects"}},
		Highlight: findings.Highlight{View: findings.HeapView, By: []string{"type"}, Keys: []string{keyOfType(g.stringType())},
			At: g.point + 1},
		Explain: append(explain, g.duplicatesFix()),
		Doubts:  []string{"Short-lived strings, for example of one request, are gone by the next GC."},
		Next: []findings.Step{{Text: "See who holds the strings",
			Show: findings.Highlight{View: findings.GroupView, By: []string{"type"}, Keys: []string{keyOfType(g.stringType())}, At: g.point + 1},
			Command: []string{"tree", findings.Path, "--by", "type,pointed-from,type", "--where", fmt.Sprintf("object.type == '%s'", g.stringType()), "--at",
				fmt.Sprint(g.point + 1), "--top", "5"}}}})
	return nil
}

// examples describes duplicate strings. It includes their contents only on request.
func (g *guided) examples(list []*waste.Text) (examples []string) {
	for i, t := range list {
		name := pick(i == 0, "a text of ", "another of ") + words.Counted(int64(g.lengthOf(t)), "character")
		if g.options.Texts {
			if text, err := g.last.Heap().Values.Text(t.First, shownText); err == nil {
				name = fmt.Sprintf("%q", text)
			}
		}
		examples = append(examples, fmt.Sprintf("%s%s%s times (%s)", name, pick(i == 0, " is there ", " "), words.Count(t.Count), words.RoundSize(t.Wasted)))
	}
	return examples
}

// lengthOf returns the number of characters of a text.
func (g *guided) lengthOf(t *waste.Text) int {
	if t.Length == 0 {
		text, _ := g.last.Heap().Values.Text(t.First, math.MaxInt32)
		return utf8.RuneCountInString(text)
	}
	return t.Length
}

// heldBy returns a sentence about the fields that hold most of the given objects; what is the noun for them.
func (g *guided) heldBy(ctx context.Context, objects *bitset.BitSet, what string) ([]string, error) {
	list, err := waste.Holders(ctx, g.last.Heap(), objects, g.Has)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	var parts []string
	for i, x := range list[:min(len(list), 3)] {
		if share := float64(x.Objects) / float64(objects.Count()); i > 0 && share < shownHolder {
			break
		}
		name := "elements of " + words.TypeName(x.Type)
		if x.Field != "" {
			name = words.TypeName(x.Type) + "." + x.Field
		}
		parts = append(parts, percent(x.Objects, int64(objects.Count()))+" are held by "+name)
	}
	return []string{fmt.Sprintf("Of the %s %s, %s.", words.Count(int64(objects.Count())), what, words.Enumerated(parts))}, nil
}

const slicesFix = "Copy long-lived data to an array of exactly the required size, and release the large array."

const textSlicesFix = "Copy pieces that live long, for example with structuredClone or Buffer.from(text).toString()."

// textSlices reports sliced strings of V8 that keep longer strings alive.
func (g *guided) textSlices(ctx context.Context) error {
	s, err := waste.TextSlices(ctx, g.last.Heap(), g.Has)
	if err != nil || s.All.Objects == 0 {
		return err
	}
	g.wasted(findings.Waste{Rule: findings.RuleSlices, Type: s.Type, Fix: textSlicesFix,
		Amount: findings.Amount{Name: "Slices of long strings", Objects: s.All.Objects, Bytes: s.All.Bytes},
		Text: fmt.Sprintf("%s %s of strings that nothing else references, %s of the reachable heap.",
			words.Plural(s.All.Objects, "sliced string keeps", "sliced strings keep"), words.RoundSize(s.All.Bytes), words.Percent(s.All.Bytes, g.Bytes()))})
	if !g.isWaste(s.All.Bytes) {
		return nil
	}
	return g.addSlices(ctx, s, textSlicesFix, min(0.8, 0.3+2*float64(s.All.Bytes)/float64(g.Bytes())),
		fmt.Sprintf("Slices of long strings keep %s alive, %s of the reachable heap: %s", words.RoundSize(s.All.Bytes), percent(s.All.Bytes, g.Bytes()),
			words.Plural(s.All.Objects, "sliced string", "sliced strings")),
		"A string made by slice, substring, match or split keeps the whole string that it was cut from. Nothing else references these strings.",
		"The input does not show how long the slices are. If they cover most of the text, copies need as much memory.")
}

// slices reports small slices that keep large arrays alive.
func (g *guided) slices(ctx context.Context) error {
	if g.last.Heap().Runtime == trace.V8 {
		return g.textSlices(ctx)
	}
	if g.last.Heap().Values == nil {
		return nil // reported with the strings
	}
	s, err := waste.Slices(ctx, g.last.Heap(), g.Has)
	if err != nil {
		return err
	}
	g.wasted(findings.Waste{Rule: findings.RuleSlices, Type: s.Type, Fix: slicesFix,
		Amount: findings.Amount{Name: "Small slices of large arrays", Objects: s.All.Objects, Bytes: s.Wasted()},
		Text: fmt.Sprintf("%s %s of arrays of %s that nothing else references. No slice covers the remaining %s, %s of the reachable heap.",
			words.Plural(s.All.Objects, "slice uses", "slices use"), words.RoundSize(s.Used), words.RoundSize(s.All.Bytes), words.RoundSize(s.Wasted()),
			words.Percent(s.Wasted(), g.Bytes()))})
	if !g.isWaste(s.Wasted()) {
		return nil
	}
	return g.addSlices(ctx, s, slicesFix, min(0.9, 0.4+2*float64(s.Wasted())/float64(g.Bytes())),
		fmt.Sprintf("Small slices of large arrays waste %s, %s of the reachable heap: %s %s use %s of %s", words.RoundSize(s.Wasted()),
			percent(s.Wasted(), g.Bytes()),
			words.Count(s.All.Objects), words.TypeName(s.Type), words.RoundSize(s.Used), words.RoundSize(s.All.Bytes)),
		"A slice keeps its whole array alive, even if it covers only a small part. Nothing else references these arrays.",
		"Arrays that the program is about to fill, or to read through other slices, look the same.")
}

// addSlices adds a finding about slices. why explains how they waste memory.
func (g *guided) addSlices(ctx context.Context, s *waste.Sliced, fix string, confidence float64, title, why, doubt string) error {
	held, err := g.heldBy(ctx, s.Slices, "slices")
	if err != nil {
		return err
	}
	g.add(findings.Finding{Rule: findings.RuleSlices, Confidence: confidence, Title: title,
		Numbers: []findings.FindingNumber{{Name: "wasted", Value: float64(s.Wasted()), Unit: "bytes"},
			{Name: "slices", Value: float64(s.All.Objects), Unit: "objects"}},
		Highlight: findings.Highlight{View: findings.HeapView, By: []string{"type"}, Keys: []string{keyOfType(s.Type)}, At: g.point + 1},
		Explain:   append([]string{why}, append(held, fix)...), Doubts: []string{doubt},
		Next: []findings.Step{g.keepersStep("See who keeps them alive", s.Type)}})
	return nil
}
