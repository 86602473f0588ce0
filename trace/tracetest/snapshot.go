package tracetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// SnapshotForm selects the version of V8 whose form a [SnapshotBuilder] writes.
type SnapshotForm uint8

// Forms of snapshots.
const (
	Node18   SnapshotForm = iota // seven columns, the edge script_or_debug_info, and hidden classes of the type hidden
	Node26                       // six columns, the edge script, and hidden classes of the type object shape
	Chromium                     // as Node26, with tables about scopes, and details in the names of V8's own nodes
	Timeline                     // as Node26, with allocation sites
)

// SnapshotNode is the index of a node in a snapshot.
type SnapshotNode int

// SnapshotBuilder builds a heap snapshot in the form that V8 writes.
//
//	s := tracetest.NewSnapshot(tracetest.Node26)
//	script := s.Script("file:///app/cart.mjs")
//	item := s.Class("Item", script, s.Realm)
//	s.Root("(Stack roots)", s.Object(item))
//	file := s.Bytes()
type SnapshotBuilder struct {
	Form SnapshotForm
	// Realm is the NativeContext. Global is the global object.
	Realm, Global SnapshotNode
	// Nodes are the nodes so far. Changes before [SnapshotBuilder.Bytes] are included in the snapshot.
	Nodes []*SnapshotRow
	// Functions and Calls are the allocation sites of the form [Timeline].
	Functions []SnapshotFunction
	Calls     []SnapshotCall
	// Scopes are the scopes of scripts, in source order, in the form [Chromium]. Without any, the tables of scopes are not understood.
	Scopes []SnapshotScope

	groups map[string]SnapshotNode
	roots  SnapshotNode // (GC roots)
	strs   map[string]int
	list   []string
	places [][4]int // rows of the table locations
}

// SnapshotRow is a node.
type SnapshotRow struct {
	Kind, Name   string
	ID           uint64
	Size         int64
	Call         int // id of the call that allocated it; 0 for none
	Detachedness int
	Edges        []SnapshotEdge
}

// SnapshotEdge is a reference. Name is a number for edges of the types element and hidden.
type SnapshotEdge struct {
	Kind string
	Name any
	To   SnapshotNode
}

// SnapshotFunction is a function that allocates.
type SnapshotFunction struct {
	Name, Script string
	Line         int
}

// SnapshotCall is a call of a function.
type SnapshotCall struct {
	ID       int
	Function int            // 0-based index into [SnapshotBuilder.Functions]
	Calls    []SnapshotCall // calls that it makes
}

// SnapshotScope is a scope in the source code of a script.
type SnapshotScope struct {
	Script    SnapshotNode
	ID, Depth int
	Variables []string // in the contexts of the scope
	Uses      [][2]int // scope that declares the used variable, and index of the variable
}

// NewSnapshot returns a builder with the root node, a realm and a global object.
func NewSnapshot(form SnapshotForm) *SnapshotBuilder {
	s := &SnapshotBuilder{Form: form, groups: map[string]SnapshotNode{}}
	root := s.Node("synthetic", "", 0)
	s.roots = s.Node("synthetic", "(GC roots)", 0)
	s.Edge(root, "element", 1, s.roots)
	s.Realm = s.Node("hidden", "system / NativeContext", 400)
	s.Global = s.Node("object", "global", 40)
	if form == Chromium {
		s.Nodes[s.Realm].Kind, s.Nodes[s.Realm].Name = "native", "system / NativeContext / https://example.org"
	}
	s.Edge(s.Realm, "internal", "extension", s.Global)
	if form == Node18 {
		s.Edge(root, "shortcut", "2", s.Global)
	} else {
		s.Edge(root, "shortcut", "2", s.Realm)
	}
	s.Root("(Global handles)", s.Realm)
	return s
}

// Node adds a node of size bytes. Ids are odd and ascending, as in V8.
func (s *SnapshotBuilder) Node(kind, name string, size int64) SnapshotNode {
	s.Nodes = append(s.Nodes, &SnapshotRow{Kind: kind, Name: name, ID: uint64(2*len(s.Nodes) + 1), Size: size})
	return SnapshotNode(len(s.Nodes) - 1)
}

// Edge adds a reference.
func (s *SnapshotBuilder) Edge(from SnapshotNode, kind string, name any, to SnapshotNode) {
	s.Nodes[from].Edges = append(s.Nodes[from].Edges, SnapshotEdge{kind, name, to})
}

// Set adds a property.
func (s *SnapshotBuilder) Set(from SnapshotNode, name string, to SnapshotNode) {
	s.Edge(from, "property", name, to)
}

// Root makes a group of roots, such as (Stack roots), refer to a node.
func (s *SnapshotBuilder) Root(group string, to SnapshotNode) {
	g, ok := s.groups[group]
	if !ok {
		g = s.Node("synthetic", group, 0)
		s.groups[group] = g
		s.Edge(s.roots, "element", len(s.groups), g)
	}
	s.Edge(g, "internal", strconv.Itoa(len(s.Nodes[g].Edges)), to)
}

// Text adds a string.
func (s *SnapshotBuilder) Text(text string) SnapshotNode {
	return s.Node("string", text, int64(16+len(text)))
}

// Script adds a script.
func (s *SnapshotBuilder) Script(file string) SnapshotNode {
	script := s.Node("code", file, 104)
	s.Edge(script, "internal", "name", s.Text(file))
	return script
}

// Function adds a function of a script that was made in a context. line is 1-based; 0 for none.
func (s *SnapshotBuilder) Function(name string, script, context SnapshotNode, line int) SnapshotNode {
	shared := s.Node("code", name, 56)
	edge := "script"
	switch s.Form {
	case Node18:
		edge = "script_or_debug_info"
	case Chromium:
		s.Nodes[shared].Name = "system / SharedFunctionInfo / " + name
	}
	s.Edge(shared, "internal", edge, script)
	f := s.Node("closure", name, 64)
	s.Edge(f, "internal", "shared", shared)
	s.Edge(f, "internal", "context", context)
	if line > 0 {
		s.places = append(s.places, [4]int{int(f), 1, line - 1, 0})
	}
	return f
}

// Shared returns the SharedFunctionInfo of a function.
func (s *SnapshotBuilder) Shared(function SnapshotNode) SnapshotNode {
	return s.Nodes[function].Edges[0].To
}

// Class adds a class: a function with the hidden class of its objects, which [SnapshotBuilder.Object] finds.
func (s *SnapshotBuilder) Class(name string, script, context SnapshotNode) SnapshotNode {
	class := s.Function(name, script, context, 0)
	kind := "object shape"
	if s.Form == Node18 {
		kind = "hidden"
	}
	first, second := s.Node(kind, "system / Map", 72), s.Node(kind, "system / Map", 72)
	s.Edge(first, "internal", "constructor", class)
	s.Edge(second, "internal", "back_pointer", first)
	prototype := s.Node("object", "Object", 24)
	s.Set(prototype, "constructor", class)
	s.Edge(first, "internal", "prototype", prototype)
	s.Edge(class, "internal", "initial_map", second)
	s.Edge(class, "internal", "prototype", prototype)
	return class
}

// Object adds an object of a class.
func (s *SnapshotBuilder) Object(class SnapshotNode) SnapshotNode {
	o := s.Node("object", s.Nodes[class].Name, 32)
	edges := s.Nodes[class].Edges
	s.Edge(o, "internal", "map", edges[2].To)
	s.Set(o, "__proto__", edges[3].To)
	return o
}

// Context adds a context within an outer one. info is the ScopeInfo that all contexts of a function share; see [SnapshotBuilder.Scope].
func (s *SnapshotBuilder) Context(info, outer SnapshotNode) SnapshotNode {
	name := "system / Context"
	if s.Form == Chromium {
		name = fmt.Sprintf("system / Context / scope @%d", info)
	}
	c := s.Node("object", name, 32)
	s.Edge(c, "internal", "scope_info", info)
	s.Edge(c, "internal", "previous", outer)
	return c
}

// Scope adds a ScopeInfo.
func (s *SnapshotBuilder) Scope() SnapshotNode { return s.Node("code", "system / ScopeInfo", 48) }

// ScopeID sets the number of a scope, of a SharedFunctionInfo or a ScopeInfo.
func (s *SnapshotBuilder) ScopeID(of SnapshotNode, id int) {
	number := s.Node("number", "int", 0)
	s.Edge(of, "internal", "scope_id", number)
	s.Edge(number, "internal", "value", s.Node("string", strconv.Itoa(id), 0))
}

// Variable adds a variable to a context.
func (s *SnapshotBuilder) Variable(context SnapshotNode, name string, to SnapshotNode) {
	s.Edge(context, "context", name, to)
}

// VariableCell adds a variable that changes to a context, in a cell as in V8 14 and later.
func (s *SnapshotBuilder) VariableCell(context SnapshotNode, name string, to SnapshotNode) {
	cell := s.Node("native", "system / ContextCell", 24)
	s.Edge(context, "context", name, cell)
	s.Edge(cell, "hidden", 0, to)
}

// Exports makes an ES module with the given context export a variable.
func (s *SnapshotBuilder) Exports(context SnapshotNode, name string, to SnapshotNode) {
	module, table, cell := s.Node("hidden", "system / SourceTextModule", 144), s.Node("array", "", 104), s.Node("hidden", "system / Cell", 16)
	s.Edge(context, "internal", "extension", module)
	s.Edge(module, "hidden", 0, table)
	key := s.Text(name)
	s.Edge(s.Scope(), "hidden", 0, key) // scopes list the names of variables
	s.Edge(table, "internal", "3", key)
	s.Edge(table, "internal", "4", cell)
	s.Edge(cell, "internal", "value", to)
	list := s.Node("array", "", 24)
	s.Edge(module, "hidden", 5, list)
	s.Edge(list, "internal", "0", cell)
}

// Ephemeron adds an entry of a WeakMap, in the table of the map.
func (s *SnapshotBuilder) Ephemeron(table, key, value SnapshotNode) {
	name := func(index int) string {
		k, v := s.Nodes[key], s.Nodes[value]
		return fmt.Sprintf("%d / part of key (%s @%d) -> value (%s @%d) pair in WeakMap (table @%d)", index, k.Name, k.ID, v.Name, v.ID, s.Nodes[table].ID)
	}
	s.Edge(table, "weak", "3", key)
	s.Edge(table, "internal", name(len(s.Nodes[table].Edges)), value)
	s.Edge(key, "internal", name(1), value)
}

var (
	snapshotNodeTypes = []string{"hidden", "array", "string", "object", "code", "closure", "regexp", "number", "native", "synthetic",
		"concatenated string", "sliced string", "symbol", "bigint", "object shape"}
	snapshotEdgeTypes = []string{"context", "element", "property", "internal", "hidden", "shortcut", "weak"}
)

// Bytes returns the snapshot.
func (s *SnapshotBuilder) Bytes() []byte {
	s.strs, s.list = map[string]int{}, nil
	s.text("")
	var nodes, edges [][]int
	width := len(s.nodeFields())
	for _, n := range s.Nodes {
		row := []int{slices.Index(snapshotNodeTypes, n.Kind), s.text(n.Name), int(n.ID), int(n.Size), len(n.Edges)}
		if width == 7 {
			row = append(row, n.Call)
		}
		nodes = append(nodes, append(row, n.Detachedness))
		for _, e := range n.Edges {
			name, ok := e.Name.(int)
			if !ok {
				name = s.text(e.Name.(string))
			}
			edges = append(edges, []int{slices.Index(snapshotEdgeTypes, e.Kind), name, int(e.To) * width})
		}
	}
	var w bytes.Buffer
	w.WriteString(`{"snapshot":{"meta":`)
	writeJSON(&w, s.meta())
	fmt.Fprintf(&w, `,"node_count":%d,"edge_count":%d,"trace_function_count":%d}`, len(nodes), len(edges), len(s.Functions))
	writeRows(&w, "nodes", nodes)
	writeRows(&w, "edges", edges)
	s.writeSites(&w)
	places := [][]int{}
	for _, p := range s.places {
		places = append(places, []int{p[0] * width, p[1], p[2], p[3]})
	}
	writeRows(&w, "locations", places)
	if s.Form == Chromium {
		s.writeScopes(&w, width)
	}
	w.WriteString(",\n\"strings\":[")
	for i, text := range s.list {
		if i > 0 {
			w.WriteString(",\n")
		}
		writeJSON(&w, text)
	}
	w.WriteString("]}")
	return w.Bytes()
}

// writeScopes writes the tables of scopes.
func (s *SnapshotBuilder) writeScopes(w *bytes.Buffer, width int) {
	if len(s.Scopes) == 0 {
		writeRows(w, "scopes", [][]int{{0, 1, 0, 1, 1}})
		w.WriteString(",\n\"scope_context_vars\":[\"a]\\\"\",{\"b\":[null,true,-1.5e3]}]")
		return
	}
	var scopes, names, uses [][]int
	for _, x := range s.Scopes {
		scopes = append(scopes, []int{int(x.Script) * width, x.ID, x.Depth, len(x.Variables), len(x.Uses)})
		for _, name := range x.Variables {
			names = append(names, []int{s.text(name)})
		}
		for _, use := range x.Uses {
			uses = append(uses, use[:])
		}
	}
	writeRows(w, "scopes", scopes)
	writeRows(w, "scope_context_vars", names)
	writeRows(w, "scope_uses", uses)
}

func (s *SnapshotBuilder) nodeFields() []string {
	fields := []string{"type", "name", "id", "self_size", "edge_count"}
	if s.Form == Node18 || s.Form == Timeline {
		fields = append(fields, "trace_node_id")
	}
	return append(fields, "detachedness")
}

func (s *SnapshotBuilder) meta() map[string]any {
	fields := s.nodeFields()
	types := []any{snapshotNodeTypes, "string"}
	for range fields[2:] {
		types = append(types, "number")
	}
	meta := map[string]any{"node_fields": fields, "node_types": types, "edge_fields": []string{"type", "name_or_index", "to_node"},
		"edge_types":                 []any{snapshotEdgeTypes, "string_or_number", "node"},
		"trace_function_info_fields": []string{"function_id", "name", "script_name", "script_id", "line", "column"},
		"trace_node_fields":          []string{"id", "function_info_index", "count", "size", "children"},
		"sample_fields":              []string{"timestamp_us", "last_assigned_id"},
		"location_fields":            []string{"object_index", "script_id", "line", "column"}}
	if len(s.Scopes) > 0 {
		meta["scope_fields"] = []string{"script_node_index", "scope_id", "depth", "scope_context_vars_count", "scope_uses_count"}
		meta["scope_context_var_fields"], meta["scope_use_fields"] = []string{"name"}, []string{"declaring_scope_id", "slot_index"}
	}
	return meta
}

func (s *SnapshotBuilder) writeSites(w *bytes.Buffer) {
	functions := [][]int{}
	for i, f := range s.Functions {
		functions = append(functions, []int{i, s.text(f.Name), s.text(f.Script), 1, f.Line, 1})
	}
	writeRows(w, "trace_function_infos", functions)
	w.WriteString(",\n\"trace_tree\":")
	writeJSON(w, callList(s.Calls))
	w.WriteString(",\n\"samples\":[]")
}

// callList returns calls in the form of the table trace_tree.
func callList(calls []SnapshotCall) []any {
	list := []any{}
	for _, c := range calls {
		list = append(list, c.ID, c.Function, 1, 16, callList(c.Calls))
	}
	return list
}

// text returns the index of a text.
func (s *SnapshotBuilder) text(text string) int {
	i, ok := s.strs[text]
	if !ok {
		i = len(s.list)
		s.strs[text] = i
		s.list = append(s.list, text)
	}
	return i
}

// writeRows writes a table of numbers, with a line per row.
func writeRows(w *bytes.Buffer, name string, rows [][]int) {
	fmt.Fprintf(w, ",\n%q:[", name)
	for i, row := range rows {
		for j, v := range row {
			if i+j > 0 {
				w.WriteByte(',')
			}
			w.WriteString(strconv.Itoa(v))
		}
		w.WriteByte('\n')
	}
	w.WriteByte(']')
}

func writeJSON(w *bytes.Buffer, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // texts and numbers
	}
	w.Write(data)
}
