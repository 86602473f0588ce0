package changes

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// Table prints the comparison for people.
func (p *Comparison) Table(out io.Writer) error {
	unit, _ := trees.ParseUnit(p.Settings.Unit)
	b := p.Base
	fmt.Fprintf(out, "%s, GC point %d of %d, before; %s, GC point %d of %d, after; %s\n",
		words.Printable(b.Name), b.At, b.Points, words.Printable(p.Recording.Name), p.Recording.At, p.Recording.Points, p.measured())
	if b.Scale != cli.Scales[0] {
		fmt.Fprintf(out, "comparing shares of the heap: numbers before are scaled to the size of the heap after\n")
	}
	fmt.Fprintf(out, "in groups that both contain: %s of before, %s of after\n", words.PercentFixed(b.MatchedBefore),
		words.PercentFixed(b.MatchedAfter))
	fmt.Fprintf(out, "whole heap: %s\n", p.Verdict.verdict.Text(words.Amount))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, part := range []struct {
		title  string
		groups []ComparedGroup
		hidden int
	}{{"districts", p.Districts, p.Hidden.Districts}, {"groups", p.Groups, p.Hidden.Groups}} {
		if len(part.groups) == 0 {
			continue
		}
		fmt.Fprintf(w, "\nbefore\tafter\tdifference\tratio\t\t%s\n", part.title)
		for i := range part.groups {
			part.groups[i].row(w, unit)
		}
		if part.hidden > 0 {
			fmt.Fprintf(w, "\t\t\t\t\t(%s)\n", words.Counted(int64(part.hidden), "other"))
		}
	}
	return w.Flush()
}

// measured names the size kind and unit of the numbers.
func (p *Comparison) measured() string {
	if p.Settings.SizeKind == trees.Shallow.String() {
		return p.Settings.Unit
	}
	return p.Settings.SizeKind + " " + p.Settings.Unit
}

// row prints a group as a row.
func (g *ComparedGroup) row(w io.Writer, unit trees.Unit) {
	of := func(a cli.Amount) int64 {
		if unit == trees.Objects {
			return a.Objects
		}
		return a.Bytes
	}
	ratio := g.Verdict
	if g.Ratio != nil && g.Verdict != scene.VerdictGone.String() {
		ratio = strconv.FormatFloat(*g.Ratio, 'f', 2, 64)
	}
	// The last cell is not aligned, so that names start in the same column.
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\t\t%s\n", cli.Signed(of(g.Before)), cli.Signed(of(g.After)), cli.Signed(of(g.Difference)), ratio,
		words.Printable(strings.Join(g.Path, "#")))
}

// CSV writes a row per group.
func (p *Comparison) CSV(w cli.RowWriter) {
	w.Columns(slices.Concat(cli.Texts("kind", "key", "name", "role", "verdict"), cli.Wholes("before_objects", "before_bytes", "after_objects",
		"after_bytes", "difference_objects", "difference_bytes"), cli.Numbers("ratio"))...)
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	write := func(kind string, groups ...ComparedGroup) {
		for _, g := range groups {
			ratio := ""
			if g.Ratio != nil {
				ratio = strconv.FormatFloat(*g.Ratio, 'g', -1, 64)
			}
			_ = w.Write([]string{kind, g.Key, g.Name, g.Role, g.Verdict, whole(g.Before.Objects), whole(g.Before.Bytes),
				whole(g.After.Objects), whole(g.After.Bytes), whole(g.Difference.Objects), whole(g.Difference.Bytes), ratio})
		}
	}
	write("heap", p.Verdict)
	write("district", p.Districts...)
	write("group", p.Groups...)
}
