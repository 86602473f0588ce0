package fleet

import (
	"fmt"
	"strconv"

	"memcity/analysis/fleet"
	"memcity/fleet/question"
	"memcity/words"
)

// significant is the significance level: a difference with a smaller p-value is not attributed to chance.
const significant = 0.05

// sentences contains, by question, the function that puts a row into a sentence.
var sentences = map[string]func(question.Row) string{
	"leaks": leakSentence, "growth": growthSentence, "releases": releaseSentence, "outliers": outlierSentence, "worst": worstSentence,
}

func leakSentence(r question.Row) string {
	l := leakOf(r)
	return fleet.Leak(&l)
}

func growthSentence(r question.Row) string {
	name, measured, growing := named(r), r.Whole("measured"), r.Whole("growing")
	if measured == 0 {
		return "Growth of the live heap of " + name + " is unknown: no recording has two GC points at different times."
	}
	text := fmt.Sprintf("The live heap of %s grows steadily on %d of %s that could be measured", name, growing, words.Counted(measured, "pod"))
	if rate, known := r.Number("median_growing_bytes_per_hour"); known {
		text += ", by " + fleet.Rate(rate) + " (median of growing pods)"
	}
	if pods := r.Whole("pods"); pods > measured {
		text += fmt.Sprintf("; unknown for %s with one GC point each", words.Counted(pods-measured, "other pod"))
	}
	return text + "."
}

func releaseSentence(r question.Row) string {
	before, after := r.Text("service")+" "+r.Text("before"), r.Text("after")
	p, known := r.Number("p_value")
	if !known {
		return fmt.Sprintf("A change in growth from %s to %s cannot be tested. It needs at least four measured pods of each; there are %d and %d.",
			before, after, r.Whole("pods_before"), r.Whole("pods_after"))
	}
	a, _ := r.Number("before_bytes_per_hour")
	b, _ := r.Number("after_bytes_per_hour")
	rates := fmt.Sprintf("%s on a pod of %s (median), %s of %s, %s", fleet.Rate(a), before, fleet.Rate(b), after, fleet.Chance(p))
	switch {
	case p >= significant:
		return "No difference in growth can be shown: " + rates + "."
	case worse(r):
		return "The live heap grows faster in " + after + ": " + rates + "."
	case b < a:
		return "The live heap grows more slowly in " + after + ": " + rates + "."
	}
	return "The live heap grows differently in " + after + ": " + rates + "."
}

// worse reports whether the live heap grows significantly faster in a version than in the one before.
func worse(r question.Row) bool {
	p, known := r.Number("p_value")
	before, _ := r.Number("before_bytes_per_hour")
	after, _ := r.Number("after_bytes_per_hour")
	return known && p < significant && after > before
}

func outlierSentence(r question.Row) string {
	ratio, _ := r.Number("ratio")
	median, _ := r.Number("median_bytes")
	return fmt.Sprintf("%s of %s has a live heap of %s: %s times the median of %s, %s.", r.Text("pod"), named(r), words.Size(r.Whole("live_bytes")),
		strconv.FormatFloat(ratio, 'f', 1, 64), words.Counted(r.Whole("pods"), "pod"), words.SizeOf(median))
}

func worstSentence(r question.Row) string {
	total, _ := r.Number("total_bytes_per_hour")
	return fmt.Sprintf("%s in %s: %s over %s; held by the %s.", words.Unqualified(r.Text("type")), r.Text("service"), fleet.Rate(total),
		words.Counted(r.Whole("pods"), "pod"), r.Text("owner"))
}

// nothing explains why a question has no rows.
func nothing(name string, s *question.Summary) string {
	switch {
	case (name == "leaks" || name == "worst") && s.JudgedPods == 0:
		return "Leaks are unknown: no recording could show a leak."
	case name == "worst":
		return fmt.Sprintf("Nothing leaks in the latest version of any pod. The recordings of %s could show a leak.", words.Counted(int64(s.JudgedPods), "pod"))
	case name == "leaks":
		return fmt.Sprintf("Nothing leaks in %s whose recordings could show a leak.", words.Counted(int64(s.JudgedPods), "pod"))
	case name == "releases":
		return "Unknown: no service has two versions whose recordings all have wall-clock times."
	case name == "outliers":
		return "No pod is an outlier among at least five pods of its version."
	}
	return "There are no recordings."
}

// notes returns sentences about the limits of the data.
func notes(s *question.Summary) []string {
	list := []string{}
	note := func(n int, text string) {
		if n > 0 {
			list = append(list, fmt.Sprintf("%d of %s: %s", n, words.Counted(int64(s.Recordings), "recording"), text))
		}
	}
	note(s.SinglePoints, "only one GC point, and no other recording of the same pod to compare with")
	note(s.Joined, "a single GC point each; recordings of the same pod and version were joined, ordered by time")
	note(s.Unjudged, "leaks unknown for other reasons")
	note(s.WithoutService, "no service label; treated as one service")
	note(s.WithoutVersion, "no version label; treated as one version of their service")
	note(s.WithoutClock, "no wall-clock time, so their versions have no order")
	return list
}

func named(r question.Row) string { return r.Text("service") + " " + r.Text("version") }
