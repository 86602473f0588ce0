package guide

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/guide/findings"
	"memcity/words"
)

// verdictText returns the verdict as one or two sentences. It includes the basis if that is not the whole recording.
func verdictText(g *findings.Report) string {
	text := conclusion(g)
	hasGCs := g.Recording.GCs > 0 || !g.Recording.Window.IsAll()                                // a window may have none
	if g.Judged && g.Open == "" && !g.Grade.ShowsGrowth() && (!hasGCs || g.FullUnknown != "") { // it may be level because it is full
		text += " This input does not show whether the heap is full."
	}
	if w := g.Recording.Window; !w.IsAll() {
		text = fmt.Sprintf("GC points %d to %d: %s", w.From, w.To, text)
	}
	if b := g.Basis; b != nil && !b.IsWhole() {
		text += " Based on " + b.String() + "."
	}
	return text
}

// conclusion returns the verdict in sentences. It is about the finding that decides the grade.
func conclusion(g *findings.Report) string {
	first := g.Decisive()
	if first == nil {
		switch {
		case !g.Judged:
			return notLeaking(g) + " Nothing stands out."
		case g.Spread == "" && g.Open == "":
			return "No leak was found, and nothing stands out."
		}
		return notLeaking(g) + " Nothing else stands out."
	}
	andMore := pick(len(g.Findings) == 1 || g.Findings[1].IsSteady(), "", ", and more") + "." // steady findings come last
	switch {
	case first.Rule == findings.RuleLeak:
		more := len(g.Findings) > 1 && g.Findings[1].Rule == findings.RuleLeak
		return pick(first.Grade == findings.ProbablyLeaks, "Probably leaking: ", "Leaking: ") + leaking(first) + pick(more, ", and more", "") + "."
	case first.Rule == findings.RuleFull:
		return fullVerdict(g, first)
	case first.Rule == findings.RuleReleased:
		return fmt.Sprintf("%s grew until %s and %s by %s. If it was released only because the program was exiting, this is a leak.",
			releasing(first), words.MomentOf(first.Basis.To), pick(first.Growth == nil, "lost most of that growth", "was released"), words.MomentOf(first.Released))
	case first.Slow:
		return fmt.Sprintf("Slow growth: %s. %s", held(first), first.Doubts[0])
	case first.Grade == findings.Grows:
		return "Growth that may not be a leak: " + brief(first) + andMore
	case first.IsSteady() && g.Open == "":
		return notLeaking(g) + " The largest holder does not grow: " + brief(first) + "."
	case first.Rule == findings.RuleHolder:
		return notLeaking(g) + " Largest: " + brief(first) + andMore
	}
	return notLeaking(g) + " Worth a look: " + worth(g.Findings) + "."
}

// leaking returns the subject of a leak.
func leaking(f *findings.Finding) string {
	switch {
	case f.Growth == nil:
		return "the heap after GCs grows"
	case isOfSite(f.Growth):
		return "memory allocated at " + f.Growth.Site + ", more and more of it"
	case f.Growth.Owner == "":
		n := f.Growth.Objects
		return f.Growth.Type + pick(len(n) == 0 || n[len(n)-1] > n[0], " objects, more and more of them", " objects, which take more and more memory")
	}
	return held(f)
}

// isOfSite reports whether a pile is the memory of an allocation site, of unknown types.
func isOfSite(p *findings.Pile) bool { return p.Type == "" && p.Site != "" }

// releasing returns the subject of released growth.
func releasing(f *findings.Finding) string {
	switch {
	case f.Growth == nil:
		return "The heap after full GCs"
	case f.Growth.Owner == "":
		return held(f)
	}
	return held(f) + ","
}

// worth returns the subjects of the first two findings that may be faults, and "and more" for further ones.
func worth(found []findings.Finding) string {
	var names []string
	for i := range found {
		if f := &found[i]; !f.IsSteady() && !slices.Contains(names, brief(f)) {
			names = append(names, brief(f))
		}
	}
	if len(names) > 2 {
		return names[0] + ", " + names[1] + ", and more"
	}
	return words.Enumerated(names)
}

// notLeaking returns text that no leak was found, or the reason why that is undecided.
func notLeaking(g *findings.Report) string {
	switch {
	case g.MayBeFull:
		return g.Undecided + "."
	case g.Open != "":
		return mayGrow(g)
	case !g.Judged:
		return cmp.Or(g.Undecided, "This input does not show growth") + "."
	case g.Spread != "":
		return "No leak was found: " + g.Spread
	}
	return "No leak was found."
}

// held returns the type that grows and its owners, if known.
func held(f *findings.Finding) string {
	if f.Growth.Owner == "" {
		return f.Growth.Type
	}
	if name := findings.ThreadsNamed(f.Growth.Type, f.Growth.Root); name != "" {
		return name
	}
	return fmt.Sprintf("%s, held by %s", f.Growth.Type, words.Enumerated(append([]string{f.Growth.Owner}, f.Growth.Also...)))
}

// holderOf returns the field that holds a pile, and the owner that leads to it if that is another one.
func holderOf(p *findings.Pile) string {
	field := fieldText(p.Field)
	if field == "" || p.Owner == "" || strings.TrimPrefix(p.Owner, "static ") == "field "+p.Field {
		return cmp.Or(p.Owner, field)
	}
	return field + ", reached from the " + p.Owner
}

// brief returns the subject of a finding.
func brief(f *findings.Finding) string {
	p := f.Pile
	switch f.Rule {
	case findings.RuleHolder:
		return fmt.Sprintf("%s, held by the %s", p.Type, holderOf(p))
	case findings.RuleLoader:
		return fmt.Sprintf("%s class loaders that should be gone, held by the %s", words.TypeName(p.Type), holderOf(p))
	case findings.RuleDestroyed:
		return fmt.Sprintf("destroyed %s objects, held by the %s", words.TypeName(p.Type), holderOf(p))
	case findings.RuleDetached:
		return fmt.Sprintf("detached DOM trees, held by the %s", holderOf(p))
	case findings.RuleVariables:
		return "variables that closures keep and no function uses"
	case findings.RuleOffHeap:
		if p != nil {
			return fmt.Sprintf("off-heap memory of %s objects, held by the %s", p.Type, holderOf(p))
		}
		return "off-heap memory"
	case findings.RuleThreads:
		return "many " + findings.ThreadsOf(findings.ThreadName(cmp.Or(p.Root, p.Owner)))
	case findings.RuleGrowth, findings.RuleReleased:
		if f.Growth != nil && findings.ThreadsNamed(f.Growth.Type, f.Growth.Root) != "" {
			return "a growing number of " + findings.ThreadsNamed(f.Growth.Type, f.Growth.Root)
		}
		if f.Growth != nil && f.Growth.Owner != "" {
			objects := f.Growth.Objects
			more := pick(len(objects) == 0 || objects[len(objects)-1] > objects[0], "a growing number of %s",
				pick(slices.IsSorted(f.Growth.Bytes), "%s, which keeps taking more memory", "%s, which takes more memory than at the start"))
			return fmt.Sprintf(more+", held by the %s", f.Growth.Type, holderOf(f.Growth))
		}
		if f.Growth != nil && isOfSite(f.Growth) {
			return "memory allocated at " + f.Growth.Site
		}
		if f.Growth != nil {
			return f.Growth.Type
		}
		return "the heap after GCs"
	case findings.RuleFull:
		return "a full heap"
	case findings.RuleThreadLocal:
		return "thread-locals"
	case findings.RuleOverhead:
		return "GC overhead"
	case findings.RuleUnused:
		return "a growing collection that is not used"
	}
	return strings.ReplaceAll(f.Rule, "-", " ")
}
