package prefs

import (
	"reflect"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/trees"
)

// TestChainLimits: chains as long as they can be chosen are kept, with expressions in them; longer ones are not taken over.
func TestChainLimits(t *testing.T) {
	base := scene.DefaultSettings()
	long := "where(" + strings.Repeat("ü", (trees.MaxChainName-7)/2) + "x)"
	if len(long) != trees.MaxChainName {
		t.Fatalf("the name has %d bytes", len(long))
	}
	for _, names := range []int{0, 1, trees.MaxChain} {
		now := base
		now.Filters, now.Measure = nil, trees.Retained
		for range names {
			now.Filters = append(now.Filters, long)
		}
		if got := decodeSettings(newReader(encodeSettings(now)), base); !reflect.DeepEqual(got, now) {
			t.Errorf("%d filters: kept are %d, measure %v", names, len(got.Filters), got.Measure)
		}
	}
	now := base
	now.Filters = []string{long + "x"}
	if got := decodeSettings(newReader(encodeSettings(now)), base); got.Filters != nil {
		t.Errorf("a filter of %d bytes is taken over", len(long)+1)
	}
	now.Filters = make([]string, trees.MaxChain+1)
	for i := range now.Filters {
		now.Filters[i] = "no-java"
	}
	if got := decodeSettings(newReader(encodeSettings(now)), base); got.Filters != nil {
		t.Error("more filters than can be chosen are taken over")
	}
}
