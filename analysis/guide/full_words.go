package guide

import (
	"fmt"
	"slices"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/words"
)

// Reasons why an input does not show whether the heap is full, and the line about growth in a full heap.
const (
	capacityMissing = "no GC events with the capacity of the heap."
	waitsMissing    = "threads waited for memory, but this input does not show how much of the heap was alive."
	growthHidden    = "Leaks: a full heap cannot grow, so its size does not show whether the program leaks."
)

// smallLimit is the doubt about every full heap.
const smallLimit = "A heap limit (-Xmx) that is too small looks the same."

// leastRise is the least difference at which a finding says that a share has risen.
const leastRise = 0.1

// addLog returns the advice to open a log of the GCs too, or to do something else; empty for runtimes whose logs cannot be opened.
func (g *guided) addLog(or string) string {
	if g.recording.Runtime != trace.JVM {
		return ""
	}
	return " Add the GC log (-Xlog:gc*) or a flight recording of the same run" + or + "."
}

// fullUnknown records the reason why the GCs do not show whether the heap is full.
func (g *guided) fullUnknown(why string) {
	why += g.addLog("")
	g.out.FullUnknown = why
	g.missing("Full heap: " + why)
}

// addFull adds the finding of a full heap. If the heap is full at the end, addFull removes notes that no leak was found.
func (g *guided) addFull(f *fullHeap) {
	g.add(f.finding())
	if f.cleared.End > 0 {
		return
	}
	if g.hideGrowth() {
		g.missing(growthHidden)
	}
}

// hideGrowth removes the notes that no leak was found, and reports whether there were any.
func (g *guided) hideGrowth() (found bool) {
	n := len(g.out.Quiet)
	g.out.Quiet = slices.DeleteFunc(g.out.Quiet, func(text string) bool { return slices.Contains(g.leakNotes, text) })
	return len(g.out.Quiet) < n
}

// finding returns the finding of a full heap.
func (f *fullHeap) finding() findings.Finding {
	first, last := &f.gcs[0], &f.gcs[len(f.gcs)-1]
	found := findings.Finding{Rule: findings.RuleFull, Grade: findings.Full, Confidence: min(0.95, 0.6+0.05*float64(f.full)), Title: f.title(),
		Highlight: findings.Highlight{View: findings.OverviewView, Start: millis(first.Start), End: millis(last.End)},
		Numbers:   f.numbers(), Explain: f.explain(), Doubts: []string{smallLimit},
		Next: []findings.Step{{Text: "See the windows in time", Show: findings.Highlight{View: findings.OverviewView}, Command: []string{"windows", findings.Path}}}}
	if f.cleared.End > 0 {
		found.Ended, found.Released = findings.Cleared, millis(f.cleared.End)
		found.Doubts = append(found.Doubts, "A program that needs a lot of memory for a while, and then frees it, looks the same.")
	}
	return found
}

// title returns a title about how full the heap is, or when it was full.
func (f *fullHeap) title() string {
	title, stays, free, take := "The heap is full: ", "is in use", "free", "take"
	if f.cleared.End > 0 {
		title, stays, free, take = fmt.Sprintf("The heap was full from %s to %s: ", words.Moment(f.gcs[0].Start), words.Moment(f.gcs[len(f.gcs)-1].End)), "was in use", "freed", "took"
	}
	switch {
	case f.waits:
		return title + words.WholePercent(f.reachable) + " of it is reachable, and threads wait for memory"
	case f.capacity == 0:
		return title + fmt.Sprintf("full GCs %s only %s of it", free, words.PercentOf(f.freed))
	}
	title += words.WholePercent(f.share) + " " + stays + " after full GCs"
	if f.share-f.before >= leastRise {
		title += ", up from " + words.WholePercent(f.before)
	}
	if f.busy {
		title += ", and GCs " + take + " " + words.WholePercent(f.overhead()) + " of the time"
	}
	return title
}

// numbers returns the known numbers of the finding.
func (f *fullHeap) numbers() []findings.FindingNumber {
	if f.waits {
		return []findings.FindingNumber{{Name: "reachable", Value: f.reachable, Unit: "share"}, {Name: "capacity", Value: float64(f.capacity), Unit: "bytes"},
			{Name: "GCs for which threads waited", Value: float64(f.full), Unit: "GCs"}}
	}
	numbers := []findings.FindingNumber{{Name: "heap after the last full GC", Value: float64(f.after), Unit: "bytes"}}
	if f.capacity > 0 {
		numbers = append(numbers, findings.FindingNumber{Name: "stays after full GCs", Value: f.share, Unit: "share"},
			findings.FindingNumber{Name: "capacity", Value: float64(f.capacity), Unit: "bytes"})
	}
	if f.freed >= 0 {
		numbers = append(numbers, findings.FindingNumber{Name: "freed by full GCs", Value: f.freed, Unit: "share"})
	}
	return append(numbers, findings.FindingNumber{Name: "full GCs", Value: float64(f.full), Unit: "GCs"},
		findings.FindingNumber{Name: "overhead", Value: f.overhead(), Unit: "share"})
}

func (f *fullHeap) explain() (lines []string) {
	when := fmt.Sprintf("from %s to %s", words.Moment(f.gcs[0].Start), words.Moment(f.gcs[len(f.gcs)-1].End))
	if f.waits {
		lines = append(lines, fmt.Sprintf("Threads waited for memory in %s %s. At %s of that time, %s of %s was reachable on average.",
			words.Counted(int64(f.full), "GC"), when, words.Counted(int64(len(f.live)), "GC point"),
			words.RoundSize(int64(f.reachable*float64(f.capacity))), words.RoundSize(f.capacity)))
	} else {
		text := fmt.Sprintf("After the last of %s %s, %s was in use.", words.Counted(int64(f.full), "full GC"), when, f.left())
		if f.freed >= 0 {
			text += fmt.Sprintf(" On average they freed %s of the heap.", words.PercentOf(f.freed))
		}
		lines = append(lines, text, fmt.Sprintf("GCs took %s of that time.", words.PercentOf(f.overhead())))
	}
	if f.cleared.End > 0 {
		lines = append(lines, fmt.Sprintf("At %s, %s was left. If the program freed the memory only because it was shutting down, it may leak.",
			words.Moment(f.cleared.End), words.RoundSize(f.cleared.After)))
	}
	return append(lines, "A full heap cannot grow, so its size does not show whether the program still adds objects. Check the largest holders in a heap dump.")
}

// left returns text about the heap in use after the last full GC.
func (f *fullHeap) left() string {
	if f.capacity == 0 {
		return words.RoundSize(f.after)
	}
	return words.RoundSize(f.after) + " of " + words.RoundSize(f.capacity)
}

// fullVerdict returns the verdict on a full heap without a leak.
func fullVerdict(g *findings.Report, f *findings.Finding) string {
	text := f.Title + ". A full heap does not show whether the program leaks."
	switch f.Ended {
	case findings.Unseen:
		text = fmt.Sprintf("%s, before GC point %d.", f.Title, f.Highlight.At+1)
	case findings.Cleared:
		text = fmt.Sprintf("%s. The memory was freed by %s. If the program freed it only because it was shutting down, it may leak.", f.Title, words.MomentOf(f.Released))
	}
	for i := range g.Findings {
		switch other := &g.Findings[i]; {
		case other.Rule == findings.RuleReleased:
			return text + " Released growth: " + brief(other) + "."
		case other.Grade == findings.Grows:
			return text + " Growth: " + brief(other) + "."
		case other.Grade == findings.Large && other.Pile != nil && f.Ended != findings.Cleared:
			return text + " Largest holder: " + brief(other) + "."
		}
	}
	return text
}
