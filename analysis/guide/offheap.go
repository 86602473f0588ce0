package guide

import (
	"context"
	"errors"
	"fmt"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/offheap"
	"memcity/trace"
	"memcity/words"
)

// Limits of findings about memory outside the heap.
const (
	offHeapBytes = 64 << 20 // least size that is reported
	offHeapShare = 0.5      // the same as a share of the reachable heap
	offHeapPart  = 0.2      // least share that a reported pile holds

	withLeakBytes = 1 << 20  // least size that is reported with a leak
	lostBytes     = 16 << 20 // least netty chunk memory without a buffer that is reported
	withLeakShare = 0.1      // least share of the freed bytes in the heap that is reported with a leak
)

// readValues reads what the objects of the last heap state own outside the heap. Damaged values cause a warning.
func (g *guided) readValues(ctx context.Context) error {
	found, err := offheap.Read(ctx, g.last.Heap(), g.last.Subject().Alive)
	var damaged *trace.InputError
	if errors.As(err, &damaged) {
		g.Warn([]trace.Warning{{Source: damaged.Source, Text: damaged.Text}})
		return nil
	}
	g.outside = found
	return err
}

// offHeap reports memory outside the heap and the holders of its owners.
func (g *guided) offHeap(ctx context.Context) error {
	if g.outside == nil {
		return nil
	}
	all := g.outside.Kinds.Sum()
	if all.Bytes+g.outside.Kinds[offheap.Mapped].Bytes > 0 {
		g.out.OffHeap = offHeapReport(g.outside)
	}
	if all.Bytes == 0 {
		return nil
	}
	if all.Bytes < offHeapBytes || float64(all.Bytes) < offHeapShare*float64(g.Bytes()) {
		g.quiet("Off-heap: " + g.offHeapSum())
		return nil
	}
	reported, err := g.offHeapPiles(ctx, all.Bytes)
	if err != nil || reported {
		return err
	}
	if g.out.Judged {
		g.quiet("Off-heap: " + g.offHeapSum() + " Its main holders have not grown, or are part of a finding above.")
		return nil
	}
	g.add(findings.Finding{Rule: findings.RuleOffHeap, Confidence: offHeapConfidence(all.Bytes, g.Bytes()),
		Numbers: g.offHeapNumbers(all.Bytes),
		Title: fmt.Sprintf("Off-heap: %s outside the heap and %s in it; no single place holds most of the off-heap memory", words.RoundSize(all.Bytes),
			words.RoundSize(g.Bytes())),
		Highlight: findings.Highlight{View: findings.HeapView, By: []string{"type"}, At: g.point + 1},
		Explain:   g.offHeapExplanation(g.outside.Kinds), Doubts: offHeapDoubts(g.outside.Kinds)})
	return nil
}

// offHeapPiles adds findings about piles that hold much of the memory outside the heap. reported is true if there is such a finding now or
// earlier.
func (g *guided) offHeapPiles(ctx context.Context, all int64) (reported bool, err error) {
	weights := make([]int64, len(g.holders.Nodes))
	for _, o := range g.outside.Owners {
		if p := g.places[o.Object]; p != leak.NoPlace {
			weights[p] += o.Bytes
		}
	}
	last := g.holders.Points - 1
	piles := g.dominance.Weighted(weights).Accumulations(ctx, int64(offHeapPart*float64(all)))
	if err := ctx.Err(); err != nil {
		return false, err
	}
	for i := range piles[:min(len(piles), maxCompared)] {
		piles[i].Bytes[last] = 0
		for _, p := range piles[i].Tops() {
			piles[i].Bytes[last] += g.dominance.Retained(p).Bytes
		}
	}
	details, err := g.detail(ctx, piles[:min(len(piles), maxCompared)], 0)
	if err != nil {
		return false, err
	}
	found := 0
	for _, d := range details {
		held := g.outside.Held(func(o trace.ObjectID) bool { return d.gone.Test(uint(o)) })
		sum := held.Sum()
		if found == maxLarge || float64(sum.Bytes) < offHeapPart*float64(all) {
			continue
		}
		if g.knowsOffHeap(d.gone) || g.out.Judged && !g.ownersHaveGrown(d.gone) {
			reported = reported || g.knowsOffHeap(d.gone)
			continue
		}
		found++
		g.know(d.gone)
		g.add(g.offHeapFinding(d, held), d.how...)
	}
	return reported || found > 0, nil
}

// ownersHaveGrown reports whether the places of those objects that own memory outside the heap have more objects at the last GC point than
// at the first.
func (g *guided) ownersHaveGrown(objects *bitset.BitSet) bool {
	seen := map[leak.Place]bool{}
	first, last := int64(0), int64(0)
	for _, o := range g.outside.Owners {
		if p := g.places[o.Object]; objects.Test(uint(o.Object)) && p != leak.NoPlace && !seen[p] {
			seen[p] = true
			n := &g.holders.Nodes[p]
			first, last = first+n.Objects[0], last+n.Objects[len(n.Objects)-1]
		}
	}
	return (&findings.Pile{Objects: []int64{first, last}}).HasGrown()
}

// knowsOffHeap reports whether findings already include most of the memory outside the heap that the given objects own.
func (g *guided) knowsOffHeap(objects *bitset.BitSet) bool {
	if g.known == nil {
		return false
	}
	all := g.outside.Held(func(o trace.ObjectID) bool { return objects.Test(uint(o)) })
	known := g.outside.Held(func(o trace.ObjectID) bool { return objects.Test(uint(o)) && g.known.Test(uint(o)) })
	return 2*known.Sum().Bytes >= all.Sum().Bytes
}

func (g *guided) offHeapFinding(d *detail, held offheap.ByKind) findings.Finding {
	bytes := held.Sum().Bytes
	f := findings.Finding{Rule: findings.RuleOffHeap, Confidence: offHeapConfidence(bytes, g.Bytes()), Pile: g.pileOf(d),
		References: d.references,
		Title: fmt.Sprintf("Off-heap: %s %s hold%s %s outside the heap and %s in it", d.countText(), holderText(d),
			pick(d.count() == 1, "s", ""),
			words.RoundSize(bytes), words.RoundSize(d.freed.Bytes)),
		Numbers: append(g.offHeapNumbers(bytes), findings.FindingNumber{Name: "retained", Value: float64(d.freed.Bytes), Unit: "bytes"},
			findings.FindingNumber{Name: "retained", Value: float64(d.freed.Objects), Unit: "objects"}),
		Highlight: findings.Highlight{View: findings.GraphView, By: []string{"type"}, Keys: []string{keyOfType(d.group)}, At: g.point + 1},
		Explain:   g.offHeapExplanation(held), Doubts: offHeapDoubts(held)}
	if text := partsText(d.groups, whole); text != "" {
		f.Explain = append(f.Explain, text)
	}
	if text := g.otherPaths(d); text != "" {
		f.Explain = append(f.Explain, text)
	}
	f.Explain = append(f.Explain, g.referenceLines(d)...)
	f.Next = g.standingSteps(d.group)
	return f
}

func offHeapConfidence(bytes, heap int64) float64 {
	return min(0.9, 0.4+0.1*float64(bytes)/float64(max(1, heap)))
}

func (g *guided) offHeapNumbers(bytes int64) []findings.FindingNumber {
	return []findings.FindingNumber{{Name: "off-heap", Value: float64(bytes), Unit: "bytes"},
		{Name: "off-heap in all", Value: float64(g.outside.Kinds.Sum().Bytes), Unit: "bytes"},
		{Name: "heap", Value: float64(g.Bytes()), Unit: "bytes"}}
}

// offHeapSum returns text about all memory outside the heap.
func (g *guided) offHeapSum() string {
	all := g.outside.Kinds.Sum()
	text := fmt.Sprintf("%s outside the heap: %s. The reachable heap has %s.", words.RoundSize(all.Bytes), kindsText(g.outside.Kinds),
		words.RoundSize(g.Bytes()))
	if m := g.outside.Kinds[offheap.Mapped]; m.Objects > 0 {
		text += fmt.Sprintf(" Mapped files (%s) are not counted.", words.RoundSize(m.Bytes))
	}
	return text
}

// offHeapExplanation returns sentences about the memory outside the heap that some owners hold, and how it is freed.
func (g *guided) offHeapExplanation(held offheap.ByKind) []string {
	explain := []string{"Owners: " + kindsText(held) + ". Total: " + g.offHeapSum()}
	explain = append(explain, g.chunksText()...)
	if held[offheap.Buffer].Objects > 0 {
		explain = append(explain, "A direct buffer keeps its memory until its small heap object is garbage collected, which may be late. The limit is -XX:MaxDirectMemorySize.")
	}
	if held[offheap.Deflater].Objects+held[offheap.Inflater].Objects > 0 {
		explain = append(explain, "Call end() on each Deflater or Inflater when it is no longer needed, or close the stream that uses it.")
	}
	if held[offheap.Pooled].Objects > 0 {
		explain = append(explain, "Netty counts the references to its buffers. Call release() on each buffer that is no longer needed.")
	}
	if held[offheap.Bitmap].Objects > 0 {
		explain = append(explain, "A bitmap keeps its pixels outside the heap until it is garbage collected. Load images at the size at which they are shown, and limit caches by bytes.")
	}
	return explain
}

// chunksText returns sentences about netty's memory outside the heap; nil for none.
func (g *guided) chunksText() []string {
	c := g.outside.Chunks
	if c.Chunks.Objects == 0 {
		return nil
	}
	pooled := g.outside.Kinds[offheap.Pooled]
	text := fmt.Sprintf("Netty's arenas have %s with %s outside the heap. Live buffers use %s of that",
		words.Counted(c.Chunks.Objects, "chunk"),
		words.RoundSize(c.Chunks.Bytes), words.RoundSize(pooled.Bytes))
	lost := c.Chunks.Bytes - c.Free - pooled.Bytes
	switch {
	case c.Known && lost >= lostBytes && 2*lost >= c.Chunks.Bytes:
		return []string{fmt.Sprintf("%s, and %s is free. The remaining %s was allocated to buffers that were garbage collected without release(), or that wait in thread caches.",
			text, words.RoundSize(c.Free), words.RoundSize(lost)),
			"Run with -Dio.netty.leakDetection.level=paranoid to find where these buffers were allocated."}
	case c.Known:
		return []string{fmt.Sprintf("%s, and %s is free.", text, words.RoundSize(c.Free))}
	}
	return []string{text + "."}
}

func offHeapDoubts(held offheap.ByKind) []string {
	return append([]string{"Buffers that are kept for reuse on purpose look the same. Record more GC points to see whether they grow."}, estimates(held)...)
}

// estimates returns a sentence for each kind of owner whose memory is an estimate.
func estimates(held offheap.ByKind) (texts []string) {
	if held[offheap.Deflater].Objects+held[offheap.Inflater].Objects > 0 {
		texts = append(texts, zlibEstimate)
	}
	if held[offheap.Bitmap].Objects > 0 {
		texts = append(texts, "The memory of bitmaps is an estimate of 4 bytes per pixel, because dumps do not contain their format.")
	}
	return texts
}

const zlibEstimate = "The memory of Deflaters and Inflaters is an estimate, because dumps do not contain it: about 268 kB per Deflater, and 40 kB per Inflater (7 kB before its first output)."

// kindsText returns a list of the kinds of owners of memory outside the heap.
func kindsText(held offheap.ByKind) string {
	var parts []string
	for k, a := range held {
		if kind := offheap.Kind(k); a.Objects > 0 && kind != offheap.Mapped {
			parts = append(parts, fmt.Sprintf("%s (%s%s)", words.Counted(a.Objects, kind.String()), pick(kind.Estimated(), "about ", ""),
				words.RoundSize(a.Bytes)))
		}
	}
	return words.Enumerated(parts)
}

// offHeapReport returns the numbers of memory outside the heap.
func offHeapReport(found *offheap.Found) *findings.OffHeap {
	report := &findings.OffHeap{Bytes: found.Kinds.Sum().Bytes, Mapped: found.Kinds[offheap.Mapped].Bytes}
	for k, a := range found.Kinds {
		if kind := offheap.Kind(k); a.Objects > 0 {
			report.Kinds = append(report.Kinds,
				findings.OffHeapKind{Name: kind.String() + "s", Objects: a.Objects, Bytes: a.Bytes, Estimated: kind.Estimated()})
		}
	}
	return report
}

// offHeapWith returns the memory outside the heap, in bytes, that is freed together with d; 0 if that is little.
func (g *guided) offHeapWith(d *detail) int64 {
	if g.outside == nil || d.gone == nil {
		return 0
	}
	held := g.outside.Held(func(o trace.ObjectID) bool { return d.gone.Test(uint(o)) })
	if sum := held.Sum().Bytes; sum >= withLeakBytes && float64(sum) >= withLeakShare*float64(d.freed.Bytes) {
		return sum
	}
	return 0
}

// addOffHeap adds the memory outside the heap that is freed together with d to a finding.
func (g *guided) addOffHeap(f *findings.Finding, d *detail) {
	bytes := g.offHeapWith(d)
	if bytes == 0 {
		return
	}
	held := g.outside.Held(func(o trace.ObjectID) bool { return d.gone.Test(uint(o)) })
	f.Title += fmt.Sprintf(", with %s off-heap", words.RoundSize(bytes))
	f.Numbers = append(f.Numbers, findings.FindingNumber{Name: "off-heap", Value: float64(bytes), Unit: "bytes"})
	f.Explain = append(f.Explain, fmt.Sprintf("The freed objects own %s outside the heap, which would be freed with them: %s.",
		words.RoundSize(bytes), kindsText(held)))
	f.Doubts = append(f.Doubts, estimates(held)...)
	f.Explain = append(f.Explain, g.chunksText()...)
}
