package findings

import (
	"fmt"
	"slices"

	"memcity/words"
)

// Grade is the grade of a finding or of the verdict on a recording. The manual explains them in a table (docs/analyze.md).
type Grade string

// Grades, the surest first. Healthy and Undecided are grades of verdicts only.
const (
	Leaks         Grade = "leak"
	ProbablyLeaks Grade = "probable leak"
	Grows         Grade = "growth"       // growth that may have a limit, or too few GC points
	Full          Grade = "heap full"    // the heap is at its limit, so it cannot grow
	Large         Grade = "large holder" // at the last GC point
	Wastes        Grade = "waste"
	Churns        Grade = "churn"
	Healthy       Grade = "healthy"
	Undecided     Grade = "undecided" // the input cannot show a leak, or growth may continue
)

// Verdict is the judgment of a recording. Each recording has one, and every output uses it.
type Verdict struct {
	Grade  Grade  `json:"grade"`
	Text   string `json:"verdict"`     // sentences
	Judged bool   `json:"leak_judged"` // true if the input can show a leak
	// Basis is the basis of the deciding finding or, if nothing grows, of that result; nil if nothing was judged.
	Basis  *Basis   `json:"judged_by,omitempty"`
	Doubts []string `json:"doubts,omitempty"` // reasons why the verdict may be wrong
}

// Line returns grade and text, such as "Verdict: leak. Leaking: Person, held by static field Main.persons."
func (v *Verdict) Line() string { return fmt.Sprintf("Verdict: %s. %s", v.Grade, v.Text) }

// Basis describes the GC points by which growth was judged.
type Basis struct {
	Points int     `json:"points"`    // number of points with single objects if the input has such points, otherwise with counts
	Of     int     `json:"of_points"` // number of points in the recording
	From   float64 `json:"from_ms"`   // time of the first point
	To     float64 `json:"to_ms"`     // time of the last point
	Start  float64 `json:"start_ms"`  // start of the recording
	End    float64 `json:"end_ms"`
	GCs    bool    `json:"gcs,omitempty"` // true if the points are GCs, for an input without GC points
}

// Least basis for a leak to be shown in red.
const (
	LeastPoints = 8   // GC points
	LeastSpan   = 0.5 // share of the recording's time
)

// nearlyAll is the share of a recording's GC points and time that counts as all of it.
const nearlyAll = 0.9

// span returns the time from the first point to the last, as a share of the recording's time.
func (b *Basis) span() float64 {
	if b.End <= b.Start {
		return 1
	}
	return (b.To - b.From) / (b.End - b.Start)
}

// IsBroad reports whether the points are numerous and spread widely enough for a leak to be shown as certain.
func (b *Basis) IsBroad() bool { return b.Points >= LeastPoints && b.span() >= LeastSpan }

// IsWhole reports whether growth was judged by nearly all GC points over nearly all of the recording.
func (b *Basis) IsWhole() bool {
	return float64(b.Points) >= nearlyAll*float64(b.Of) && b.span() >= nearlyAll
}

// String returns the points and their times, such as "4 of 33 GC points, from 1.0 s to 7.9 s". It omits the times if the recording covers
// none.
func (b *Basis) String() string {
	points := fmt.Sprintf("%s of %s", words.Count(int64(b.Points)), words.Counted(int64(b.Of), "GC point"))
	switch {
	case b.GCs:
		points = words.Counted(int64(b.Points), "GC")
	case b.Points >= b.Of:
		points = "all " + words.Counted(int64(b.Of), "GC point")
	}
	if b.End <= b.Start { // pods of a fleet, or a single moment
		return points
	}
	return fmt.Sprintf("%s, from %s to %s", points, words.MomentOf(b.From), words.MomentOf(b.To))
}

// gradeOf returns the grade of a finding: its own if it has one, otherwise that of its rule.
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

// IsWaste reports whether a finding is about wasted memory.
func (f *Finding) IsWaste() bool {
	return f.Rule == RuleDuplicates || f.Rule == RuleBitmaps || f.Rule == RuleSlices || slices.Contains(CollectionRules(), f.Rule)
}

// Judge sets the grades of the findings, and derives the verdict's grade, basis and doubts from the deciding finding. whole is the basis if
// no finding has its own. Judge does not set the text.
func (r *Report) Judge(whole *Basis) {
	for i := range r.Findings {
		r.Findings[i].Grade = r.Findings[i].gradeOf()
	}
	v := &r.Verdict
	v.Grade, v.Basis, v.Doubts = Healthy, whole, nil
	if !v.Judged || r.Open != "" {
		v.Grade = Undecided
	}
	if f := r.Decisive(); f != nil && (r.Open == "" || f.Grade.ShowsGrowth()) {
		v.Grade, v.Doubts = f.Grade, f.Doubts
		if f.Basis != nil || f.Rule == RuleFull && f.Ended == "" { // a full heap shows nothing of growth
			v.Basis = f.Basis
		}
	}
}

// ShowsGrowth reports whether the grade is about growth or a full heap. A verdict keeps such a grade although other growth may continue.
func (g Grade) ShowsGrowth() bool {
	return g == Leaks || g == ProbablyLeaks || g == Grows || g == Full
}

// Peak returns the GC point, from 1, at which the growth that the verdict is about was largest, if it was released since; otherwise 0.
func (r *Report) Peak() int {
	if f := r.Decisive(); f != nil && f.Rule == RuleReleased {
		return f.Highlight.At
	}
	return 0
}

// Decisive returns the finding that decides the verdict, which is the first; nil for none.
func (r *Report) Decisive() *Finding {
	if len(r.Findings) == 0 {
		return nil
	}
	return &r.Findings[0]
}
