package v8

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Sniff reports whether head, the first inflated bytes of a file, is the start of a heap snapshot.
func Sniff(head []byte) bool {
	for _, want := range []string{"{", `"snapshot"`, ":", "{", `"meta"`, ":", "{"} {
		rest, ok := bytes.CutPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte(want))
		if !ok {
			return false
		}
		head = rest
	}
	return true
}

// Header is the member snapshot.
type Header struct {
	Meta      Meta  `json:"meta"`
	Nodes     int64 `json:"node_count"`           // number of nodes; a hint
	Edges     int64 `json:"edge_count"`           // number of edges; a hint
	Functions int64 `json:"trace_function_count"` // number of functions of allocation sites
}

// Meta names the columns of the tables, and the values of the columns named type.
type Meta struct {
	NodeFields     []string          `json:"node_fields"`
	NodeTypes      []json.RawMessage `json:"node_types"`
	EdgeFields     []string          `json:"edge_fields"`
	EdgeTypes      []json.RawMessage `json:"edge_types"`
	FunctionFields []string          `json:"trace_function_info_fields"`
	CallFields     []string          `json:"trace_node_fields"`
	SampleFields   []string          `json:"sample_fields"`
	LocationFields []string          `json:"location_fields"`
	ScopeFields    []string          `json:"scope_fields"`
	VariableFields []string          `json:"scope_context_var_fields"`
	UseFields      []string          `json:"scope_use_fields"`
}

// Column returns the 0-based index of a column; -1 if the table does not have it.
func Column(fields []string, name string) int { return slices.Index(fields, name) }

// Values returns the names of the values of a column; nil if they are not listed. types is NodeTypes or EdgeTypes.
func Values(types []json.RawMessage, column int) []string {
	var names []string
	if column < 0 || column >= len(types) || json.Unmarshal(types[column], &names) != nil {
		return nil // a column of numbers, whose type is one text
	}
	return names
}

// check returns an error unless the columns that every snapshot needs are present.
func (m *Meta) check() error {
	for _, need := range []string{"type", "name", "id", "self_size", "edge_count"} {
		if Column(m.NodeFields, need) < 0 {
			return fmt.Errorf("nodes have no column %s", need)
		}
	}
	for _, need := range []string{"type", "name_or_index", "to_node"} {
		if Column(m.EdgeFields, need) < 0 {
			return fmt.Errorf("edges have no column %s", need)
		}
	}
	if len(Values(m.NodeTypes, Column(m.NodeFields, "type"))) == 0 || len(Values(m.EdgeTypes, Column(m.EdgeFields, "type"))) == 0 {
		return fmt.Errorf("the types of nodes or edges have no names")
	}
	return nil
}

// Fault is a place in a file that could not be read.
type Fault struct {
	Offset int64 // in the uncompressed file
	Text   string
	Ends   bool // the file ends there
}

// Error returns the text with the offset.
func (f *Fault) Error() string { return fmt.Sprintf("offset %d: %s", f.Offset, f.Text) }
