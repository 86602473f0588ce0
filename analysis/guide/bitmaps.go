package guide

import (
	"context"
	"fmt"

	"memcity/analysis/android"
	"memcity/analysis/guide/findings"
	"memcity/words"
)

const bitmapsFix = "Load each image once, for example with an image library that has a cache, and share the bitmap."

// bitmaps reports bitmaps of Android with equal pixels. Pixels outside the heap are not in the input; see offHeap.
func (g *guided) bitmaps(ctx context.Context) error {
	found, err := android.FindBitmaps(ctx, g.last.Heap(), g.Has)
	if err != nil || found == nil {
		return err
	}
	wasted := found.Wasted.Bytes
	g.wasted(findings.Waste{Rule: findings.RuleBitmaps, Type: android.Bitmap, Fix: bitmapsFix,
		Amount: findings.Amount{Name: "Duplicate bitmaps", Objects: found.Wasted.Objects, Bytes: wasted},
		Text: fmt.Sprintf("Of %s, %s the same pixels as another bitmap. This wastes %s, %s of the reachable heap.", words.Counted(found.Objects, "bitmap"),
			words.Plural(found.Wasted.Objects, "has", "have"), words.RoundSize(wasted), words.Percent(wasted, g.Bytes()))})
	if !g.isWaste(wasted) {
		g.quiet(fmt.Sprintf("Duplicate bitmaps: they waste %s, %s of the reachable heap.", words.RoundSize(wasted), g.notWaste(wasted)))
		return nil
	}
	held, err := g.heldBy(ctx, found.Copies, "copies")
	if err != nil {
		return err
	}
	most := found.Largest
	explain := []string{
		fmt.Sprintf("Of %s with %s of pixels in the heap, %s the same pixels as another bitmap.", words.Counted(found.Objects, "bitmap"), words.RoundSize(found.Bytes),
			words.Plural(found.Wasted.Objects, "has", "have")),
		fmt.Sprintf("The largest waste is an image of %d × %d pixels, which exists %s times (%s).", most.Width, most.Height, words.Count(most.Count),
			words.RoundSize(most.Wasted))}
	g.add(findings.Finding{Rule: findings.RuleBitmaps, Confidence: min(0.9, 0.4+2*float64(wasted)/float64(g.Bytes())),
		Title: fmt.Sprintf("Duplicate bitmaps waste %s, %s of the reachable heap", words.RoundSize(wasted), percent(wasted, g.Bytes())),
		Numbers: []findings.FindingNumber{{Name: "wasted", Value: float64(wasted), Unit: "bytes"},
			{Name: "duplicates", Value: float64(found.Wasted.Objects), Unit: "objects"}},
		Highlight: findings.Highlight{View: findings.HeapView, By: []string{"type"}, Keys: []string{keyOfType(android.Bitmap)}, At: g.point + 1},
		Explain:   append(append(explain, held...), bitmapsFix),
		Doubts:    []string{"The program may be about to draw on some of the copies."},
		Next:      []findings.Step{g.keepersStep("See who keeps them alive", android.Bitmap)}})
	return nil
}
