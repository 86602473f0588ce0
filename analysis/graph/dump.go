package graph

// Dump is the printed form of a graph, with stable lower-case names. Numbers are in objects and bytes.
type Dump struct {
	Selected  DumpAmount `json:"asked"`
	Nodes     []DumpNode `json:"nodes"`
	Edges     []DumpEdge `json:"edges"`
	Strongest *DumpPath  `json:"strongest,omitempty"`
	Cut       int        `json:"cut"` // number of groups omitted because of limits
}

// DumpAmount is a number of objects and their shallow size.
type DumpAmount struct {
	Objects int64 `json:"objects"`
	Bytes   int64 `json:"bytes"`
}

// DumpNode is a group of objects, or of GC roots if Root is not empty.
type DumpNode struct {
	Key      string `json:"key"`
	Name     string `json:"name"`
	Type     string `json:"type,omitempty"`
	Root     string `json:"root,omitempty"` // kind of the GC roots
	Roots    int    `json:"roots,omitempty"`
	Selected bool   `json:"asked"`
	Objects  int64  `json:"objects"`
	Bytes    int64  `json:"bytes"`
	Alive    int64  `json:"alive"`
	CanIn    bool   `json:"can_in"`
	CanOut   bool   `json:"can_out"`
}

// DumpEdge counts references between two nodes. From and To are keys.
type DumpEdge struct {
	From        string      `json:"from"`
	To          string      `json:"to"`
	References  int64       `json:"references"`
	FromObjects int64       `json:"from_objects"`
	ToObjects   int64       `json:"to_objects"`
	Alive       int64       `json:"alive"`
	Fields      []DumpField `json:"fields,omitempty"`
	Strongest   bool        `json:"strongest"`
}

// DumpField counts the references in one field.
type DumpField struct {
	Name       string `json:"name"`
	References int64  `json:"references"`
}

// DumpPath is the strongest path, from the GC root to the selected objects.
type DumpPath struct {
	Words string     `json:"words"`
	Alive int64      `json:"alive"`
	Steps []DumpStep `json:"steps"`
	// Through is true if recursion leads the path through further nodes, which then count as well.
	Through bool `json:"through"`
}

// DumpStep is a node on the path with the number of its objects on the path.
type DumpStep struct {
	Key     string `json:"key"`
	Objects int64  `json:"objects"`
}

// Dump returns the printed form of the graph.
func (g *Graph) Dump() *Dump {
	d := &Dump{Selected: DumpAmount{g.Selected, g.Bytes()}, Nodes: []DumpNode{}, Edges: []DumpEdge{}, Cut: g.Cut}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		out := DumpNode{Key: n.Key, Name: n.Name, Roots: n.Roots, Selected: n.Selected, Objects: int64(len(n.Objects)),
			Bytes: n.Bytes, Alive: n.Alive, CanIn: n.CanIn, CanOut: n.CanOut}
		if n.IsRoot() {
			out.Root = n.Root.Kind.String()
		} else {
			out.Type = n.typeName
		}
		d.Nodes = append(d.Nodes, out)
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		out := DumpEdge{From: g.Nodes[e.From].Key, To: g.Nodes[e.To].Key, References: e.References,
			FromObjects: e.FromObjects, ToObjects: e.ToObjects, Alive: e.Alive, Strongest: g.OnPath(i)}
		for _, f := range e.Fields {
			out.Fields = append(out.Fields, DumpField(f))
		}
		d.Edges = append(d.Edges, out)
	}
	if p := g.Strongest; p != nil {
		d.Strongest = &DumpPath{Words: g.Words(), Alive: p.Alive, Through: p.Through}
		for i, n := range p.Nodes {
			d.Strongest.Steps = append(d.Strongest.Steps, DumpStep{g.Nodes[n].Key, p.Objects[i]})
		}
	}
	return d
}
