//go:build !race

package guide

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/trace"
)

// TestManyFeatures checks that reports on programs with many features, over one, two and six GC points, are true and match the golden
// files.
func TestManyFeatures(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(250) {
		for _, points := range []int{1, 2, 6}[seed%3:][:1] {
			var states []*trace.Heap
			for point := range points {
				states = append(states, newManyFeatures(seed, point, []int{6, 1, 1}[seed%3]))
			}
			name := fmt.Sprintf("features of seed %d", seed)
			r := heaps(name, states...)
			switch seed % 7 {
			case 0:
				r.GCs = busy(500<<20, 400*time.Millisecond).GCs
			case 1:
				r.GCs = busy(28<<20, 400*time.Millisecond).GCs
			case 2:
				r.GCs = busy(28<<20, time.Millisecond).GCs
			case 4:
				r.GCs = gcs("Pause Full", "", 1000, 50, 950, 960, 970)
			case 3:
				r.Recording.Usage = unreadUses()
			}
			if points == 6 && seed%4 == 0 && len(r.GCs) == 0 {
				r.Points[2].Load = func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
					return nil, nil, errors.New("gone")
				}
			}
			report, cuts := explored(t, r)
			if text, err := json.Marshal(report); err != nil || bytes.Contains(text, []byte("null")) {
				t.Errorf("%s: as JSON it is %v\n%s", name, err, text)
			}
			checkSentences(t, name, states[points-1], placingOf(t, states[points-1]), report, cuts, seen)
			for _, f := range report.Findings {
				seen[f.Rule]++
			}
		}
	}
	for _, rule := range findings.FindingRules() {
		if seen[rule] == 0 && !slices.Contains([]string{findings.RuleSlices, findings.RuleReleased, findings.RuleDestroyed, findings.RuleDetached, findings.RuleVariables, findings.RuleBitmaps}, rule) && !slices.Contains(findings.CollectionRules()[1:], rule) { // TestCollectionFindings, TestStories, TestDestroyed, TestDetached, TestUnusedVariables and TestBitmapLimits have them
			t.Errorf("there is no finding of %s, so nothing is checked of it", rule)
		}
	}
}
