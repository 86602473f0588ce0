//go:build !race

package session_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// textsOf returns a recording of one heap state with strings.
func textsOf(texts []string) *trace.Recording {
	b := tracetest.NewHeap()
	b.Root(b.Array(b.ArrayType("java.lang.Object[]"), len(texts)), trace.RootStaticField, "app.Main.texts")
	for i, text := range texts {
		b.Element(0, i, b.String(text))
	}
	heap := b.Heap()
	return &trace.Recording{Name: "texts", Format: "test", Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots | trace.KnowsFields | trace.KnowsTexts,
		Points: []trace.Point{{Source: "dump", Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return heap, nil, nil
		}}}}
}

// Strings are duplicates only if their whole texts are equal, for any common prefix.
func TestGuideDuplicatesOfLongTexts(t *testing.T) {
	for _, head := range []int{10, 4094, 4095, 4096, 4097, 5000, 40000} {
		count := 120
		if head < 4000 { // enough of them to be worth a finding
			count = 600
		}
		for _, ends := range []int{1, 2, count} { // how many different texts there are
			var texts []string
			for i := range count {
				texts = append(texts, strings.Repeat("h", head)+fmt.Sprint(i%ends)+strings.Repeat("t", 1000))
			}
			duplicates := 0.0
			for _, f := range explore(t, textsOf(texts)).Findings {
				for _, n := range f.Numbers {
					if f.Rule == findings.RuleDuplicates && n.Name == "duplicates" {
						duplicates = n.Value
					}
				}
			}
			if want := float64(count - ends); duplicates != want {
				t.Errorf("%d texts with %d characters in common, %d of them different: %v duplicates, want %v", count, head, ends, duplicates, want)
			}
		}
	}
}
