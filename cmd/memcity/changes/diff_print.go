package changes

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/analysis/identity"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// followed reports whether objects were matched between the points.
func (p *Diff) followed() bool { return p.Identity.Source != identity.None.String() }

// diffColumn is a column of numbers; of returns nil if the number is unknown.
type diffColumn struct {
	name string
	of   func(n *DiffNode) *cli.Amount
}

// columns returns the columns with data. Columns of objects that moved between groups appear only if there are any. With all set it returns
// all columns.
func (p *Diff) columns(all bool) []diffColumn {
	before := diffColumn{"before", func(n *DiffNode) *cli.Amount { return &n.Before }}
	after := diffColumn{"after", func(n *DiffNode) *cli.Amount { return &n.After }}
	if !p.followed() && !all {
		return []diffColumn{before, after, {"difference", diffSorts["growth"]}}
	}
	columns := []diffColumn{{"died", diffSorts["died"]}, {"permanent", diffSorts["survived"]}, {"born", diffSorts["born"]}}
	if all || p.Root.any(func(n *DiffNode) bool { return n.MovedOut != nil && n.MovedOut.Objects+n.MovedIn.Objects > 0 }) {
		columns = append(columns, diffColumn{"left", func(n *DiffNode) *cli.Amount { return n.MovedOut }},
			diffColumn{"came", func(n *DiffNode) *cli.Amount { return n.MovedIn }})
	}
	if p.Settings.Sort == "change" && !all {
		columns = append([]diffColumn{{"difference", diffSorts["growth"]}}, columns...)
	}
	if all {
		columns = append([]diffColumn{before, after}, columns...)
	}
	if all || p.Settings.Sort == "turnover" {
		columns = append(columns, diffColumn{"turnover", diffSorts["turnover"]})
	}
	if all || p.Root.any(func(n *DiffNode) bool {
		return n.Indistinct != nil && n.Indistinct.Objects+n.IndistinctAfter.Objects > 0
	}) {
		columns = append(columns, diffColumn{"not told apart", diffSorts["not-told-apart"]})
	}
	if all || p.Root.any(func(n *DiffNode) bool { return n.Indistinct != nil && *n.Indistinct != *n.IndistinctAfter }) {
		columns = append(columns, diffColumn{"not told apart after", func(n *DiffNode) *cli.Amount { return n.IndistinctAfter }})
	}
	return columns
}

// any reports whether a group, or one below it, is as requested.
func (n *DiffNode) any(is func(n *DiffNode) bool) bool {
	return is(n) || slices.ContainsFunc(n.Children, func(c *DiffNode) bool { return c.any(is) })
}

// Table prints the differences for people.
func (p *Diff) Table(out io.Writer) error {
	fmt.Fprintf(out, "GC point %d to %d, %s; %s\n", p.Settings.From, p.Settings.To, p.Settings.Unit, p.sentence())
	if p.Settings.garbage {
		fmt.Fprintln(out, garbageText)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	columns := p.columns(false)
	for _, c := range columns {
		fmt.Fprintf(w, "%s\t", c.name)
	}
	fmt.Fprint(w, "\t\n")
	var write func(n *DiffNode, depth int)
	write = func(n *DiffNode, depth int) {
		for _, c := range columns {
			text := "-"
			if a := c.of(n); a != nil && p.Settings.Unit == trees.Objects.String() {
				text = cli.Signed(a.Objects)
			} else if a != nil {
				text = cli.Signed(a.Bytes)
			}
			fmt.Fprintf(w, "%s\t", text)
		}
		// The last cell is not aligned, so that names keep their indent.
		fmt.Fprintf(w, "\t%s%s\n", strings.Repeat("  ", depth), words.Printable(n.Name))
		for _, child := range n.Children {
			write(child, depth+1)
		}
		if n.Hidden > 0 {
			fmt.Fprintf(w, "%s\t%s(%s)\n", strings.Repeat("\t", len(columns)), strings.Repeat("  ", depth+1),
				words.Counted(int64(n.Hidden), "other group"))
		}
	}
	write(p.Root, 0)
	return w.Flush()
}

// CSV writes a row per group.
func (p *Diff) CSV(w cli.RowWriter) {
	header := cli.Texts("key", "name", "role", "identity")
	columns := p.columns(true)
	for _, c := range columns {
		name := strings.ReplaceAll(c.name, " ", "_")
		header = append(header, cli.Wholes(name+"_objects", name+"_bytes")...)
	}
	w.Columns(header...)
	var write func(n *DiffNode)
	write = func(n *DiffNode) {
		row := []string{n.Key, n.Name, n.Role, p.Identity.Source}
		for _, c := range columns {
			if a := c.of(n); a != nil {
				row = append(row, strconv.FormatInt(a.Objects, 10), strconv.FormatInt(a.Bytes, 10))
			} else {
				row = append(row, "", "")
			}
		}
		_ = w.Write(row)
		for _, child := range n.Children {
			write(child)
		}
	}
	write(p.Root)
}
