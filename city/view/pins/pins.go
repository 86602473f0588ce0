// Package pins defines the findings marked in the city without their drawing: the query, the text of a pin, and the objects of its finding.
package pins

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/whatif"
	"memcity/trace"
	"memcity/words"
)

// Kind links queries for the findings marked in the city to their reports.
var Kind = query.NewKind[Query, *Report]("findings in the city")

// Query requests the guide's findings in a recording, and the objects of one finding at a GC point.
type Query struct {
	Points  int             // points of the plan when it was requested, so that the query changes while a recording grows
	Window  findings.Window // that the guide judges
	Finding int             // finding whose objects are requested, 0-based; if it has no pin, the first that has one
	Heap    trees.HeapState // grouping that counts them
}

// Report contains a pin for each finding about groups of objects.
type Report struct {
	Query   Query
	Found   *findings.Report
	Pins    []Pin          // in the order of the findings
	Shown   int            // index into Pins of the current one; 0 if there are none
	Objects *whatif.Result // objects that the current pin retains at the GC point; nil if the input does not have them, such as for counts per type
}

// Pin is a finding at the group that it is about.
type Pin struct {
	Finding int // of the guide, 0-based
	Emphasis
	Type    string
	Further []string        // further types that the finding is about
	By      seq.Seq[string] // grouping of Key
	Key     string          // of the group; empty if the finding names none
	Root    string          // short name of the GC root that holds it; empty if unknown
	Head    string          // summary of the finding
	Detail  string          // size and holder; may be empty
	Start   int64           // bytes of the growing objects at the start of the window; -1 if unknown
	Grows   bool            // true for growth, false for size
	Cut     int             // 0-based index of the finding's reference whose clearing frees the objects; -1 if there is none
	Groups  []findings.Group

	finding *findings.Finding
}

// Text returns the finding in one line, with its main numbers.
func (p *Pin) Text() string {
	if p.Detail == "" {
		return p.Head
	}
	return p.Head + ", " + p.Detail
}

// Of returns the pins of the guide's findings about groups of objects.
func Of(r *findings.Report) (list []Pin) {
	for i := range r.Findings {
		f := &r.Findings[i]
		pile, grows := pileOf(f), f.Growth != nil
		if pile == nil || pile.Type == "" && len(f.Highlight.Keys) == 0 {
			continue
		}
		p := Pin{Finding: i, Emphasis: EmphasisOf(f), Type: pile.Type, By: seq.Of(f.Highlight.By...), Root: short(cmp.Or(pile.Root, pile.Owner)), Grows: grows,
			Cut: clearing(f), Groups: pile.Groups, finding: f}
		if len(f.Highlight.Keys) > 0 {
			p.Key = f.Highlight.Keys[0]
		}
		if f.Churn != nil {
			for k := range f.Churn.Types {
				if name := f.Churn.Types[k].Name; name != pile.Type {
					p.Further = append(p.Further, name)
				}
			}
		}
		p.Head, p.Detail = plate(f, pile, grows, len(pile.Objects)-1)
		if p.Start = -1; grows && len(pile.Bytes) > 0 {
			p.Start = pile.Bytes[len(pile.Bytes)-1] - growth(f, pile)
		}
		list = append(list, p)
	}
	return list
}

// Growing returns the growth that the verdict is about, such as "Session +1,000/s, held by Leak.REG". It returns "" unless the verdict is a
// leak, a probable leak or growth that continues. It also returns "" if the guide names no growing objects.
func Growing(r *findings.Report) string {
	f := r.Decisive()
	if f == nil || f.Growth == nil || f.Ended != "" || r.Grade == findings.Full || !r.Grade.ShowsGrowth() {
		return ""
	}
	pile := f.Growth
	if pile.Entries == nil || pile.Entries.Rate == nil || pile.Type == "" {
		if list := Of(&findings.Report{Findings: []findings.Finding{*f}}); len(list) > 0 {
			return list[0].Text()
		}
		return ""
	}
	text := words.TypeName(pile.Type) + " " + pile.Entries.Rate.Short()
	if owner := short(pile.Owner); owner != "" {
		text += ", held by " + owner
	}
	return text
}

// Emphasis selects how strongly the city marks a finding. It depends on the finding's grade and on the basis of the grade.
type Emphasis uint8

// Emphases, weakest first.
const (
	Tinted  Emphasis = iota // waste and churn: a tint
	Sized                   // something large whose growth was not seen, ended, or shows at too few GC points: slate
	Suspect                 // a probable leak, growth, or a leak judged by few GC points: orange, with a ring of light
	Culprit                 // a leak: red, with a ring and a column of light
	Emphases
)

// EmphasisOf returns the emphasis of a finding.
func EmphasisOf(f *findings.Finding) Emphasis {
	switch f.Grade {
	case findings.Leaks:
		if f.Basis == nil || f.Basis.IsBroad() {
			return Culprit
		}
		return Suspect
	case findings.ProbablyLeaks:
		return Suspect
	case findings.Grows:
		if f.Ended == findings.Released || f.Slow || f.Basis != nil && f.Basis.Points < findings.LeastSure {
			return Sized
		}
		return Suspect
	case findings.Wastes, findings.Churns:
		return Tinted
	}
	return Sized
}

// clearing returns the index of the reference whose clearing frees the objects of a finding: the recommended one, or else the first; -1 if
// there is none.
func clearing(f *findings.Finding) int {
	if i := slices.IndexFunc(f.References, func(r findings.Reference) bool { return r.Recommended }); i >= 0 {
		return i
	}
	return min(len(f.References), 1) - 1
}

// maxHead is the maximum length of a title's part before the colon that is used as the name of the finding.
const maxHead = 24

// pileOf returns the pile of a finding, or a pile with only a type: that of most of the garbage, or of the highlighted group. It returns
// nil if the finding names no group.
func pileOf(f *findings.Finding) *findings.Pile {
	switch {
	case f.Growth != nil || f.Pile != nil:
		return cmp.Or(f.Growth, f.Pile)
	case f.Churn != nil && len(f.Churn.Types) > 0:
		return &findings.Pile{Type: f.Churn.Types[0].Name}
	case len(f.Highlight.Keys) > 0:
		return &findings.Pile{Type: lastOf(f.Highlight.Keys[0])}
	}
	return nil
}

// At returns the pin with the numbers of a GC point, 1-based. It has no numbers if the guide did not examine that point.
func (p *Pin) At(point int) *Pin {
	out := *p
	if pile := pileOf(p.finding); pile != nil && len(pile.Points) > 0 {
		out.Head, out.Detail = plate(p.finding, pile, p.Grows, slices.Index(pile.Points, point))
	} else if at := p.finding.Highlight.At; pile != nil && at > 0 && at != point {
		of := *p.finding
		of.Numbers = nil // of another point
		out.Head, out.Detail = plate(&of, pile, p.Grows, -1)
	}
	return &out
}

// plate returns a finding in two lines, with the numbers of its pile at an index, or without numbers for -1: "Leak: 19,080 Session" and
// "+18.3 MB, held by Shop.BUS". Of sampled objects it has only their number.
func plate(f *findings.Finding, pile *findings.Pile, grows bool, at int) (first, detail string) {
	head, _, ok := strings.Cut(f.Title, ":")
	if !ok || len(head) > maxHead {
		kind := cmp.Or(string(f.Grade), f.Rule)
		if f.IsWaste() {
			kind = f.Rule
		}
		head = words.UpperFirst(strings.ReplaceAll(kind, "-", " "))
	}
	name := words.TypeName(pile.Type)
	if pile.Type == "" && pile.Site != "" {
		name = words.ShortSite(pile.Site)
	} else if pile.Type == "" {
		name = words.TypeName(lastOf(f.Highlight.Keys[0]))
	}
	first = head + ": "
	if at >= 0 && at < len(pile.Objects) && pile.Objects[at] > 0 && f.Sampled == 0 {
		first += words.Count(pile.Objects[at]) + " "
	}
	var parts []string
	if f.Sampled > 0 {
		parts = append(parts, words.Counted(f.Sampled, "sample"))
	} else if at >= 0 && at < len(pile.Bytes) {
		if text := amount(f, pile, grows, at); text != "" {
			parts = append(parts, text)
		}
	} else if size := wasted(f); size > 0 {
		parts = append(parts, words.RoundSize(size)+" wasted")
	} else if size := number(f, "held", 0); size > 0 {
		parts = append(parts, words.RoundSize(size))
	}
	if c := f.Churn; c != nil && len(c.Types) > 0 {
		parts = append(parts, garbage(c, &f.Highlight))
	}
	for _, n := range f.Numbers {
		if n.Name == findings.GrowthOfPod {
			parts = append(parts, "+"+words.RoundSize(int64(n.Value*3600))+" per hour per pod")
		}
	}
	threads := findings.ThreadsNamed(pile.Type, pile.Root)
	if threads != "" {
		name = threads
	}
	if owner := short(pile.Owner); owner != "" && threads == "" {
		held := "held by " + owner
		switch len(pile.Also) {
		case 0:
			if in := container(pile); in != "" {
				held += " (" + in + ")"
			}
		case 1:
			held += " and " + short(pile.Also[0])
		default:
			held += " and " + strconv.Itoa(len(pile.Also)) + " more"
		}
		parts = append(parts, held)
	}
	switch {
	case f.Ended == findings.Released:
		parts = append(parts, "released by "+words.MomentOf(f.Released))
	case f.Basis != nil && !f.Basis.IsWhole():
		parts = append(parts, "based on "+f.Basis.String())
	}
	return first + name, strings.Join(parts, ", ")
}

// container returns the short name of the container of a pile's objects: the library's field, or else the type of the collection; "" if
// unknown.
func container(p *findings.Pile) string {
	if p.Field != "" {
		return words.FieldName(strings.TrimPrefix(p.Field, "field "))
	}
	return words.TypeName(p.Kind)
}

// garbage returns the amount of the most frequent garbage type, and when it died, in words.
func garbage(c *findings.ChurnFinding, when *findings.Highlight) string {
	text := words.Counted(c.Types[0].Objects, "object")
	if c.Estimated {
		text = "~" + text
	}
	start, end := words.MomentOf(when.Start), words.MomentOf(when.End)
	if start == end {
		return text + " at " + start
	}
	return fmt.Sprintf("%s from %s to %s", text, start, end)
}

// amount returns the growth of a pile up to one of its points, or its size there, in words.
func amount(f *findings.Finding, pile *findings.Pile, grows bool, at int) string {
	last, size := len(pile.Bytes)-1, pile.Bytes[at]
	if grows {
		return signed(growth(f, pile) - pile.Bytes[last] + size)
	}
	if at == last {
		size = number(f, "retained", size)
	}
	if size <= 0 { // may be missing for class loaders
		return ""
	}
	return words.RoundSize(size)
}

// lastOf returns the last name of a key.
func lastOf(key string) string { return key[strings.LastIndexByte(key, '#')+1:] }

// number returns a number of bytes from a finding, or other if the finding does not have it.
func number(f *findings.Finding, name string, other int64) int64 {
	for _, n := range f.Numbers {
		if n.Name == name && n.Unit == "bytes" {
			return int64(n.Value)
		}
	}
	return other
}

// wasted returns the bytes that a finding about waste wastes, which is its first number; 0 for other findings.
func wasted(f *findings.Finding) int64 {
	if !f.IsWaste() || len(f.Numbers) == 0 || f.Numbers[0].Unit != "bytes" {
		return 0
	}
	return int64(f.Numbers[0].Value)
}

// growth returns the growth of a pile as the guide reports it.
func growth(f *findings.Finding, pile *findings.Pile) int64 {
	return number(f, "growth", pile.Bytes[len(pile.Bytes)-1]-pile.Bytes[0])
}

func signed(bytes int64) string {
	if bytes < 0 {
		return "−" + words.RoundSize(-bytes)
	}
	return "+" + words.RoundSize(bytes)
}

// short returns the name of a holder as in the program's source: Shop.BUS for the static field com.example.Shop.BUS, and Main.main, thread
// main for a local variable in com.example.Main.main of the thread main.
func short(owner string) string {
	const local = "thread-local in the static field " // only the JVM has them
	if field, ok := strings.CutPrefix(owner, local); ok {
		return "thread-local " + words.FieldName(field)
	}
	if in, thread, ok := strings.Cut(owner, " of the thread "); ok {
		if _, frame, ok := strings.Cut(in, " in "); ok {
			return words.FieldName(frame) + ", thread " + thread
		}
	}
	if name, ok := trace.CutNamed(strings.TrimPrefix(owner, "field ")); ok || name != owner {
		return words.FieldName(name)
	}
	return owner
}

// Initial returns the point of a series at which pictures begin, given the findings. It is the point with the largest released growth, as
// little of it is left later, or else the result of [trees.Series.Initial].
func Initial(found *findings.Report, s *trees.Series, of *trace.Recording) int {
	if at := s.PointOf(found.Peak() - 1); at >= 0 {
		return at
	}
	return s.Initial(of)
}

// Source provides the data of a recording for pins.
type Source interface {
	Found(ctx context.Context, points int, window findings.Window, progress trace.Progress) (*findings.Report, error)
	WhatIf(ctx context.Context, q whatif.Query, progress trace.Progress) (*whatif.Result, error)
	CanRemove(point int) bool // reports whether the input shows what keeps objects of a GC point alive
}

// Find resolves a query. The objects of the current pin are those that clearing its reference would free.
func Find(ctx context.Context, of Source, q Query, progress trace.Progress) (*Report, error) {
	found, err := of.Found(ctx, q.Points, q.Window, progress)
	if err != nil {
		return nil, err
	}
	r := &Report{Query: q, Found: found, Pins: Of(found)}
	if i := slices.IndexFunc(r.Pins, func(p Pin) bool { return p.Finding == q.Finding }); i > 0 {
		r.Shown = i
	}
	if len(r.Pins) == 0 || !of.CanRemove(q.Heap.Point) || r.Pins[r.Shown].Cut < 0 {
		return r, nil
	}
	p := &r.Pins[r.Shown]
	removal := whatif.Removal{Kind: whatif.CutGuide, Finding: p.Finding, Cut: p.Cut, Window: found.Recording.Window,
		Text: found.Findings[p.Finding].References[p.Cut].Text}
	r.Objects, err = of.WhatIf(ctx, whatif.Query{Heap: q.Heap, Removals: seq.Of(removal)}, progress)
	return r, err
}

// Over returns the report with objects counted by the groups of another series of the same recording and grouping.
func (r *Report) Over(series *trees.Series) *Report {
	if r.Objects == nil || r.Objects.Series == series {
		return r
	}
	out := *r
	out.Objects = r.Objects.Over(series)
	return &out
}
