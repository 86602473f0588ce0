package groups

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// Limits of the pairs in a table. JSON has more.
const (
	maxPairsShown = 5
	minShared     = 100 // a pair must share at least 1/minShared of the target's bytes
)

// Table prints the strongest owners of each result.
func (p *printedOwners) Table(out io.Writer) error {
	for i := range p.Results {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := p.Results[i].Table(out, p.shown, p.Settings); err != nil {
			return err
		}
	}
	return nil
}

// Table prints the top rows of each part; all if top is 0.
func (p *Ownership) Table(out io.Writer, top int, requested OwnerSettings) error {
	title, what := "owners by "+p.Owners, "the selected objects"
	if p.Owners == ownersOfRoots {
		title = "GC roots as owners"
	}
	if len(requested.Groups) == 0 {
		what = "everything that is alive"
	}
	fmt.Fprintf(out, "%s of %s: %s, %s\n", title, what, words.Counted(p.Target.Objects, "object"), words.Counted(p.Target.Bytes, "byte"))
	if p.Target.Objects == 0 {
		_, err := fmt.Fprintln(out, "  none: nothing keeps them alive")
		return err
	}
	if p.SoftlyReachable.Objects > 0 {
		fmt.Fprintf(out, "  held by soft references only: %s, %s; freed before memory runs out\n", words.Counted(p.SoftlyReachable.Objects, "object"),
			words.Counted(p.SoftlyReachable.Bytes, "byte"))
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	shown := len(p.List)
	if top > 0 {
		shown = min(shown, top)
	}
	for _, o := range p.List[:shown] {
		fmt.Fprintf(w, "alone\t%s\treaches\t%s\t\t%s\n", p.share(o.Exclusive), p.share(o.Reaches), o.title())
	}
	if more := len(p.List) - shown + p.Skipped; more > 0 {
		fmt.Fprintf(w, "\t\t\t\t\t(%s)\n", words.Counted(int64(more), "weaker one"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if p.Unsized > 0 {
		fmt.Fprintf(out, "  %s not computed: there are too many, and few objects are on short paths from them\n",
			words.Plural(int64(p.Unsized), "more is", "more are"))
	}
	for i, pair := range p.Pairs[:min(len(p.Pairs), maxPairsShown)] {
		if pair.Shared.Bytes*minShared < p.Target.Bytes {
			break
		}
		if i == 0 {
			fmt.Fprintln(out, "\npairs that together own more than the sum of both")
		}
		fmt.Fprintf(w, "together\t%s\tshared\t%s\t\t%s  and  %s\n", p.share(pair.Together), p.share(pair.Shared),
			p.List[pair.A].title(), p.List[pair.B].title())
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return p.reportSmallest(out, requested.Share)
}

// title returns the name of an owner, after its parent groups if the chain has several levels.
func (o *printedOwner) title() string {
	_, below, nested := strings.Cut(o.Key, "#")
	if nested && strings.HasSuffix(below, "#"+o.Name) {
		return words.Printable(strings.TrimSuffix(below, "#"+o.Name) + " > " + o.Name)
	}
	return words.Printable(o.Name)
}

// reportSmallest prints the smallest set, and whether it is proven to be the smallest.
func (p *Ownership) reportSmallest(out io.Writer, share float64) error {
	goal := strconv.FormatFloat(100*share, 'f', -1, 64) + " %"
	set := p.Smallest
	if len(set.Owners) == 0 {
		which := ""
		if p.Skipped > 0 || p.Unsized > 0 {
			which = " that were computed"
		}
		_, err := fmt.Fprintf(out, "\nno set of owners%s retains %s: all of them together retain %s\n", which, goal, p.share(p.All))
		return err
	}
	names := "one owner retains"
	if n := len(set.Owners); n > 1 {
		names = strconv.Itoa(n) + " owners retain"
	}
	sure := "none of them can be omitted, but a smaller set may exist"
	if set.Proven {
		sure = "proven: no fewer retain " + goal
	}
	fmt.Fprintf(out, "\nsmallest set: %s %s (%s)\n", names, p.share(set.Amount), sure)
	for i, n := range set.Owners {
		if i == maxSetShown {
			_, err := fmt.Fprintf(out, "  and %d more\n", len(set.Owners)-maxSetShown)
			return err
		}
		fmt.Fprintf(out, "  %s\n", p.List[n].title())
	}
	return nil
}

// maxSetShown is the maximum number of owners of the smallest set in a table.
const maxSetShown = 20

// share formats an amount as a share of the target's bytes.
func (p *Ownership) share(a cli.Amount) string {
	if p.Target.Bytes == 0 {
		return "0 %"
	}
	return words.PercentFixed(float64(a.Bytes) / float64(p.Target.Bytes))
}
