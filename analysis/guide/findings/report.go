package findings

import (
	"fmt"
	"slices"

	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/words"
)

// Report is the result of the guided exploration of a recording: a verdict, and findings that lead from the evidence to the change in the
// program. GC points are 1-based.
type Report struct {
	Recording Recording `json:"recording"`
	Verdict
	Findings []Finding `json:"findings"` // most important first
	Missing  []string  `json:"missing"`  // facts that the input does not report, and inputs that would
	Quiet    []string  `json:"quiet"`    // checks that found nothing, with the reason
	// Undecided is the reason why growth was not judged, without a period; empty if it was judged.
	Undecided string `json:"undecided,omitempty"`
	// FullUnknown is the reason why the input cannot show a full heap, as sentences without a capital; empty if it can.
	FullUnknown string `json:"heap_full_unknown,omitempty"`
	// MayBeFull is true if growth was not judged because threads waited for memory, and the input does not show whether the heap is full.
	MayBeFull bool `json:"heap_may_be_full,omitempty"`
	// Spread describes growth of the heap that is not called a leak, and why, as sentences without a capital; empty if it hardly grew.
	Spread string `json:"spread_growth,omitempty"`
	// Open describes growth that is no finding but may continue: its amount, and how long to record. It consists of sentences without a
	// capital; empty for none.
	Open string `json:"open_growth,omitempty"`
	// Reachable is the size of the last heap state without objects that only soft or weak references reach, in bytes; 0 if unknown. It is
	// the base of every percentage of the reachable heap.
	Reachable int64    `json:"reachable_bytes,omitempty"`
	Largest   []Holder `json:"largest"` // largest holders of the last heap state; empty if unknown
	Waste     []Waste  `json:"waste"`   // waste in the last heap state, including amounts too small for a finding; most bytes first
	// memory that objects of the last heap state own outside the heap; nil for none or if unknown
	OffHeap *OffHeap `json:"off_heap,omitempty"`
}

// HolderLine returns a line with the objects and size that a holder retains, and its share of the reachable heap.
func (r *Report) HolderLine(h *Holder) string {
	text := fmt.Sprintf("%s %s: %s", words.Count(h.Objects), h.Name, words.RoundSize(h.Bytes))
	if r.Reachable == 0 {
		return text
	}
	return text + ", " + words.Percent(h.Bytes, r.Reachable) + " of the reachable heap"
}

// OffHeap is memory outside the heap that objects own.
type OffHeap struct {
	Bytes  int64         `json:"bytes"`        // in bytes, without mapped files
	Mapped int64         `json:"mapped_bytes"` // size of files mapped into memory, in bytes
	Kinds  []OffHeapKind `json:"kinds"`
}

// OffHeapKind is the memory outside the heap that owners of one kind hold.
type OffHeapKind struct {
	Name      string `json:"name"`
	Objects   int64  `json:"objects"`
	Bytes     int64  `json:"bytes"`
	Estimated bool   `json:"estimated,omitempty"` // true if the input lacks the size of each
}

// Recording describes the explored recording.
type Recording struct {
	Name   string `json:"name"`
	Format string `json:"format"`
	Points int    `json:"points"`
	GCs    int    `json:"gcs"`
	Window Window `json:"window,omitzero"`  // explored window
	Looked []int  `json:"looked,omitempty"` // GC points whose objects were read, 1-based; empty if all were read
}

// LookedText returns a sentence with the number of GC points whose objects were read; empty if all were read. More points may be used to
// judge growth; see [Basis].
func (r *Recording) LookedText() string {
	if len(r.Looked) == 0 {
		return ""
	}
	return fmt.Sprintf("Objects were read at %s.", words.Points(len(r.Looked)))
}

// Window is a range of GC points, 1-based and inclusive. The zero value selects all of them.
type Window struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// IsAll reports whether the window is the whole recording.
func (w Window) IsAll() bool { return w == Window{} }

// Finding is one result of the exploration, with its evidence, meaning and next steps.
type Finding struct {
	Rule       string          `json:"rule"`
	Title      string          `json:"title"` // a sentence with the important numbers
	Grade      Grade           `json:"grade,omitempty"`
	Confidence float64         `json:"confidence"` // 0 to 1, that the rule applies
	Numbers    []FindingNumber `json:"numbers"`
	Highlight  Highlight       `json:"highlight"`
	Explain    []string        `json:"explanation"`         // sentences
	Doubts     []string        `json:"doubts"`              // reasons why the finding may be wrong
	Basis      *Basis          `json:"judged_by,omitempty"` // basis of a finding about growth
	Terms      []Term          `json:"terms"`               // terms that the texts use
	Next       []Step          `json:"next"`
	Growth     *Pile           `json:"growth,omitempty"`      // for leak and growth
	Sampled    int64           `json:"sampled,omitempty"`     // number of sampled objects that the finding is estimated from; 0 if it is no estimate
	Slow       bool            `json:"slow,omitempty"`        // true if the growth is below the smallest share of the heap that counts as a leak
	Ended      Ending          `json:"ended,omitempty"`       // how growth ended before the end of the recording; empty if it lasts to the end
	Released   float64         `json:"released_ms,omitempty"` // time of the end if Ended is [Released] or [Cleared]; 0 otherwise
	Pile       *Pile           `json:"pile,omitempty"`        // pile that stands out in the last heap state
	References []Reference     `json:"cuts,omitempty"`        // references to clear, most freed bytes first
	Churn      *ChurnFinding   `json:"churn,omitempty"`
	Remedy     *Remedy         `json:"remedy,omitempty"` // advice about the container
}

// Ending is the way in which growth or a full heap ended before the end of the recording.
type Ending string

// Kinds of endings.
const (
	Released Ending = "released" // most of the growth was gone at a GC point
	Cleared  Ending = "cleared"  // a GC left less of a full heap
	Unseen   Ending = "unseen"   // a heap dump was made for an OutOfMemoryError, and later heap states do not show whether the heap is full
)

// Remedy is advice about a container that leaks in many programs.
type Remedy struct {
	ID    string `json:"id"`
	Cause string `json:"cause,omitempty"` // sentences; empty if only the kind of container is known, which has many causes
	Text  string `json:"text"`            // change to make, as sentences
	Link  string `json:"link,omitempty"`  // https link to its documentation
}

// Lines returns the remedy as sentences; nil for a nil remedy.
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

// LeastSure is the number of GC points needed to show a leak. Fewer show only growth.
const LeastSure = 4

// maxSteady is the largest ratio between the last and the first size of a pile that does not grow.
const maxSteady = 1.2

// HasGrown reports whether a pile has more objects at its last point than at its first.
func (p *Pile) HasGrown() bool {
	return float64(p.Objects[len(p.Objects)-1]) > maxSteady*float64(p.Objects[0])
}

// IsSteady reports whether a finding is about a large holder that does not grow. Such a holder may be the program's purpose.
func (f *Finding) IsSteady() bool {
	return f.Rule == RuleHolder && f.Pile != nil && len(f.Pile.Objects) > 1 && !f.Pile.HasGrown()
}

// Full returns the finding that the heap is full; nil for none.
func (r *Report) Full() *Finding {
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Rule == RuleFull })
	if i < 0 {
		return nil
	}
	return &r.Findings[i]
}

// Unsure returns the first finding of growth at too few GC points to show a leak; nil for none. Released growth is judged by its basis,
// which may include counts by type at more points.
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

// FindingNumber is a number that supports a finding.
type FindingNumber struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"` // bytes, objects, share (0 to 1), ms, bytes/s, points, GCs, pods
}

// GrowthOfPod is the name of the growth of a pile on one pod of a fleet, in bytes per second.
const GrowthOfPod = "growth on a pod"

// Highlight selects what a view shows for a finding.
type Highlight struct {
	View   string   `json:"view"` // name of a [state.View]
	By     []string `json:"by,omitempty"`
	Keys   []string `json:"keys,omitempty"`    // keys of groups, as classified by By
	At     int      `json:"at,omitempty"`      // GC point, 1-based; 0 for none
	From   int      `json:"from,omitempty"`    // first GC point of the window
	To     int      `json:"to,omitempty"`      // last GC point of the window
	FromGC uint32   `json:"from_gc,omitempty"` // first GC of the window
	ToGC   uint32   `json:"to_gc,omitempty"`   // last GC of the window
	Start  float64  `json:"start_ms,omitempty"`
	End    float64  `json:"end_ms,omitempty"`
}

// Names of the views in highlights.
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

// ReferenceName returns a reference of a finding in the syntax of the command-line option --without. Both arguments are 0-based.
func ReferenceName(finding, reference int) string {
	return fmt.Sprintf("guide:%d.%d", finding+1, reference+1)
}

// Term is the explanation of a term.
type Term struct {
	Term string `json:"term"`
	Text string `json:"text"`
}

// Step is a next step: a view for the window, and the command that shows the same. In Command, [Path] stands for the paths of the
// recording.
type Step struct {
	Text      string    `json:"text"`
	Show      Highlight `json:"show"`
	Reference int       `json:"cut,omitempty"` // reference of the finding to remove, 1-based; 0 for none
	Command   []string  `json:"command"`
}

// Path stands for the paths of the recording in commands.
const Path = "PATH"

// WithPaths returns a command with its [Path] replaced by the given paths.
func WithPaths(command, paths []string) []string {
	if at := slices.Index(command, Path); at >= 0 {
		return slices.Concat(command[:at], paths, command[at+1:])
	}
	return command
}

// Pile is a set of objects that pile up, with its holders.
type Pile struct {
	Type  string `json:"type"`  // type of the objects
	Owner string `json:"owner"` // field, thread-local or GC root that holds the objects, as named in the source code
	// closest library field, if the owner holds the objects through objects of the library; empty otherwise
	Field   string     `json:"field,omitempty"`
	Kind    string     `json:"kind"`              // type of the collection
	Root    string     `json:"root"`              // GC root
	Also    []string   `json:"also,omitempty"`    // further owners to clear, without which little is freed
	Holders []Held     `json:"holders,omitempty"` // all holders, if there are several
	Path    []PathStep `json:"way"`               // path from the GC root to the objects
	Words   string     `json:"words,omitempty"`
	Site    string     `json:"site,omitempty"`    // site that allocated most of the objects
	Entries *Entries   `json:"entries,omitempty"` // nil if unknown
	Groups  []Group    `json:"groups"`
	Points  []int      `json:"points"` // GC points of the series, 1-based
	Objects []int64    `json:"objects"`
	Bytes   []int64    `json:"bytes"`             // bytes, including what the objects hold
	Heap    []int64    `json:"heap"`              // reachable bytes of the whole heap
	Counted bool       `json:"counted,omitempty"` // true if Objects and Bytes are those of the type alone, from counts by type
	Pattern string     `json:"pattern,omitempty"`

	// Turnover is the number of objects added to and removed from the data structure; nil if unknown.
	Turnover *structure.Turnover `json:"turnover,omitempty"`
	Sites    []Site              `json:"sites,omitempty"`
	NoSites  string              `json:"sites_not_known,omitempty"` // reason why there are no sites, if the recording has sites of other objects
	Samples  []string            `json:"samples,omitempty"`         // contents of some objects, only on request, as they may be secrets
	// Sampled are up to three objects at the last of Points whose contents can be shown on request.
	Sampled []trace.ObjectID `json:"-"`
}

// Held is the number of objects that one of several holders keeps alive.
type Held struct {
	Owner   string `json:"owner"`
	Objects int64  `json:"objects"` // objects that stay alive if all other holders are cleared
}

// ChurnFinding describes the objects that died in a window.
type ChurnFinding struct {
	Objects      int64    `json:"died_objects"`
	YoungObjects int64    `json:"young_objects"`       // number of objects that survived no GC; 0 if ages are unknown
	Estimated    bool     `json:"estimated,omitempty"` // true if Objects is estimated from samples
	Types        []Amount `json:"types"`
	Sites        []Amount `json:"sites"`
	Advice       string   `json:"advice"`
}

// PathStep is a step of a path from a GC root.
type PathStep struct {
	Field   string `json:"field,omitempty"` // field of the previous step that refers to this one
	Type    string `json:"type"`            // type of the objects, or the GC root
	Objects int64  `json:"objects"`
}

// By returns how the previous step refers to this one; empty for an object that a GC root refers to.
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

// Group is the objects of one type in a pile.
type Group struct {
	Type          string `json:"type"`
	Objects       int64  `json:"objects"`
	Bytes         int64  `json:"bytes"`
	GrowthObjects int64  `json:"growth_objects"`
	GrowthBytes   int64  `json:"growth_bytes"`
}

// Holder is the objects that one holder, or several together, retain at the last GC point.
type Holder struct {
	Amount            // named after the type and the holder; Bytes is the retained size
	Type   string     `json:"type"`  // type of most of the objects
	Owner  string     `json:"owner"` // field or GC root that holds them
	Root   string     `json:"root"`  // GC root
	Path   []PathStep `json:"way"`   // path from the GC root to the objects
}

// Waste is one kind of waste in the last heap state. Kinds overlap: an empty map may also be in a map that is nested the wrong way round.
type Waste struct {
	Rule string `json:"rule"`
	Amount
	Type string `json:"type"` // type with most of it
	Text string `json:"text"` // description with the numbers
	Fix  string `json:"fix"`
}

// Amount is a named number of objects and bytes.
type Amount struct {
	Name    string `json:"name"`
	Objects int64  `json:"objects"`
	Bytes   int64  `json:"bytes"`
}

// Site is an allocation site, or several of one name, with the objects allocated there.
type Site struct {
	Amount
	// Estimate is the error of the numbers, for recordings that sample sites; nil if they are exact.
	Estimate *trace.Estimate `json:"estimate,omitempty"`
	// Frames is the call chain of the site, innermost first. Of several sites, it belongs to the one with most objects.
	Frames []string `json:"frames,omitempty"`
}

// Reference is a set of references to clear, with what clearing them frees: objects that only these references keep alive.
type Reference struct {
	Text        string `json:"text"`
	From        string `json:"from,omitempty"` // type of the referring objects; empty for a GC root
	Field       string `json:"field,omitempty"`
	To          string `json:"to"`
	Objects     int64  `json:"freed_objects"`
	Bytes       int64  `json:"freed_bytes"`
	Recommended bool   `json:"recommended,omitempty"`
}
