package changes

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// minShown limits a table to groups with at least 1/minShown of the whole.
const minShown = 100

// Table prints the garbage in sentences and as a tree.
func (p *Churn) Table(out io.Writer) error {
	w := &p.Window
	if len(p.GCs) > 0 {
		fmt.Fprintf(out, "GCs %d to %d, %s to %s: %s freed, %s a second; %s a second in the whole recording\n", w.From, w.To,
			words.ExactSeconds(w.Start),
			words.ExactSeconds(w.End), words.Counted(w.Freed, "byte"), words.Counted(int64(w.Rate), "byte"), words.Counted(int64(w.Average), "byte"))
	}
	if p.Root == nil {
		fmt.Fprintln(out, "This input has no deaths and no allocations, so types and sites are unavailable. Record the program with memcity record to see them.")
		return nil
	}
	p.sums(out)
	for _, note := range p.Notes {
		fmt.Fprintln(out, note)
	}
	fmt.Fprintln(out)
	if err := p.tree(out); err != nil {
		return err
	}
	return p.suspects(out)
}

// sums prints how much died, and how young it was.
func (p *Churn) sums(out io.Writer) {
	verb := "died"
	if p.Young == nil {
		verb = "were allocated"
	}
	fmt.Fprintf(out, "%s, %s %s", p.Garbage.objects(), p.Garbage.bytes(), verb)
	switch {
	case p.Samples > 0:
		fmt.Fprintf(out, ", estimated from %s; ~ marks estimates", words.Counted(p.Samples, "sample"))
		if p.Window.Freed > 0 {
			fmt.Fprint(out, ", freed bytes are measured")
		}
	case p.Garbage.Estimated:
		fmt.Fprint(out, "; ~ marks estimates")
	}
	fmt.Fprintln(out)
	if p.Young == nil {
		fmt.Fprintln(out, "This input has only allocations, so it does not show what died, and at what age.")
		return
	}
	if p.Garbage.Objects > 0 {
		fmt.Fprintf(out, "%s of the objects, %s of the bytes survived no GC\n", portionText(p.Young.Objects, p.Garbage.Objects),
			portionText(p.Young.Bytes, p.Garbage.Bytes))
	}
}

func (a *churnAmount) objects() string { return a.mark() + words.Counted(a.Objects, "object") }

func (a *churnAmount) bytes() string { return a.mark() + words.Counted(a.Bytes, "byte") }

// mark returns the mark before an estimated number.
func (a *churnAmount) mark() string {
	if a.Estimated {
		return "~"
	}
	return ""
}

// portionText formats a share of a whole. It writes all or nothing only for exactly all or nothing.
func portionText(part, whole int64) string {
	const least = 0.001
	switch share := float64(part) / float64(max(whole, 1)); {
	case part < whole && share > 1-least:
		return "over " + words.PercentFixed(1-least)
	case part > 0 && share < least:
		return "under " + words.PercentFixed(least)
	default:
		return words.PercentFixed(share)
	}
}

// tree prints the groups that are large enough.
func (p *Churn) tree(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "objects\tbytes\t\t\n")
	of := func(n *churnNode) int64 {
		if p.Settings.Unit == trees.Bytes.String() {
			return n.Bytes
		}
		return n.Objects
	}
	var write func(n *churnNode, depth int)
	write = func(n *churnNode, depth int) {
		fmt.Fprintf(w, "%s%s\t%s%s\t\t%s%s\n", n.mark(), words.Count(n.Objects), n.mark(), words.Count(n.Bytes), strings.Repeat("  ", depth),
			words.Printable(n.Name))
		hidden := n.Hidden
		for _, child := range n.Children {
			if of(child) < of(p.Root)/minShown {
				hidden++
				continue
			}
			write(child, depth+1)
		}
		if hidden > 0 {
			fmt.Fprintf(w, "\t\t\t%s(%s)\n", strings.Repeat("  ", depth+1), words.Counted(int64(hidden), "smaller group"))
		}
	}
	write(p.Root, 0)
	return w.Flush()
}

// suspects prints the types that cause the churn, and where they are allocated.
func (p *Churn) suspects(out io.Writer) error {
	if len(p.Suspects) == 0 {
		return nil
	}
	share := 0.0
	for i := range p.Suspects {
		share += p.Suspects[i].Share
	}
	names := "one type makes"
	if n := len(p.Suspects); n > 1 {
		names = strconv.Itoa(n) + " types make"
	}
	whole := "what survived no GC"
	if p.Young == nil {
		whole = "the allocations"
	}
	fmt.Fprintf(out, "\nsuspects: %s up %s of %s\n", names, words.PercentFixed(share), whole)
	for _, s := range p.Suspects {
		fmt.Fprintf(out, "  %s, %s: %s, %s\n", words.Printable(s.Type), words.PercentFixed(s.Share), s.objects(), s.bytes())
		if s.Site != "" {
			fmt.Fprintf(out, "    most allocated at %s: %s, %s\n", words.Printable(s.Site), s.AtSite.objects(), s.AtSite.bytes())
		}
		if s.Domain != "" && s.Domain != s.Site {
			fmt.Fprintf(out, "    most of these through %s: %s, %s\n", words.Printable(s.Domain), s.AtDomain.objects(), s.AtDomain.bytes())
		}
		if s.Caller != "" {
			fmt.Fprintf(out, "    called most by %s: %s, %s\n", words.Printable(s.Caller), s.AtCaller.objects(), s.AtCaller.bytes())
		}
	}
	return nil
}

// CSV writes a row per group or, without groups, a row per GC.
func (p *Churn) CSV(w cli.RowWriter) {
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	if p.Root == nil {
		w.Columns(slices.Concat(cli.Wholes("gc"), cli.Numbers("start_ms", "end_ms"), cli.Wholes("before_bytes", "after_bytes"), cli.Texts("cause"))...)
		for _, gc := range p.GCs {
			_ = w.Write([]string{whole(int64(gc.Number)), strconv.FormatFloat(gc.Start, 'f', -1, 64), strconv.FormatFloat(gc.End, 'f', -1, 64),
				whole(gc.Before), whole(gc.After), gc.Cause})
		}
		return
	}
	w.Columns(slices.Concat(cli.Texts("key", "name", "role"), cli.Wholes("objects", "bytes"), cli.Truths("estimated"))...)
	var write func(n *churnNode)
	write = func(n *churnNode) {
		_ = w.Write([]string{n.Key, n.Name, n.Role, whole(n.Objects), whole(n.Bytes), strconv.FormatBool(n.Estimated)})
		for _, child := range n.Children {
			write(child)
		}
	}
	write(p.Root)
}
