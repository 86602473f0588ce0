package summaries

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/analysis/guide/findings"
	"memcity/city/query"
	"memcity/city/trees"
	"memcity/city/view/guides"
	"memcity/trace"
	"memcity/words"
)

// Kind links queries for the summary of the last heap state to their reports, which are filled part by part.
var Kind = query.NewKind[Query, *Report]("summary")

// Query requests the summary of the last heap state.
type Query struct {
	Points int // points of the plan when it was requested; the summary of a growing recording is updated only on request
}

// Report contains the summary and the guide's findings.
type Report struct {
	Query   Query
	Found   *findings.Report // nil until available
	NoFound string           // why Found is missing
	*Summary
}

// Summary describes one heap state, without the guide's findings.
type Summary struct {
	Point       int     `json:"at"`                    // GC point, 1-based
	Sampled     bool    `json:"sampled,omitempty"`     // true if all numbers count samples
	Heap        Amount  `json:"heap"`                  // reachable objects, or all objects if reachability is missing
	Unreachable *Amount `json:"unreachable,omitempty"` // unreachable objects; nil for missing data
	Own         Amount  `json:"own"`                   // objects of the program's own types
	OwnTypes    int     `json:"own_types"`
	OwnBy       string  `json:"own_by"`      // how the program's own types were determined, in a sentence
	Types       []Type  `json:"types"`       // the program's types with the largest retained size, or shallow size if that is missing
	Others      []Type  `json:"other_types"` // types of the JDK and of libraries with the largest shallow size
	Retains     bool    `json:"-"`           // true if retained sizes are available
	Next        []Next  `json:"next"`        // what to record to learn more
	// Lacks contains sentences on missing data and the reasons.
	Lacks []string `json:"not_known"`
}

// Amount is a number of objects with their bytes.
type Amount struct {
	Objects int64 `json:"objects"`
	Bytes   int64 `json:"bytes"`
}

// Type contains the numbers of a type.
type Type struct {
	Name string `json:"name"`
	Amount
	Retained *Amount `json:"retained,omitempty"` // nil for missing data; a negative number of objects is missing
}

// Next is a recommended recording.
type Next struct {
	Text     string     `json:"text"`
	Commands [][]string `json:"commands"` // findings.Path stands for the paths of the recording
}

// WithPaths returns the summary with the paths of the recording in its commands.
func (s *Summary) WithPaths(paths []string) *Summary {
	out := *s
	out.Next = slices.Clone(s.Next)
	for i := range out.Next {
		n := &out.Next[i]
		n.Commands = slices.Clone(n.Commands)
		for k := range n.Commands {
			n.Commands[k] = findings.WithPaths(n.Commands[k], paths)
		}
	}
	return &out
}

// Shown is the maximum number of listed types of the program, and of others.
const Shown = 10

// Source provides the data of a recording for a summary.
type Source interface {
	Groups(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (*group.Grouping, error)
	Sizes(ctx context.Context, by trees.Grouping, point int, kinds []closure.Kind, progress trace.Progress,
		done func([]closure.Result)) (*group.Grouping, []closure.Result, error)
	// Tree returns the groups of a GC point. It uses counts by type if there are no single objects, or no memory for them.
	Tree(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (trees.PointTree, error)
	// Own returns the program's own types; given is true if the user specified them.
	Own(ctx context.Context, point int, progress trace.Progress) (own *group.Domain, given bool, err error)
}

// GuidedSource is a source that can also run the guide.
type GuidedSource interface {
	Source
	GuideReport(ctx context.Context, q guides.Query, progress trace.Progress) (*guides.Report, error)
}

// Recorded contains the data of a recording that needs no heap state.
type Recorded struct {
	Format string
	Points int
	// Sampled is true if heap states contain only a sample of the objects, see [trace.Recording.OnlySamples].
	Sampled bool
	// Explained adds advice to an error.
	Explained func(error) error
}

// Find resolves a query. It computes the types first, then the guide's findings, then retained sizes. Results refused for lack of memory
// are omitted with the reason.
func Find(ctx context.Context, of GuidedSource, r Recorded, q Query, progress trace.Progress, show func(*Report)) (*Report, error) {
	s := newSumming(of, r)
	out := &Report{Query: q}
	showSoFar := func() {
		shown, sum := *out, *s.out
		shown.Summary = &sum
		show(&shown)
	}
	if err := s.types(ctx, progress); err != nil {
		return nil, err
	}
	showSoFar()
	found, err := of.GuideReport(ctx, guides.Query{Points: q.Points}, progress)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		out.NoFound = s.because("Holders and waste", err)
	default:
		out.Found = found.Report
	}
	showSoFar()
	if err := s.addRetained(ctx, progress); err != nil {
		return nil, err
	}
	out.Summary = s.finished(out.Found != nil)
	return out, nil
}

// Of returns the summary of the last heap state of a recording after the guide has run. It has only retained sizes that the input contains.
// Computing them would extend the analysis of 18 million objects by half.
func Of(ctx context.Context, of Source, r Recorded, progress trace.Progress) (*Summary, error) {
	s := newSumming(of, r)
	if err := s.types(ctx, progress); err != nil {
		return nil, err
	}
	if s.exact {
		s.rank()
	} else if err := s.addRetained(ctx, progress); err != nil {
		return nil, err
	}
	return s.finished(true), nil
}

// summing is a summary in progress.
type summing struct {
	Source
	recorded Recorded
	out      *Summary
	series   *trees.Series // of the heap state by type
	exact    bool          // true if made from single objects
	own      []Type        // all types of the program
	others   []Type
	node     map[string]int32
}

func newSumming(of Source, r Recorded) *summing {
	return &summing{Source: of, recorded: r, out: &Summary{Point: r.Points, Sampled: r.Sampled, Types: []Type{}, Others: []Type{}, Lacks: []string{}}}
}

// because returns a sentence on missing data with the reason.
func (s *summing) because(what string, err error) string {
	return fmt.Sprintf("%s: %s.", what, s.recorded.Explained(err))
}

func (s *summing) lacks(what string, err error) {
	s.out.Lacks = append(s.out.Lacks, s.because(what, err))
}

var byType = trees.By("type")

// types counts the objects of each type, and unreachable ones separately. If there is no memory for single objects, or the input has none,
// it counts all objects.
func (s *summing) types(ctx context.Context, progress trace.Progress) error {
	point := s.recorded.Points - 1
	if point < 0 {
		s.out.Lacks = append(s.out.Lacks, "Objects: this recording has no heap states.")
		return nil
	}
	domain, given, err := s.Own(ctx, point, progress)
	var g *group.Grouping
	if err == nil {
		g, err = s.Groups(ctx, byType, point, progress)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		s.exact = true
		s.series = trees.NewSeries([]trees.PointTree{{Source: point, Tree: g.Tree}}).Of(domain)
	} else {
		s.lacks("Unreachable objects", err)
		tree, err := s.Tree(ctx, byType, point, progress)
		if err != nil {
			return err
		}
		s.series = trees.NewSeries([]trees.PointTree{tree}).Of(domain)
	}
	s.out.OwnBy = ownText(domain, given)
	s.count()
	s.rank()
	return nil
}

// count adds up the types.
func (s *summing) count() {
	unreachable := int32(-1)
	at := map[string]int{}
	s.node = map[string]int32{}
	all := map[bool]*[]Type{true: &s.own, false: &s.others}
	for i := range s.series.Nodes {
		node := int32(i)
		if s.exact && s.series.Nodes[node].Parent == 0 && node > 0 && s.series.Name(node) == group.Unreachable && s.series.Role(node) != trees.TypeRole {
			unreachable = node
		}
		if s.series.Role(node) != trees.TypeRole || unreachable >= 0 && s.series.Nodes.Within(node, unreachable) {
			continue
		}
		name, n := s.series.FullType(node), amount(s.series.Amount(0, node))
		if n == (Amount{}) {
			continue
		}
		list := all[s.series.Owned(node)]
		k, ok := at[name]
		if !ok {
			k = len(*list)
			at[name], s.node[name] = k, node
			*list = append(*list, Type{Name: name})
		} else {
			s.node[name] = -1 // the type has several groups
		}
		x := &(*list)[k]
		x.Objects, x.Bytes = x.Objects+n.Objects, x.Bytes+n.Bytes
	}
	s.sum(unreachable)
}

// sum adds up the totals.
func (s *summing) sum(unreachable int32) {
	if len(s.series.Nodes) > 0 {
		s.out.Heap = amount(s.series.Amount(0, 0))
	}
	if s.exact {
		s.out.Unreachable = &Amount{}
	}
	if unreachable >= 0 {
		*s.out.Unreachable = amount(s.series.Amount(0, unreachable))
		s.out.Heap.Objects -= s.out.Unreachable.Objects
		s.out.Heap.Bytes -= s.out.Unreachable.Bytes
	}
	for i := range s.own {
		s.out.Own.Objects += s.own[i].Objects
		s.out.Own.Bytes += s.own[i].Bytes
	}
	s.out.OwnTypes = len(s.own)
	if len(s.own)+len(s.others) == 0 && s.out.Heap.Objects > 0 {
		s.out.Lacks = append(s.out.Lacks, "Types: this input is not grouped by type.")
	}
}

func amount(a trees.Amount) Amount { return Amount{a.Objects, a.Bytes} }

// addRetained adds the retained sizes of types.
func (s *summing) addRetained(ctx context.Context, progress trace.Progress) error {
	if s.series == nil {
		return nil
	}
	known := map[int32]Amount{} // by node
	if s.exact {
		_, results, err := s.Sizes(ctx, byType, s.recorded.Points-1, []closure.Kind{closure.Retained}, progress, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			s.lacks("Retained sizes of types", err)
			return nil
		}
		for _, r := range results {
			known[s.series.NodeOf(0, r.Group)] = Amount{r.Objects, r.Bytes}
		}
		s.out.Retains = len(results) > 0
	} else if sizes := trees.TreeSizes(s.series, 0); sizes != nil {
		for node, g := range sizes.Groups {
			if g.HasRetained {
				known[int32(node)] = Amount{g.Retained.Objects, g.Retained.Bytes}
				s.out.Retains = true
			}
		}
	}
	for _, list := range [][]Type{s.own, s.others} {
		for i := range list {
			if a, ok := known[s.node[list[i].Name]]; ok {
				list[i].Retained = &a
			}
		}
	}
	s.rank()
	return nil
}

// rank sorts the program's types by retained size, or by shallow size if that is missing. It sorts the others by shallow size, because an
// array of the runtime retains everything that the program stores in it.
func (s *summing) rank() {
	s.out.Types = first(s.own, (*Type).weight)
	s.out.Others = first(s.others, func(t *Type) int64 { return t.Bytes })
}

func first(list []Type, weight func(*Type) int64) []Type {
	slices.SortFunc(list, func(a, b Type) int {
		return cmp.Or(cmp.Compare(weight(&b), weight(&a)), cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name))
	})
	return append([]Type{}, list[:min(len(list), Shown)]...)
}

func (t *Type) weight() int64 {
	if t.Retained != nil {
		return t.Retained.Bytes
	}
	return t.Bytes
}

// finished adds the recommended recordings.
func (s *summing) finished(looked bool) *Summary {
	s.out.Next = next(s.recorded, s.exact && looked)
	return s.out
}

// ownText returns a sentence on how the program's own types were determined.
func ownText(d *group.Domain, given bool) string {
	switch {
	case given:
		return "The loaded definitions say which types are own types."
	case d != nil && !d.Found() && d != group.DefaultDomain():
		return "Own types are the types that neither the runtime nor a library defines."
	case d == nil || !d.Found():
		return fmt.Sprintf("All types are own types, except those in %s of the JDK, Android and widely used frameworks.",
			words.Counted(int64(len(group.DefaultDomain().Foreign())), "package"))
	}
	own := d.Own()
	const named = 3
	text := "Own types are the types in " + words.Enumerated(own[:min(len(own), named)])
	switch {
	case len(own) == 0:
		text = "Own types are the types that are not from the JDK, a known framework or a library's JAR file"
	case len(own) > named:
		text += fmt.Sprintf(" and %s", words.Counted(int64(len(own)-named), "more package"))
	}
	return text + ". The heap dump shows the main class, and where classes were loaded from. Types in unknown packages also count as own types."
}
