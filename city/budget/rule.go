package budget

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/userfile"
	"memcity/city/trees"
	"memcity/words"
)

// A Rule watches a growing recording. It is broken if a value exceeds a limit at a new GC point, or if a leak is found. Rules are
// comparable.
type Rule struct {
	Kind RuleKind
	Unit trees.Unit
	// Group is a key such as "Heap#java.util#HashMap$Node", or a type name such as "java.util.HashMap$Node". In a type name, * matches any
	// text and ? any letter, and all matching types count together. It is empty for LeakFound.
	Group string
	// By is the chain of a key, its classifiers separated by commas; empty for the default chain. It is ignored for a type name.
	By string
	// Limit is in objects or bytes, or in percent for GrowthAbove.
	Limit   float64
	Outcome Outcome
}

// RuleKind selects the value that a rule checks.
type RuleKind uint8

// Kinds of rules.
const (
	ValueAbove  RuleKind = iota // objects or bytes of a group
	GrowthAbove                 // growth of a group since the previous comparable GC point, in percent
	LeakFound                   // a suspicious time window that ends at the newest GC point
)

// Outcome selects the action for a broken rule.
type Outcome uint8

// Outcomes. All are reported.
const (
	Notify Outcome = iota
	StopRecording
	DumpHeap // requests a GC point with all data from the recorder
)

var outcomeNames = []string{"notify", "stop", "dump"}

func (o Outcome) String() string { return outcomeNames[o] }

// FiredRule reports a broken rule.
type FiredRule struct {
	Rule  Rule
	Point int // of the recording, 0-based
	Time  trees.Millis
	Keys  []string // groups to show, largest first: of the current city if it has them, otherwise of the rule's chain
	Value float64  // in the unit of the rule's limit; 0 for a leak
	Text  string   // the violation with its numbers, in a sentence
}

// IsKey reports whether the rule's group is a key, so that its chain matters.
func (r Rule) IsKey() bool { return strings.Contains(r.Group, "#") || r.Group == rootKey }

// rootKey is the key of the whole heap in the trees of this program.
const rootKey = "Heap"

// Judge evaluates a rule about a group at a GC point of a series. The series has the rule's chain for a key, and groups by type for a type
// name. Growth is measured from before, the previous comparable point; -1 for none. It returns nil if the rule is not broken. It is an
// error if no GC point has such a group.
func (r Rule) Judge(s *trees.Series, point, before int) (*FiredRule, error) {
	nodes := r.nodes(s)
	if len(nodes) == 0 {
		return nil, words.Errorf("rule %q: no GC point has a group %q yet", r, r.Group)
	}
	now, earlier := int64(0), int64(0)
	for _, n := range nodes {
		now += r.value(s, point, n)
		if before >= 0 {
			earlier += r.value(s, before, n)
		}
	}
	f := &FiredRule{Rule: r, Point: s.Source(point), Time: s.Times[point], Value: float64(now)}
	if r.Kind == GrowthAbove {
		if earlier <= 0 {
			return nil, nil
		}
		f.Value = 100 * float64(now-earlier) / float64(earlier)
		f.Text = fmt.Sprintf("%s: %s, %s more than the %d at the previous GC point", r.Group, r.counted(now), words.PercentOf(f.Value/100), earlier)
	} else {
		f.Text = fmt.Sprintf("%s: %s, more than %s", r.Group, r.counted(now), limitText(r.Limit))
	}
	if f.Value <= r.Limit {
		return nil, nil
	}
	f.Keys = r.Keys(s, point)
	return f, nil
}

// Keys returns at most 20 groups of a series that a rule applies to, largest at a GC point first; none if the chain of the series cannot
// express them.
func (r Rule) Keys(s *trees.Series, point int) (keys []string) {
	nodes := r.nodes(s)
	slices.SortStableFunc(nodes, func(x, y int32) int { return cmp.Compare(r.value(s, point, y), r.value(s, point, x)) })
	for _, n := range nodes[:min(len(nodes), maxFiredKeys)] {
		keys = append(keys, s.Key(n))
	}
	return keys
}

func (r Rule) value(s *trees.Series, point int, node int32) int64 {
	if r.Unit == trees.Bytes {
		return s.Bytes(point, node)
	}
	return s.Objects(point, node)
}

// maxFiredKeys is the maximum number of reported groups of a rule about many types.
const maxFiredKeys = 20

func (r Rule) counted(n int64) string {
	return words.Ungrouped(n, strings.TrimSuffix(r.Unit.String(), "s"))
}

// nodes returns the groups that a rule applies to, none inside another. It also matches paths, because below a package, a type name lacks
// the package.
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
	var path []string // below the root
	s.Nodes.Walk(func(i int32) (below bool) {
		if i == 0 {
			return true
		}
		path = append(path[:s.Nodes[i].Level-1], s.Name(i))
		if userfile.Match(r.Group, path[len(path)-1]) || userfile.Match(r.Group, strings.Join(path, ".")) {
			nodes = append(nodes, i)
			return false
		}
		return true
	})
	return nodes
}
