package groups

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// sizeNames returns the names of a size kind in tables and CSV.
func sizeNames(m trees.SizeKind, between string) (objects, bytes string) {
	if m == trees.Shallow {
		return "objects", "bytes"
	}
	return m.String() + between + "objects", m.String() + between + "bytes"
}

// cells formats the sizes of a node, with the given unknown for nil and the given estimated before estimates.
func (n *TreeNode) cells(measures []trees.SizeKind, unknown, estimated string) (cells []string) {
	mark := ""
	if n.Estimate != nil {
		mark = estimated
	}
	for _, m := range measures {
		objects, bytes := n.sizes(m)
		for _, value := range []*int64{objects, bytes} {
			text := unknown
			if value != nil {
				text = mark + strconv.FormatInt(*value, 10)
			}
			cells = append(cells, text)
		}
	}
	return cells
}

// unreachableText explains the numbers of a tree of counts.
const unreachableText = "Includes unreachable objects; --unreachable lists them separately."

// Table prints the tree for people.
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
		cells := n.cells(p.measures, "-", "~")
		for _, class := range classes {
			cells = append(cells, n.age(class, p.unit, "-"))
		}
		// The last cell is not aligned, so that names keep their indent.
		fmt.Fprintf(w, "%s\t\t%s%s\n", strings.Join(cells, "\t"), strings.Repeat("  ", depth), words.Printable(n.Name)+n.estimateText())
		for _, child := range n.Children {
			write(child, depth+1)
		}
		if n.Hidden > 0 {
			fmt.Fprintf(w, "%s\t%s(%s)\n", strings.Repeat("\t", 2*len(p.measures)+len(classes)), strings.Repeat("  ", depth+1),
				words.Counted(int64(n.Hidden), "smaller group"))
		}
	}
	write(p.Root, 0)
	if p.estimated {
		fmt.Fprint(w, "\n"+cli.EstimatedText)
	}
	if p.Unreachable {
		fmt.Fprintln(w, "\n"+unreachableText)
	}
	return w.Flush()
}

// estimateText returns the error of a node for people; empty if the node is exact.
func (n *TreeNode) estimateText() string {
	if n.Estimate == nil {
		return ""
	}
	limits := words.Counted(n.Estimate.Objects.Around(n.Objects), "object")
	if n.Objects == 0 { // only bytes are recorded
		limits = words.Counted(n.Estimate.Bytes.Around(n.Bytes), "byte")
	}
	return fmt.Sprintf("  (± %s, %s)", limits, words.Counted(n.Estimate.Samples, "sample"))
}

// estimateCells returns the number of samples and the limits of objects and bytes; empty for an exact node.
func (n *TreeNode) estimateCells() []string {
	cells := make([]string, 5)
	if e := n.Estimate; e != nil {
		for i, v := range []int64{e.Samples, e.Objects.Low, e.Objects.High, e.Bytes.Low, e.Bytes.High} {
			cells[i] = strconv.FormatInt(v, 10)
		}
	}
	return cells
}

// CSV writes a row per node.
func (p *Tree) CSV(w cli.RowWriter) {
	header := cli.Texts("key", "name", "role")
	for _, m := range p.measures {
		objects, bytes := sizeNames(m, "_")
		header = append(header, cli.Wholes(objects, bytes)...)
	}
	if p.estimated {
		header = append(header, cli.Wholes("samples", "objects_low", "objects_high", "bytes_low", "bytes_high")...)
	}
	classes := p.ageClasses(true)
	for _, class := range classes {
		name := strings.NewReplacer("-", "_to_", "+", "_or_more").Replace(class)
		header = append(header, cli.Wholes("age_"+name+"_objects", "age_"+name+"_bytes")...)
	}
	w.Columns(header...)
	var write func(n *TreeNode)
	write = func(n *TreeNode) {
		row := append([]string{n.Key, n.Name, n.Role}, n.cells(p.measures, "", "")...)
		if p.estimated {
			row = append(row, n.estimateCells()...)
		}
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
