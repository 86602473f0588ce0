package guide

import (
	"cmp"
	"fmt"
	"slices"

	"memcity/analysis/fleet"
	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/pods"
	"memcity/words"
)

// fleetOf returns the last tree of a recording of a fleet; nil for a recording of a single program.
func fleetOf(r *trace.Recording) *trace.Tree {
	if n := len(r.Points); n > 0 && r.Points[n-1].Tree != nil && r.Points[n-1].Tree.Fleet != nil {
		return r.Points[n-1].Tree
	}
	return nil
}

// ofFleet adds findings about the pods of a fleet: leaks, then pods with far more than others. It skips other searches, as growth from
// release to release is no leak.
func (g *guided) ofFleet(t *trace.Tree) {
	g.out.Judged = slices.ContainsFunc(t.Fleet.Leaks, func(l pods.Leak) bool { return l.Judged > 0 })
	for i := range t.Fleet.Leaks {
		g.add(leakOfPods(t, len(g.recording.Points), &t.Fleet.Leaks[i]))
	}
	for _, node := range outlying(t) {
		g.add(outlierFinding(t, len(g.recording.Points), node))
	}
	g.rank()
	g.out.Judge(nil)
	g.out.Text = "Nothing leaks, and no pod stands out."
	if n := len(g.out.Findings); n > 0 {
		g.out.Text = g.out.Findings[0].Title + pick(n == 1, "", ", and more") + "."
	}
}

// outlying returns types that take far more memory on some pods than on others, largest excess over the median first.
func outlying(t *trace.Tree) (nodes []int32) {
	beyond := func(n int32) int64 {
		g := t.Fleet.Groups[n]
		_, bytes := g.Largest()
		return bytes - t.Nodes[n].Bytes
	}
	for n := range int32(len(t.Nodes)) {
		if len(t.Fleet.Groups[n].Outliers) > 0 && t.IsLeaf(n) {
			nodes = append(nodes, n)
		}
	}
	slices.SortStableFunc(nodes, func(a, b int32) int { return cmp.Compare(beyond(b), beyond(a)) })
	return nodes
}

// serviceOf returns the service that contains a node or is that node.
func serviceOf(t *trace.Tree, n int32) int32 {
	for n > 0 && t.Nodes[n].Parent > 0 {
		n = t.Nodes[n].Parent
	}
	return n
}

// groupOf returns the group of a type in a service, or else the service, or else the root.
func groupOf(t *trace.Tree, service, typ string) int32 {
	at := int32(0)
	for n := range int32(len(t.Nodes)) {
		switch in := serviceOf(t, n); {
		case n == 0 || t.Name(in) != service:
		case n == in:
			at = n
		case t.Name(n) == typ:
			return n
		}
	}
	return at
}

func leakOfPods(t *trace.Tree, points int, l *pods.Leak) findings.Finding {
	f := *LeakOfPods(l)
	f.Highlight = findings.Highlight{View: findings.CityView, Keys: []string{t.Key(groupOf(t, l.Service, l.Type))}, At: points}
	f.Next = []findings.Step{{Text: "Select it to see its pods", Show: f.Highlight, Command: treeCommand}}
	return f
}

// LeakOfPods returns the finding about a leak in a fleet, without its place in a tree.
func LeakOfPods(l *pods.Leak) *findings.Finding {
	f := &findings.Finding{Rule: findings.RuleLeak, Grade: findings.Leaks, Confidence: 1, Title: fleet.LeakTitle(l), Explain: []string{fleet.Leak(l)},
		Growth: &findings.Pile{Type: l.Type, Owner: l.Owner, Path: []findings.PathStep{}, Groups: []findings.Group{}}}
	if l.Judged > 0 {
		f.Confidence = min(float64(l.Pods)/float64(l.Judged), 1)
	}
	switch {
	case !l.Sure:
		f.Rule, f.Grade, f.Confidence = findings.RuleGrowth, findings.Grows, f.Confidence/2
	case l.Probable:
		f.Grade = findings.ProbablyLeaks
	}
	if l.Points > 0 {
		f.Basis = &findings.Basis{Points: int(l.Points), Of: int(l.Points)} // of the pod with most
	}
	f.Numbers = []findings.FindingNumber{{Name: "pods", Value: float64(l.Pods), Unit: "pods"}, {Name: "pods that could show it", Value: float64(l.Judged), Unit: "pods"}}
	if l.PerHour >= 0 {
		f.Numbers = append(f.Numbers, findings.FindingNumber{Name: findings.GrowthOfPod, Value: l.PerHour / 3600, Unit: "bytes/s"})
	}
	return f
}

// treeCommand shows the median of the pods.
var treeCommand = []string{"tree", findings.Path}

func outlierFinding(t *trace.Tree, points int, node int32) findings.Finding {
	g := t.Fleet.Groups[node]
	rows := fleet.Rows(t.Fleet, &g, trace.Bytes)
	name, bytes := words.TypeName(t.Name(node)), t.Nodes[node].Bytes
	show := findings.Highlight{View: findings.CityView, Keys: []string{t.Key(node)}, At: points}
	return findings.Finding{Rule: findings.RuleHolder, Grade: findings.Large, Confidence: 1, Title: fleet.OutlierTitle(name, t.Name(serviceOf(t, node)), &g, rows),
		Explain: []string{fleet.Group(name, bytes, &g, rows), "Far above means more than three scaled median absolute deviations above the median, and more than 1 % of the heap."},
		Numbers: []findings.FindingNumber{{Name: "on that pod", Value: float64(rows[0].Bytes), Unit: "bytes"}, {Name: "median", Value: float64(bytes), Unit: "bytes"},
			{Name: "pods", Value: float64(len(g.Outliers)), Unit: "pods"}},
		Highlight: show, Pile: &findings.Pile{Type: t.Name(node), Path: []findings.PathStep{}, Groups: []findings.Group{}, Points: []int{points},
			Bytes: []int64{rows[0].Bytes}, Also: []string{}},
		Doubts: []string{fmt.Sprintf("%s may do different work from the other pods, or may have done it for longer.", rows[0].Name)},
		Next:   []findings.Step{{Text: "Select it to see its pods", Show: show, Command: treeCommand}}}
}
