package findings

import (
	"fmt"
	"slices"

	"memcity/words"
)

// Grade says how far a finding, or the verdict on a recording, goes. The manual has a table of them (docs/analyze.md).
type Grade string

// Grades, the surest first. Only a verdict is healthy or undecided.
const (
	Leaks         Grade = "leak"
	ProbablyLeaks Grade = "probable leak"
	Grows         Grade = "growth"       // it may have a limit, or too few GC points are known
	Full          Grade = "heap full"    // the heap is at its limit, so it cannot grow
	Large         Grade = "large holder" // at the last GC point
	Wastes        Grade = "waste"
	Churns        Grade = "churn"
	Healthy       Grade = "healthy"
	Undecided     Grade = "undecided" // the input could not show a leak, or something grew that may go on
)

// Verdict is the judgment of a recording. Each recording has one, and every output takes it from here.
type Verdict struct {
	Grade  Grade  `json:"grade"`
	Text   string `json:"verdict"`     // in sentences
	Judged bool   `json:"leak_judged"` // the input could show a leak
	// Basis names the GC points behind the deciding finding or, if nothing grows, behind that answer. It is nil if nothing was judged.
	Basis  *Basis   `json:"judged_by,omitempty"`
	Doubts []string `json:"doubts,omitempty"` // why it may be wrong
}

// Line returns grade and text: "Verdict: leak. It leaks: Person, held by static field Main.persons."
func (v *Verdict) Line() string { return fmt.Sprintf("Verdict: %s. %s", v.Grade, v.Text) }

// Basis says which GC points growth was judged by.
type Basis struct {
	Points int     `json:"points"`    // with single objects if the input has such points, otherwise with counts
	Of     int     `json:"of_points"` // of the recording
	From   float64 `json:"from_ms"`   // first of the points
	To     float64 `json:"to_ms"`     // last of them
	Start  float64 `json:"start_ms"`  // of the recording
	End    float64 `json:"end_ms"`
	GCs    bool    `json:"gcs,omitempty"` // the points are GCs, in an input without GC points
}

// Limits of a basis that is broad enough for a leak to be shown in red.
const (
	LeastPoints = 8   // GC points
	LeastSpan   = 0.5 // of the time of the recording
)

// nearlyAll is the share of the GC points, and of the time, of a recording that counts as all of it.
const nearlyAll = 0.9

// span is the share of the recording's time from the first point to the last.
func (b *Basis) span() float64 {
	if b.End <= b.Start {
		return 1
	}
	return (b.To - b.From) / (b.End - b.Start)
}

// IsBroad reports whether there are enough points over enough of the recording for a leak to be shown as certain.
func (b *Basis) IsBroad() bool { return b.Points >= LeastPoints && b.span() >= LeastSpan }

// IsWhole reports whether growth was judged by nearly all GC points and over nearly all of the recording.
func (b *Basis) IsWhole() bool {
	return float64(b.Points) >= nearlyAll*float64(b.Of) && b.span() >= nearlyAll
}

// String says what growth was judged by: "4 of 33 GC points, from 1.0 s to 7.9 s".
func (b *Basis) String() string {
	points := fmt.Sprintf("%s of %s", words.Count(int64(b.Points)), words.Counted(int64(b.Of), "GC point"))
	switch {
	case b.GCs:
		points = words.Counted(int64(b.Points), "GC")
	case b.Points >= b.Of:
		points = "all " + words.Counted(int64(b.Of), "GC point")
	}
	return fmt.Sprintf("%s, from %s to %s", points, words.MomentOf(b.From), words.MomentOf(b.To))
}

// gradeOf returns the grade of any finding: its own if it is about growth, otherwise that of its rule.
func (f *Finding) gradeOf() Grade {
	switch {
	case f.Grade != "":
		return f.Grade
	case f.Rule == RuleFull:
		return Full
	case f.Rule == RuleChurn || f.Rule == RuleOverhead:
		return Churns
	case f.IsWaste():
		return Wastes
	}
	return Large
}

// IsWaste reports whether a finding is about memory that holds less than it could.
func (f *Finding) IsWaste() bool {
	return f.Rule == RuleDuplicates || f.Rule == RuleSlices || slices.Contains(CollectionRules(), f.Rule)
}

// Judge gives every finding a grade, and derives grade, basis, and doubts of the verdict from the deciding finding. whole is the basis
// if no finding has one of its own. The text is set separately.
func (r *Report) Judge(whole *Basis) {
	for i := range r.Findings {
		r.Findings[i].Grade = r.Findings[i].gradeOf()
	}
	v := &r.Verdict
	v.Grade, v.Basis, v.Doubts = Healthy, whole, nil
	if !v.Judged || r.Open != "" {
		v.Grade = Undecided
	}
	if f := r.Decisive(); f != nil && (r.Open == "" || f.Grade.outranksOpen()) {
		v.Grade, v.Doubts = f.Grade, f.Doubts
		if f.Basis != nil || f.Rule == RuleFull && f.Ended == "" { // a full heap shows nothing of growth
			v.Basis = f.Basis
		}
	}
}

// outranksOpen reports whether the verdict has this grade although other growth may continue.
func (g Grade) outranksOpen() bool {
	return g == Leaks || g == ProbablyLeaks || g == Grows || g == Full
}

// Peak returns the GC point, from 1, at which the growth that the verdict is about was largest, if it was released since; otherwise 0.
func (r *Report) Peak() int {
	if f := r.Decisive(); f != nil && f.Rule == RuleReleased {
		return f.Highlight.At
	}
	return 0
}

// Decisive returns the finding that the verdict is about, the first one; nil if there are no findings.
func (r *Report) Decisive() *Finding {
	if len(r.Findings) == 0 {
		return nil
	}
	return &r.Findings[0]
}
