package heapgraph

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"memcity/city/view/graphs"
	"memcity/words"
)

// DOT writes the graph of a picture in the Graphviz language, without positions. The error is w's.
func DOT(w io.Writer, p *graphs.Picture) error {
	out := bufio.NewWriter(words.NewCleaner(w))
	out.WriteString("digraph heap {\n  node [shape=box];\n")
	for i := range p.Nodes {
		n := &p.Nodes[i]
		fmt.Fprintf(out, "  n%d [label=%s%s];\n", i, quote(n.Title+"\n"+strings.Join(lines(n), "\n")), marks(n))
	}
	for i := range p.Edges {
		e := &p.Edges[i]
		color := ""
		if e.Strongest {
			color = " color=red"
		}
		fmt.Fprintf(out, "  n%d -> n%d [label=%s%s];\n", e.From, e.To, quote(strings.TrimSpace(words.Count(e.Alive)+"\n"+e.Fields)), color)
	}
	out.WriteString("}\n")
	return out.Flush()
}

func marks(n *graphs.Node) (marks string) {
	if n.Root {
		marks += " style=rounded"
	}
	if n.Queried {
		marks += " peripheries=2"
	}
	if n.Strongest {
		marks += " color=red"
	}
	return marks
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", " ", "\x00", "")

func quote(text string) string { return `"` + dotEscapes.Replace(strings.TrimSpace(text)) + `"` }
