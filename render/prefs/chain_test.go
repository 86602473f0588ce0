package prefs

import (
	"slices"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
)

// TestChainLimits: chains up to the maximum length are kept, including expressions; longer ones are rejected.
func TestChainLimits(t *testing.T) {
	base := scene.DefaultSettings()
	long := "where(" + strings.Repeat("ü", (trees.MaxChainName-7)/2) + "x)"
	if len(long) != trees.MaxChainName {
		t.Fatalf("the name has %d bytes", len(long))
	}
	for _, names := range []int{0, 1, trees.MaxChain} {
		now := base
		now.Filters, now.SizeKind = seq.Seq[string]{}, trees.Retained
		for range names {
			now.Filters = now.Filters.With(long)
		}
		if got := decodeSettings(newReader(encodeSettings(now)), base); got != now {
			t.Errorf("%d filters: kept are %d, measure %v", names, got.Filters.Len(), got.SizeKind)
		}
	}
	now := base
	now.Filters = seq.Of(long + "x")
	if got := decodeSettings(newReader(encodeSettings(now)), base); !got.Filters.Empty() {
		t.Errorf("a filter of %d bytes is taken over", len(long)+1)
	}
	now.Filters = seq.Of(slices.Repeat([]string{"no-java"}, trees.MaxChain+1)...)
	if got := decodeSettings(newReader(encodeSettings(now)), base); !got.Filters.Empty() {
		t.Error("more filters than can be chosen are taken over")
	}
}
