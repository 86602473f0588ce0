package groups

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"

	"memcity/analysis/group"
	"memcity/words"
)

// Profile writes the tree as a profile for go tool pprof, with objects and shallow bytes. Each group has a sample of the objects that are
// in none of its subgroups. Its stack consists of the groups above it. Call sites are nested from callee to caller in the tree. In the
// stack the outermost call is the outermost frame.
func (p *Tree) Profile(out io.Writer) error { return p.profiled().Write(out) }

// Formats returns the formats of a tree besides tables.
func (p *Tree) Formats() map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{"pprof": p.Profile, "flame": p.writeFlame}
}

func (p *Tree) profiled() *profile.Profile {
	w := pprofWriter{profile: &profile.Profile{DefaultSampleType: "bytes", SampleType: []*profile.ValueType{{Type: "objects", Unit: "count"}, {Type: "bytes", Unit: "bytes"}}},
		locations: map[frame]*profile.Location{}}
	w.node(p.Root, nil)
	return w.profile
}

// frame is a function in the profile: a group by its name, or a call site.
type frame struct {
	name, file string
	line       int64
}

type pprofWriter struct {
	profile   *profile.Profile
	locations map[frame]*profile.Location
}

// node adds samples for a group and its subgroups. The given above contains the groups from below the root to this one.
func (w *pprofWriter) node(n *TreeNode, above []*TreeNode) {
	objects, bytes := n.Objects, n.Bytes
	for _, child := range n.Children {
		objects, bytes = objects-child.Objects, bytes-child.Bytes
	}
	// If objects are in several groups, these add up to more than their parent group.
	if objects, bytes = max(objects, 0), max(bytes, 0); objects > 0 || bytes > 0 {
		w.profile.Sample = append(w.profile.Sample, &profile.Sample{Value: []int64{objects, bytes}, Location: w.stack(above)})
	}
	for _, child := range n.Children {
		w.node(child, append(slices.Clip(above), child))
	}
}

// stack returns the locations of groups, innermost first. Objects in no group below the root get a location of their own.
func (w *pprofWriter) stack(groups []*TreeNode) []*profile.Location {
	ordered := slices.Clone(groups)
	for from := 0; from < len(ordered); from++ {
		to := from
		for to < len(ordered) && isCall(ordered[to]) {
			to++
		}
		slices.Reverse(ordered[from:to])
		from = max(from, to-1)
	}
	if len(ordered) == 0 {
		return []*profile.Location{w.location(frame{name: "(no group)"})}
	}
	var stack []*profile.Location
	for _, n := range slices.Backward(ordered) {
		stack = append(stack, w.location(frameOf(n)))
	}
	return stack
}

func isCall(n *TreeNode) bool { return n.Role == group.SiteRole || n.Role == group.CallSiteRole }

// frameOf parses the name of a call site, such as app.Shop.load(Shop.java:42).
func frameOf(n *TreeNode) frame {
	f := frame{name: words.Printable(n.Name)}
	if !isCall(n) {
		return f
	}
	name, place, ok := strings.Cut(strings.TrimSuffix(f.name, ")"), "(")
	file, line, numbered := strings.Cut(place, ":")
	number, err := strconv.ParseInt(line, 10, 64)
	if !ok || !numbered || err != nil || number < 0 {
		return f
	}
	return frame{name, file, number}
}

func (w *pprofWriter) location(f frame) *profile.Location {
	if l := w.locations[f]; l != nil {
		return l
	}
	id := uint64(len(w.profile.Location) + 1)
	function := &profile.Function{ID: id, Name: f.name, SystemName: f.name, Filename: f.file}
	l := &profile.Location{ID: id, Line: []profile.Line{{Function: function, Line: f.line}}}
	w.profile.Function = append(w.profile.Function, function)
	w.profile.Location = append(w.profile.Location, l)
	w.locations[f] = l
	return l
}
