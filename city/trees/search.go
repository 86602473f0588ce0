package trees

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memcity/trace"
)

// Found reports how well a group matches a query; smaller is better.
type Found uint8

// Kinds of matches, best first.
const (
	FoundExactly Found = iota // the query is the whole name or the key, or the pattern matches the whole name
	FoundAtStart              // the name begins with the query
	FoundInName               // the name contains the query
	FoundInPath               // only the path contains the query
)

// Match is a group that matches a query.
type Match struct {
	Node           int32 // of the series
	Found          Found
	From, To       int // matching range of the name, in bytes; equal for none
	Objects, Bytes int64
}

// Matches contains the best groups for a query, best first.
type Matches struct {
	List  []Match
	Total int // number of matching groups, including those not in List
}

// SearchOptions configures the order and number of matches.
type SearchOptions struct {
	Point int  // GC point of the numbers
	Unit  Unit // unit that orders equally good matches, largest first
	Limit int  // maximum length of List; 0 for DefaultMatches
}

// DefaultMatches is the default maximum number of matches.
const DefaultMatches = 200

// maxQuery is the maximum length of a query, in bytes.
const maxQuery = 1000

// Search finds groups by name and path.
//
//   - A plain query matches anywhere in a text.
//   - A query with * or ? must match a whole text; * is any run of characters and ? a single one.
//   - A query between slashes, as in /Node$/, is a regular expression in Go's syntax. It matches anywhere.
//
// The texts are the group's name, and its path below the root, joined by dots. A # in a query stands for such a dot, so that keys match
// too. A query without upper case letters ignores case. Matches are ordered by quality, see [Found], then by size, largest first, then by
// their order in the series.
//
// Search is safe for concurrent use. The cost is linear in the groups. The first call also makes a lower case copy of the names. All errors
// are of type *[QueryError].
func Search(s *Series, o SearchOptions, query string) (Matches, error) {
	query = strings.TrimSpace(query)
	if query == "" || len(s.Nodes) == 0 || s.Len() == 0 {
		return Matches{}, nil
	}
	p, err := NewPattern(query)
	if err != nil {
		return Matches{}, err
	}
	if o.Limit <= 0 {
		o.Limit = DefaultMatches
	}
	o.Point = min(max(o.Point, 0), s.Len()-1)
	w := walker{series: s, pattern: p, best: best{limit: o.Limit}, exact: -1}
	value := s.Objects
	if o.Unit == Bytes {
		value = s.Bytes
	}
	if node, ok := s.Find(query); ok {
		w.exact = node
	}
	w.walk(func(node int32, found Found) {
		w.total++
		w.best.add(candidate{value(o.Point, node), node, found})
	})
	return w.matches(o.Point), nil
}

// lowerNames contains the names of a series in lower case, by their number in the dictionary; empty for names that the series does not have.
type lowerNames struct {
	once  sync.Once
	names []string
}

// lowerNames returns the lower case names. The first call computes them.
func (s *Series) lowerNames() []string {
	s.lowered.once.Do(func() {
		last := trace.NameID(0)
		for i := range s.Nodes {
			last = max(last, s.Nodes[i].Name)
		}
		names := make([]string, last+1)
		for i := range s.Nodes {
			if id := s.Nodes[i].Name; names[id] == "" {
				names[id] = Lower(s.Names.Text(id))
			}
		}
		s.lowered.names = names
	})
	return s.lowered.names
}

// Lower maps rune by rune, so that positions in the result correspond to those in the text.
func Lower(text string) string { return strings.Map(unicode.ToLower, text) }

// candidate is a matching group.
type candidate struct {
	value int64
	node  int32
	found Found
}

func compareCandidates(a, b candidate) int {
	return cmp.Or(cmp.Compare(a.found, b.found), cmp.Compare(b.value, a.value), cmp.Compare(a.node, b.node))
}

// best keeps the first candidates in order. It sorts whenever it has twice as many as needed, so the average cost of adding is the
// logarithm of that number.
type best struct {
	limit int
	list  []candidate
	full  bool
	worst candidate // of the first limit; valid if full
}

func (b *best) add(c candidate) {
	if b.full && compareCandidates(c, b.worst) > 0 {
		return
	}
	b.list = append(b.list, c)
	if len(b.list) >= 2*b.limit {
		b.cut()
	}
}

func (b *best) cut() {
	slices.SortFunc(b.list, compareCandidates)
	if len(b.list) >= b.limit {
		b.list, b.full = b.list[:b.limit], true
		b.worst = b.list[b.limit-1]
	}
}

// walker visits the groups in series order.
type walker struct {
	series  *Series
	pattern *Pattern
	exact   int32 // the group whose key is the query; -1 for none
	best    best
	total   int

	path  []byte // of the current group, below the root
	steps []step // by level
}

// Fitting reports for each group whether it matches a query for [Search].
func (s *Series) Fitting(query string) ([]bool, error) {
	p, err := NewPattern(query)
	if err != nil {
		return nil, err
	}
	fits := make([]bool, len(s.Nodes))
	w := walker{series: s, pattern: p, exact: -1}
	w.walk(func(node int32, _ Found) { fits[node] = true })
	return fits, nil
}

// step is the state of an ancestor during the descent.
type step struct {
	end  int  // of its path
	fits bool // true if its path matches; the paths of all descendants then match too
}

// walk calls take for every matching group.
func (w *walker) walk(take func(node int32, found Found)) {
	s, p := w.series, w.pattern
	var names []string
	if p.Fold && len(s.Nodes) > 0 {
		names = s.lowerNames()
	}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		var name string
		if p.Fold {
			name = names[n.Name]
		} else {
			name = s.Names.Text(n.Name)
		}
		found, ok := p.Name(name)
		below := w.descend(n, name, ok)
		if int32(i) == w.exact {
			found, ok = FoundExactly, true
		}
		if !ok && below {
			found, ok = FoundInPath, true
		}
		if ok {
			take(int32(i), found)
		}
	}
}

// descend adds a group to the path and reports whether its path matches. The root has no path.
func (w *walker) descend(n *SeriesNode, name string, nameFits bool) bool {
	level := int(n.Level)
	if level == len(w.steps) {
		w.steps = append(w.steps, step{})
	}
	if level == 0 {
		return false
	}
	up := w.steps[level-1]
	if w.pattern.inherits && (up.fits || nameFits) {
		w.steps[level] = step{fits: true}
		return true
	}
	if w.pattern.inherits && !w.pattern.crosses {
		w.steps[level] = step{}
		return false
	}
	w.path = w.path[:up.end]
	if up.end > 0 {
		w.path = append(w.path, '.')
	}
	start := len(w.path)
	w.path = append(w.path, name...)
	dots(w.path[start:])
	fits := !nameFits && w.pattern.Path(w.path, start)
	w.steps[level] = step{len(w.path), fits}
	return fits
}

func dots(text []byte) {
	for i := bytes.IndexByte(text, '#'); i >= 0; i = bytes.IndexByte(text, '#') {
		text[i] = '.'
		text = text[i+1:]
	}
}

// matches returns the best groups with their numbers.
func (w *walker) matches(point int) Matches {
	w.best.cut()
	m := Matches{Total: w.total, List: make([]Match, len(w.best.list))}
	for i, c := range w.best.list {
		name := w.series.Name(c.node)
		from, to := w.pattern.span(name)
		m.List[i] = Match{Node: c.node, Found: c.found, From: from, To: to,
			Objects: w.series.Objects(point, c.node), Bytes: w.series.Bytes(point, c.node)}
	}
	return m
}

// span returns the matching range of a name.
func (p *Pattern) span(name string) (from, to int) {
	text := name
	if p.Fold {
		text = Lower(name)
	}
	from, to = p.find(text)
	if !p.Fold {
		return from, to
	}
	// Upper and lower case letters may differ in length.
	start := utf8.RuneCountInString(text[:from])
	end := start + utf8.RuneCountInString(text[from:to])
	return runeOffset(name, start), runeOffset(name, end)
}

// runeOffset returns the byte offset of rune n of a text.
func runeOffset(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}
