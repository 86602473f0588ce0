package budget

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/glob"
	"memcity/city/trees"
	"memcity/words"
)

// A Rule watches a recording that grows: it is broken when a number is above a limit at a new GC point, or when a leak
// is found. Rules can be compared.
type Rule struct {
	Kind   RuleKind
	Metric trees.Metric
	// Group is a key such as "Heap#java.util#HashMap$Node", or the name of a type such as "java.util.HashMap$Node", in
	// which * stands for any text and ? for any letter. All types that fit are taken together. Empty for LeakFound.
	Group string
	// By is the chain that a key is of, its classifiers joined by commas; empty for the default chain. Without meaning
	// for the name of a type.
	By string
	// Limit is in objects or bytes, or in per cent for GrowthAbove.
	Limit   float64
	Outcome Outcome
}

// RuleKind is what a rule looks at.
type RuleKind uint8

// Kinds of rules.
const (
	ValueAbove  RuleKind = iota // objects or bytes of a group
	GrowthAbove                 // growth of a group since the GC point before that counts the same thing, in percent
	LeakFound                   // a suspicious time window that ends at the newest GC point
)

// Outcome is what happens when a rule is broken.
type Outcome uint8

// Outcomes. All of them are reported.
const (
	Notify Outcome = iota
	StopRecording
	DumpHeap // requests a GC point with all data from the recorder
)

var outcomeNames = []string{"notify", "stop", "dump"}

func (o Outcome) String() string { return outcomeNames[o] }

// Fired reports a rule that was broken.
type Fired struct {
	Rule  Rule
	Point int // of the recording, from 0
	Time  trees.Millis
	Keys  []string // of groups to show, largest first: of the city shown if that has them, else of the rule's chain
	Value float64  // in the unit of the rule's limit; 0 for a leak
	Text  string   // what was found, with numbers, in a sentence
}

// IsKey reports whether the rule's group is a key, so that its chain matters.
func (r Rule) IsKey() bool { return strings.Contains(r.Group, "#") || r.Group == rootKey }

// rootKey is the key of the whole heap in trees of our own.
const rootKey = "Heap"

// Judge holds a rule about a group against a GC point of a series: of the rule's chain for a key, of single types for the
// name of a type. Growth is measured from the point before, which counts the same thing; -1 for none. It returns nil if the rule is not
// broken. It is an error if no GC point has such a group.
func (r Rule) Judge(s *trees.Series, point, before int) (*Fired, error) {
	nodes := r.nodes(s)
	if len(nodes) == 0 {
		return nil, words.Errorf("rule %q: there is no group %q at any GC point so far", r, r.Group)
	}
	now, earlier := int64(0), int64(0)
	for _, n := range nodes {
		now += r.value(s, point, n)
		if before >= 0 {
			earlier += r.value(s, before, n)
		}
	}
	f := &Fired{Rule: r, Point: s.Source(point), Time: s.Times[point], Value: float64(now)}
	if r.Kind == GrowthAbove {
		if earlier <= 0 {
			return nil, nil
		}
		f.Value = 100 * float64(now-earlier) / float64(earlier)
		f.Text = fmt.Sprintf("%s: %s, %s more than the %d at the GC point before", r.Group, r.counted(now), words.PercentOf(f.Value/100), earlier)
	} else {
		f.Text = fmt.Sprintf("%s: %s, more than %s", r.Group, r.counted(now), limitText(r.Limit))
	}
	if f.Value <= r.Limit {
		return nil, nil
	}
	f.Keys = r.Keys(s, point)
	return f, nil
}

// Keys returns the groups of a series that a rule speaks of, those that are largest at a GC point first, at most 20; none
// if they cannot be expressed in the chain of the series.
func (r Rule) Keys(s *trees.Series, point int) (keys []string) {
	nodes := r.nodes(s)
	slices.SortStableFunc(nodes, func(x, y int32) int { return cmp.Compare(r.value(s, point, y), r.value(s, point, x)) })
	for _, n := range nodes[:min(len(nodes), maxFiredKeys)] {
		keys = append(keys, s.Key(n))
	}
	return keys
}

func (r Rule) value(s *trees.Series, point int, node int32) int64 {
	if r.Metric == trees.Bytes {
		return s.Bytes(point, node)
	}
	return s.Objects(point, node)
}

// maxFiredKeys bounds the groups that are reported of a rule about many types.
const maxFiredKeys = 20

func (r Rule) counted(n int64) string {
	return words.Ungrouped(n, strings.TrimSuffix(r.Metric.String(), "s"))
}

// nodes are the groups that a rule speaks of; none is inside another. Below a package, the name of a type is without that,
// so paths are looked at, too.
func (r Rule) nodes(s *trees.Series) (nodes []int32) {
	if len(s.Nodes) == 0 {
		return nil
	}
	if r.IsKey() {
		if n, ok := s.Find(r.Group); ok {
			nodes = append(nodes, n)
		}
		return nodes
	}
	var path []string // from below the root
	s.Nodes.Walk(func(i int32) (below bool) {
		if i == 0 {
			return true
		}
		path = append(path[:s.Nodes[i].Level-1], s.Name(i))
		if glob.Match(r.Group, path[len(path)-1]) || glob.Match(r.Group, strings.Join(path, ".")) {
			nodes = append(nodes, i)
			return false
		}
		return true
	})
	return nodes
}
