package describe

import (
	"slices"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/scene"
	"memcity/city/view/pins"
)

// TestUnpinned: the first two findings without a building are listed in the order of the guide, and the others are counted.
func TestUnpinned(t *testing.T) {
	found := &findings.Report{}
	for _, title := range []string{"Leak", "Duplicate strings", "Large", "Empty collections", "Churn"} {
		found.Findings = append(found.Findings, findings.Finding{Title: title})
	}
	k := &scene.Pins{Report: &pins.Report{Found: found}}
	for _, tt := range []struct {
		pinned []int
		want   []string
	}{{nil, []string{"Leak", "Duplicate strings", "3 more findings"}}, {[]int{0, 2}, []string{"Duplicate strings", "Empty collections", "1 more finding"}},
		{[]int{0, 1, 2}, []string{"Empty collections", "Churn"}}, {[]int{0, 1, 2, 3}, []string{"Churn"}},
		{[]int{0, 1, 2, 3, 4}, nil}} {
		k.List = nil
		for _, finding := range tt.pinned {
			k.List = append(k.List, scene.Pin{Pin: &pins.Pin{Finding: finding}})
		}
		if got := unpinned(k); !slices.Equal(got, tt.want) {
			t.Errorf("with %v pinned: %q, want %q", tt.pinned, got, tt.want)
		}
	}
}
