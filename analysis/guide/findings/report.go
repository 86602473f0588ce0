package findings

import (
	"fmt"
	"slices"

	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/words"
)

// Report is what the guided exploration found in a recording: a verdict, and findings that lead from what was seen to what to
// change. It is a value to be shown; numbers are in bytes, objects, milliseconds, and GC points count from 1.
type Report struct {
	Recording Recording `json:"recording"`
	Verdict
	Findings []Finding `json:"findings"` // the most important first
	Missing  []string  `json:"missing"`  // what the input does not report, and which input would
	Quiet    []string  `json:"quiet"`    // checks that found nothing, with the reason
	// Undecided says why growth was not judged, without a period; empty if it was.
	Undecided string `json:"undecided,omitempty"`
	// FullUnknown is the reason why a full heap would not show in the input, in sentences without a capital; empty if it would.
	FullUnknown string `json:"heap_full_unknown,omitempty"`
	// Spread describes growth of the heap that has ended or is less than a fifth, as a sentence without a capital; empty if it hardly grew.
	Spread string `json:"spread_growth,omitempty"`
	// Open describes growth that is no finding and may go on: its amount, and for how long to record. It consists of sentences without
	// a capital; empty for none.
	Open string `json:"open_growth,omitempty"`
	// Reachable is the size of the last heap state without what only soft and weak references reach, in bytes; 0 if it is not known. Every
	// percentage of the reachable heap is of this size.
	Reachable int64    `json:"reachable_bytes,omitempty"`
	Largest   []Holder `json:"largest"` // what retains most of the last heap state, by holder; empty if that is not known
	Waste     []Waste  `json:"waste"`   // of the last heap state, also what is too little for a finding; most first
	// what objects of the last heap state hold outside the heap; nil if nothing, or if that is not known
	OffHeap *OffHeap `json:"off_heap,omitempty"`
}

// HolderLine says what a holder keeps alive, and its share of the reachable heap.
func (r *Report) HolderLine(h *Holder) string {
	text := fmt.Sprintf("%s %s: %s", words.Count(h.Objects), h.Name, words.RoundSize(h.Bytes))
	if r.Reachable == 0 {
		return text
	}
	return text + ", " + words.Percent(h.Bytes, r.Reachable) + " of the reachable heap"
}

// OffHeap is memory outside the heap that objects own.
type OffHeap struct {
	Bytes  int64         `json:"bytes"`        // without mapped files
	Mapped int64         `json:"mapped_bytes"` // of files that are mapped into memory
	Kinds  []OffHeapKind `json:"kinds"`
}

// OffHeapKind is what owners of one kind hold outside the heap.
type OffHeapKind struct {
	Name      string `json:"name"`
	Objects   int64  `json:"objects"`
	Bytes     int64  `json:"bytes"`
	Estimated bool   `json:"estimated,omitempty"` // the size of each is not in the input
}

// Recording says what was looked at.
type Recording struct {
	Name   string `json:"name"`
	Format string `json:"format"`
	Points int    `json:"points"`
	GCs    int    `json:"gcs"`
	Window Window `json:"window,omitzero"`  // that was looked at
	Looked []int  `json:"looked,omitempty"` // GC points whose objects were read, where not all were
}

// LookedText says of how many GC points the objects were read; empty if of all. Growth is judged by more of them, see [Basis].
func (r *Recording) LookedText() string {
	if len(r.Looked) == 0 {
		return ""
	}
	return fmt.Sprintf("Objects were read at %s.", words.Points(len(r.Looked)))
}

// Window is a range of GC points, counted from 1, both ends included. The zero value is all of them.
type Window struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// IsAll reports whether a window is the whole recording.
func (w Window) IsAll() bool { return w == Window{} }

// Finding is one thing worth a look: what was detected, what to highlight, what it means, and what to do next.
type Finding struct {
	Rule       string          `json:"rule"`
	Title      string          `json:"title"` // in a sentence, with the numbers that matter
	Grade      Grade           `json:"grade,omitempty"`
	Confidence float64         `json:"confidence"` // 0 to 1, that it is what the rule says
	Numbers    []FindingNumber `json:"numbers"`
	Highlight  Highlight       `json:"highlight"`
	Explain    []string        `json:"explanation"`         // in sentences
	Doubts     []string        `json:"doubts"`              // why it may be wrong
	Basis      *Basis          `json:"judged_by,omitempty"` // of growth
	Terms      []Term          `json:"terms"`               // that the texts use
	Next       []Step          `json:"next"`
	Growth     *Pile           `json:"growth,omitempty"`      // of leak and growth
	Slow       bool            `json:"slow,omitempty"`        // it is growth below the least share of the heap that a leak has
	Ended      Ending          `json:"ended,omitempty"`       // before the end of the recording; empty if it lasts to the end
	Released   float64         `json:"released_ms,omitempty"` // time of the end if Ended is [Released] or [Cleared]; 0 otherwise
	Pile       *Pile           `json:"pile,omitempty"`        // of what stands out in the last heap state
	References []Reference     `json:"cuts,omitempty"`        // where to cut, what frees most first
	Churn      *ChurnFinding   `json:"churn,omitempty"`
	Remedy     *Remedy         `json:"remedy,omitempty"` // what is known of its container
}

// Ending is the kind of end of growth, or of a full heap, before the end of the recording.
type Ending string

// Endings.
const (
	Released Ending = "released" // most of the growth was gone at a GC point
	Cleared  Ending = "cleared"  // a GC left less of a full heap
	Unseen   Ending = "unseen"   // a heap dump was made for an OutOfMemoryError, and later heap states do not show whether the heap is full
)

// Remedy is what is known of a container that leaks in many programs.
type Remedy struct {
	ID    string `json:"id"`
	Cause string `json:"cause,omitempty"` // in sentences; empty if only the kind of container is known, which has many causes
	Text  string `json:"text"`            // what to change, in sentences
	Link  string `json:"link,omitempty"`  // to its documentation, https
}

// Lines are the remedy in sentences; none for a nil remedy.
func (r *Remedy) Lines() []string {
	if r == nil {
		return nil
	}
	var lines []string
	if r.Cause != "" {
		lines = append(lines, "Known cause: "+r.Cause)
	}
	lines = append(lines, "Remedy: "+r.Text)
	if r.Link != "" {
		lines = append(lines, "Docs: "+r.Link)
	}
	return lines
}

// LeastSure is how many GC points it takes to show that something leaks; fewer show that it grows.
const LeastSure = 4

// maxSteady is how many times its first size a pile may have and counts as one that does not grow.
const maxSteady = 1.2

// HasGrown reports whether there are more objects in a pile at its last point than at its first.
func (p *Pile) HasGrown() bool {
	return float64(p.Objects[len(p.Objects)-1]) > maxSteady*float64(p.Objects[0])
}

// IsSteady reports whether a finding is of something large that does not grow, so that it may be what the program is for.
func (f *Finding) IsSteady() bool {
	return f.Rule == RuleHolder && f.Pile != nil && len(f.Pile.Objects) > 1 && !f.Pile.HasGrown()
}

// Full returns the finding that the heap is full; nil if there is none.
func (r *Report) Full() *Finding {
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Rule == RuleFull })
	if i < 0 {
		return nil
	}
	return &r.Findings[i]
}

// FullUndecided is the value of [Report.Undecided] if the input does not show whether the heap is full.
const FullUndecided = "Threads waited for memory, but this input does not show whether the heap is full, so it does not show a leak"

// Unsure returns the finding that something grows at too few GC points to show that it leaks; nil if there is none. Growth that was
// released is judged by its basis, which may have counts by type at more points.
func (r *Report) Unsure() *Finding {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Grade != Grows || f.Growth == nil || f.Ended == Released && f.Basis != nil && f.Basis.Points >= LeastSure {
			continue
		}
		if len(f.Growth.Points) < LeastSure {
			return f
		}
	}
	return nil
}

// FindingNumber is a number that a finding was made of.
type FindingNumber struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"` // bytes, objects, share (0 to 1), ms, bytes/s, points, GCs, pods
}

// GrowthOfPod names the number of bytes by which something grows on a pod of a fleet.
const GrowthOfPod = "growth on a pod"

// Highlight is what a view shows of a finding.
type Highlight struct {
	View   string   `json:"view"` // the name of a [state.View]
	By     []string `json:"by,omitempty"`
	Keys   []string `json:"keys,omitempty"`    // of groups by the chain
	At     int      `json:"at,omitempty"`      // GC point
	From   int      `json:"from,omitempty"`    // window of GC points
	To     int      `json:"to,omitempty"`      // its end
	FromGC uint32   `json:"from_gc,omitempty"` // window of GCs
	ToGC   uint32   `json:"to_gc,omitempty"`   // its end
	Start  float64  `json:"start_ms,omitempty"`
	End    float64  `json:"end_ms,omitempty"`
}

// Names of the views that highlights name.
const (
	CityView       = "city"
	HeapView       = "heap"
	GroupView      = "group"
	GraphView      = "graph"
	OverviewView   = "overview"
	TrendsView     = "trends"
	DiffView       = "diff"
	StructuresView = "structures"
	ChurnView      = "churn"
	TreeView       = "tree"
)

// ReferenceName names a cut of a finding as the option --without of the command line takes it; both count from 0.
func ReferenceName(finding, reference int) string {
	return fmt.Sprintf("guide:%d.%d", finding+1, reference+1)
}

// Term explains a term where it stands.
type Term struct {
	Term string `json:"term"`
	Text string `json:"text"`
}

// Step is a next step: what to look at in the window, and the command that shows the same. In the command, GuidePath
// stands for the paths of the recording.
type Step struct {
	Text      string    `json:"text"`
	Show      Highlight `json:"show"`
	Reference int       `json:"cut,omitempty"` // of the finding, counted from 1, that is removed to show it
	Command   []string  `json:"command"`
}

// Path stands for the paths of the recording in commands.
const Path = "PATH"

// WithPaths returns a command with paths in the place of [Path].
func WithPaths(command, paths []string) []string {
	if at := slices.Index(command, Path); at >= 0 {
		return slices.Concat(command[:at], paths, command[at+1:])
	}
	return command
}

// Pile is what piles up, and who holds it.
type Pile struct {
	Type  string `json:"type"`  // of what piles up
	Owner string `json:"owner"` // the field, thread-local or GC root that holds it: what to look for in the program's text
	// of a library, closest to what it holds, where the owner leads there over objects of the library
	Field   string     `json:"field,omitempty"`
	Kind    string     `json:"kind"`              // of the collection
	Root    string     `json:"root"`              // the GC root
	Also    []string   `json:"also,omitempty"`    // further owners without which little is freed
	Holders []Held     `json:"holders,omitempty"` // all that hold it, if several do
	Path    []PathStep `json:"way"`               // from the GC root to what piles up
	Words   string     `json:"words,omitempty"`
	Site    string     `json:"site,omitempty"`    // where most of it was allocated
	Entries *Entries   `json:"entries,omitempty"` // nil if nothing is known of them
	Groups  []Group    `json:"groups"`
	Points  []int      `json:"points"` // GC points that the series is of
	Objects []int64    `json:"objects"`
	Bytes   []int64    `json:"bytes"`             // with what they hold
	Heap    []int64    `json:"heap"`              // reachable bytes of all
	Counted bool       `json:"counted,omitempty"` // objects and bytes are those of the type alone, from counts by type
	Pattern string     `json:"pattern,omitempty"`

	// Turnover is what was added to the data structure and removed from it; nil if that is not known.
	Turnover *structure.Turnover `json:"turnover,omitempty"`
	Sites    []Site              `json:"sites,omitempty"`
	NoSites  string              `json:"sites_not_known,omitempty"` // why, if the recording knows sites of others
	Samples  []string            `json:"samples,omitempty"`         // contents of some of the objects, only if they were requested: they may be secrets
	// Sampled are up to three of the objects, of the last of Points, whose contents can be shown on request.
	Sampled []trace.ObjectID `json:"-"`
}

// Held is what one of several holders keeps alive.
type Held struct {
	Owner   string `json:"owner"`
	Objects int64  `json:"objects"` // that stay alive if all other holders are cleared
}

// ChurnFinding says what died in a window.
type ChurnFinding struct {
	Objects      int64    `json:"died_objects"`
	YoungObjects int64    `json:"young_objects"`       // the number that survived no GC; 0 if ages are unknown
	Estimated    bool     `json:"estimated,omitempty"` // the objects are estimated from samples
	Types        []Amount `json:"types"`
	Sites        []Amount `json:"sites"`
	Advice       string   `json:"advice"`
}

// PathStep is a step on the path from a GC root.
type PathStep struct {
	Field   string `json:"field,omitempty"` // of the step before, that refers here
	Type    string `json:"type"`            // of the objects, or the GC root
	Objects int64  `json:"objects"`
}

// By says how the step before refers to this one; empty for what a GC root refers to.
func (s *PathStep) By() string {
	switch s.Field {
	case "":
		return ""
	case "[]":
		return "as its elements"
	case "<class>":
		return "as its class"
	}
	return "in its field " + s.Field
}

// Group is what piles up of one type.
type Group struct {
	Type          string `json:"type"`
	Objects       int64  `json:"objects"`
	Bytes         int64  `json:"bytes"`
	GrowthObjects int64  `json:"growth_objects"`
	GrowthBytes   int64  `json:"growth_bytes"`
}

// Holder is what one holder, or several together, keep alive at the last GC point.
type Holder struct {
	Amount            // named after what is held and who holds it; the bytes are what it retains
	Type   string     `json:"type"`  // of most of what is held
	Owner  string     `json:"owner"` // the field or GC root that holds it
	Root   string     `json:"root"`  // the GC root
	Path   []PathStep `json:"way"`   // from the GC root to what is held
}

// Waste is what the last heap state holds for nothing, of one kind. Kinds overlap: an empty map may be in a map nested the wrong way round.
type Waste struct {
	Rule string `json:"rule"`
	Amount
	Type string `json:"type"` // of most of it
	Text string `json:"text"` // what it is, with the numbers
	Fix  string `json:"fix"`
}

// Amount is a number of objects of something named.
type Amount struct {
	Name    string `json:"name"`
	Objects int64  `json:"objects"`
	Bytes   int64  `json:"bytes"`
}

// Site is an allocation site, or several of one name, with what comes from it.
type Site struct {
	Amount
	// Estimate has the error of the numbers in recordings that know the sites of a sample; nil if they are exact.
	Estimate *trace.Estimate `json:"estimate,omitempty"`
	// Frames are the chain of calls of the site, or of that of several from which most come, innermost first.
	Frames []string `json:"frames,omitempty"`
}

// Reference is references that might be removed, with what that frees: what is alive and would not be without them.
type Reference struct {
	Text        string `json:"text"`
	From        string `json:"from,omitempty"` // type of the objects that refer; empty for a GC root
	Field       string `json:"field,omitempty"`
	To          string `json:"to"`
	Objects     int64  `json:"freed_objects"`
	Bytes       int64  `json:"freed_bytes"`
	Recommended bool   `json:"recommended,omitempty"`
}
