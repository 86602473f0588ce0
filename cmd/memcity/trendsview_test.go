package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"memcity/cmd/memcity/changes"
	"memcity/render/action"
)

// TestTrendsViewIsWhatTrendPrints: the rows of the trends view match memcity trend.
func TestTrendsViewIsWhatTrendPrints(t *testing.T) {
	needWindow(t)
	r := memcity("trend", "demo:two-caches", "--by", "package,type", "--format", "json")
	var got changes.Trend
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
		t.Fatal(err, r.stderr)
	}
	options := testOptions()
	options.NoImages = true
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.open("demo:two-caches")
		w.key("6", action.Ctrl)
		for _, s := range got.Series {
			it := w.item("trends", "row", s.Name)
			for column, want := range map[string]int64{"end": s.End, "growth": s.Growth} {
				if !strings.Contains(" "+it.Value+" ", fmt.Sprintf(" %s=%d ", column, want)) {
					t.Errorf("%s: the command has %s %d, the row says %s", s.Name, column, want, it.Value)
				}
			}
		}
		w.item("trends", "row", fmt.Sprintf("Other, %d groups", got.Hidden))
	})
}

// TestTrendsScript runs the bundled script.
func TestTrendsScript(t *testing.T) {
	runBundled(t, "trends.script", "demo:two-caches")
}

// TestTrendStyleIsRemembered: the drawing style of trends is remembered for any recording.
func TestTrendStyleIsRemembered(t *testing.T) {
	inWindows(t, 2, func(w *screen, run int) {
		w.DrawLate()
		w.open([]string{"demo:steady", "demo:two-caches"}[run])
		w.key("6", action.Ctrl)
		if run == 0 {
			w.clickItem("trends", "choice", "Style: Lines")
			w.clickItem("trends", "switch", "Other")
			return
		}
		if lines, other := w.item("trends", "choice", "Style: Lines"), w.item("trends", "switch", "Other"); lines.Value != "chosen" ||
			other.Value != "off" {
			t.Errorf("lines are %q, others are %q", lines.Value, other.Value)
		}
	})
}
