package serve

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/memtree"
	"memcity/trace/wire/antsocket"
)

// Errors in the words of AntTracks.
const noCapability = "requested capability was null"

func noTab(id antsocket.Whole) string { return fmt.Sprintf("tab with tabId %d not found", id) }

// data writes the data of a response.
type data func(w io.Writer) error

// refusal is the reason that a request fails, for the client.
type refusal string

func (r refusal) Error() string { return string(r) }

// resolve returns the response to a request other than a subscription. Errors of other types than refused end the connection.
func (s *Server) resolve(ctx context.Context, r *antsocket.Request) (sender antsocket.Whole, d data, err error) {
	switch r.Capability {
	case antsocket.TabList:
		return antsocket.NoTab, s.list(""), nil
	case antsocket.TabListWithCapability:
		wanted, ok := r.Text(0)
		if !ok {
			return antsocket.NoTab, nil, refusal(noCapability)
		}
		return antsocket.NoTab, s.list(wanted), nil
	}
	t, err := s.find(r)
	if err != nil {
		return antsocket.NoTab, nil, err
	}
	switch r.Capability {
	case antsocket.SingleTree, antsocket.SingleTreePointerMap:
		d, err = t.single(ctx, r)
	default:
		var trees []*trees.PointTree
		trees, _, _, err = t.all(ctx, math.MinInt64)
		d = series(r.Capability, trees)
	}
	return t.id, d, err
}

// find returns the tab of a request.
func (s *Server) find(r *antsocket.Request) (*tab, error) {
	if _, ok := antsocket.Parameters(r.Capability); !ok {
		return nil, refusal(noCapability)
	}
	for _, t := range s.tabs {
		if t.id == r.TabID && t.has(r.Capability) {
			return t, nil
		}
	}
	return nil, refusal(noTab(r.TabID))
}

// list writes the tabs with a capability; all of them if it is empty.
func (s *Server) list(capability string) data {
	tabs := []antsocket.Tab{}
	for _, t := range s.tabs {
		if d := t.describe(); capability == "" || d.Offers(capability) {
			tabs = append(tabs, d)
		}
	}
	return func(w io.Writer) error { return json.MarshalWrite(w, tabs, jsontext.AllowInvalidUTF8(true)) }
}

// single returns the data of a request for the newest tree.
func (t *tab) single(ctx context.Context, r *antsocket.Request) (data, error) {
	key, ok := r.Text(0)
	if !ok && r.Capability == antsocket.SingleTreePointerMap {
		return nil, refusal("parameter nodeId: expected a string")
	}
	tree, err := t.last(ctx)
	switch {
	case err != nil:
		return nil, err
	case tree == nil:
		return func(w io.Writer) error {
			_, err := io.WriteString(w, "{}")
			return err
		}, nil
	case r.Capability == antsocket.SingleTree:
		return func(w io.Writer) error { return memtree.WriteAntTracks(w, tree.Time, tree.Tree) }, nil
	}
	return pointsTo(tree, key), nil
}

// pointsTo writes by group the number of its objects that the group with the given key refers to.
func pointsTo(tree *trees.PointTree, key string) data {
	row := map[string]int64{}
	for i := range int32(len(tree.Tree.Nodes)) {
		if tree.Pointers == nil || tree.Tree.Key(i) != key {
			continue
		}
		nodes, counts := tree.Pointers.PointsTo.Row(i)
		for k, to := range nodes {
			row[tree.Tree.Key(to)] += counts[k]
		}
		break
	}
	return func(w io.Writer) error {
		return json.MarshalWrite(w, row, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	}
}

// series writes the data of a capability for several trees.
func series(capability string, trees []*trees.PointTree) data {
	return func(w io.Writer) error {
		between := "["
		for _, t := range trees {
			if _, err := io.WriteString(w, between); err != nil {
				return err
			}
			if err := write(w, capability, t); err != nil {
				return err
			}
			between = ","
		}
		end := "]"
		if len(trees) == 0 {
			end = "[]"
		}
		_, err := io.WriteString(w, end)
		return err
	}
}

// write writes the data of a capability for one tree.
func write(w io.Writer, capability string, t *trees.PointTree) error {
	var m *trace.PointerMap
	switch {
	case capability == antsocket.AllTrees:
		return memtree.WriteAntTracks(w, t.Time, t.Tree)
	case t.Pointers == nil:
	case capability == antsocket.AllPointsToMaps:
		m = &t.Pointers.PointsTo
	default:
		m = &t.Pointers.PointedFrom
	}
	return memtree.WritePointerMap(w, t.Time, t.Tree, m)
}
