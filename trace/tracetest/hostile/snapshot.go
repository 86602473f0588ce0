package hostile

import (
	"bytes"
	"slices"
	"strconv"

	"memcity/trace/tracetest"
)

// Snapshot returns a heap snapshot of V8.
func Snapshot(script_ []byte) []byte {
	s := script(script_)
	form := s.byte()
	d := snapshot(tracetest.SnapshotForm(form % 4))
	for edits := s.next(40); edits > 0 && s.more(); edits-- {
		n := d.Nodes[s.next(len(d.Nodes))]
		other := tracetest.SnapshotNode(s.next(len(d.Nodes)))
		switch s.next(8) {
		case 0:
			n.ID = d.Nodes[other].ID
		case 1:
			n.Kind = d.Nodes[other].Kind
		case 2:
			n.Name = s.name()
		case 3:
			n.Size = int64(s.extreme() >> 1)
		case 4:
			n.Edges = slices.Clone(d.Nodes[other].Edges)
		case 5:
			n.Edges = append(n.Edges, tracetest.SnapshotEdge{Kind: "internal", Name: strconv.FormatUint(s.extreme(), 10), To: other})
		case 6:
			n.Detachedness, n.Call = s.next(4), s.next(9)
		case 7:
			if len(n.Edges) > 0 {
				n.Edges[s.next(len(n.Edges))].To = other
			}
		}
	}
	data := d.Bytes()
	for edits := s.next(8); edits > 0 && s.more(); edits-- {
		data = s.replaceNumber(data)
	}
	if form>>7 != 0 {
		data = tracetest.Gzip(data, 0)
	}
	return s.finish(data)
}

// replaceNumber replaces a number somewhere in a text.
func (s *script) replaceNumber(data []byte) []byte {
	from := s.next(256) * len(data) / 256
	for from < len(data) && (data[from] < '0' || data[from] > '9') {
		from++
	}
	to := from
	for to < len(data) && data[to] >= '0' && data[to] <= '9' {
		to++
	}
	if from == to {
		return data
	}
	return slices.Concat(data[:from], strconv.AppendUint(nil, s.extreme(), 10), bytes.Clone(data[to:]))
}

// SoundSnapshot returns the sample that Snapshot changes, in the form of current versions of Node.js.
func SoundSnapshot() []byte { return snapshot(tracetest.Node26).Bytes() }

func snapshot(form tracetest.SnapshotForm) *tracetest.SnapshotBuilder {
	d := tracetest.NewSnapshot(form)
	script := d.Script("file:///app/src/cart.mjs")
	module := d.Context(d.Scope(), d.Realm)
	item := d.Class("Item", script, module)
	list := d.Node("array", "", 80)
	for i := range 4 {
		o := d.Object(item)
		d.Set(o, "label", d.Text("item "+strconv.Itoa(i)))
		d.Edge(list, "internal", strconv.Itoa(i+3), o)
	}
	cart := d.Node("object", "Map", 32)
	d.Edge(cart, "internal", "table", list)
	d.Variable(module, "cart", cart)
	d.Exports(module, "total", d.Object(item))
	table, key := d.Node("array", "", 40), d.Object(item)
	d.Ephemeron(table, key, d.Object(item))
	call := d.Context(d.Scope(), module)
	d.Variable(call, "key", key)
	d.Set(d.Global, "onTick", d.Function("onTick", script, call, 7))
	d.Set(d.Global, "weak", table)
	div, child := d.Node("native", `<div class="cart">`, 80), d.Node("native", "<p>", 80)
	d.Nodes[div].Detachedness = 2
	d.Edge(div, "internal", "1", child)
	d.Root("(Stack roots)", div)
	if form == tracetest.Chromium {
		onTick := d.Nodes[d.Global].Edges[0].To
		d.ScopeID(d.Shared(onTick), 20)
		d.ScopeID(d.Nodes[call].Edges[0].To, 10)
		d.Edge(d.Nodes[call].Edges[0].To, "internal", "outer_scope_info", d.Nodes[module].Edges[0].To)
		d.Edge(d.Shared(onTick), "internal", "name_or_scope_info", d.Nodes[module].Edges[0].To)
		d.Scopes = []tracetest.SnapshotScope{{Script: script, ID: -2, Variables: []string{"cart"}}, {Script: script, ID: 10, Depth: 1, Variables: []string{"key"}},
			{Script: script, ID: 20, Depth: 2, Uses: [][2]int{{-2, 0}}}}
	}
	if form == tracetest.Timeline {
		d.Functions = []tracetest.SnapshotFunction{{Name: "(root)"}, {Name: "add", Script: "file:///app/src/cart.mjs", Line: 4}}
		d.Calls = []tracetest.SnapshotCall{{ID: 1, Calls: []tracetest.SnapshotCall{{ID: 2, Function: 1}}}}
		d.Nodes[key].Call = 2
	}
	return d
}
