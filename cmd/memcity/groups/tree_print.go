package groups

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/city/trees"
	"memcity/words"
)

// sizeNames are how the sizes of a measure are called in tables and CSV.
func sizeNames(m trees.Measure, between string) (objects, bytes string) {
	if m == trees.Shallow {
		return "objects", "bytes"
	}
	return m.String() + between + "objects", m.String() + between + "bytes"
}

// cells writes the sizes of a node, with a word for those not known.
func (n *TreeNode) cells(measures []trees.Measure, unknown string) (cells []string) {
	for _, m := range measures {
		objects, bytes := n.sizes(m)
		for _, value := range []*int64{objects, bytes} {
			text := unknown
			if value != nil {
				text = strconv.FormatInt(*value, 10)
			}
			cells = append(cells, text)
		}
	}
	return cells
}

// Table prints it for people.
func (p *Tree) Table(out io.Writer) error {
	if err := p.headAges(out); err != nil {
		return err
	}
	classes := p.ageClasses(false)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, m := range p.measures {
		objects, bytes := sizeNames(m, " ")
		fmt.Fprintf(w, "%s\t%s\t", objects, bytes)
	}
	for _, class := range classes {
		fmt.Fprintf(w, "age %s\t", class)
	}
	fmt.Fprint(w, "\t\n")
	var write func(n *TreeNode, depth int)
	write = func(n *TreeNode, depth int) {
		cells := n.cells(p.measures, "-")
		for _, class := range classes {
			cells = append(cells, n.age(class, p.metric, "-"))
		}
		// The last cell is not aligned, so that names keep their indent.
		fmt.Fprintf(w, "%s\t\t%s%s\n", strings.Join(cells, "\t"), strings.Repeat("  ", depth), words.Printable(n.Name))
		for _, child := range n.Children {
			write(child, depth+1)
		}
		if n.Hidden > 0 {
			fmt.Fprintf(w, "%s\t%s(%s)\n", strings.Repeat("\t", 2*len(p.measures)+len(classes)), strings.Repeat("  ", depth+1),
				words.Counted(int64(n.Hidden), "smaller group"))
		}
	}
	write(p.Root, 0)
	return w.Flush()
}

// CSV writes it in rows.
func (p *Tree) CSV(w *csv.Writer) {
	header := []string{"key", "name", "role"}
	for _, m := range p.measures {
		objects, bytes := sizeNames(m, "_")
		header = append(header, objects, bytes)
	}
	classes := p.ageClasses(true)
	for _, class := range classes {
		name := strings.NewReplacer("-", "_to_", "+", "_or_more").Replace(class)
		header = append(header, "age_"+name+"_objects", "age_"+name+"_bytes")
	}
	_ = w.Write(header)
	var write func(n *TreeNode)
	write = func(n *TreeNode) {
		row := append([]string{n.Key, n.Name, n.Role}, n.cells(p.measures, "")...)
		for _, class := range classes {
			row = append(row, n.age(class, trees.Objects, ""), n.age(class, trees.Bytes, ""))
		}
		_ = w.Write(row)
		for _, child := range n.Children {
			write(child)
		}
	}
	write(p.Root)
}
