package trees_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// searchSample returns a small heap with similar names.
func searchSample() *trees.Series {
	return trees.NewSeries(citytest.Points(
		citytest.Inner("Heap",
			citytest.Inner("java.util", citytest.Leaf("LinkedList", 3, 72), citytest.Leaf("LinkedList$Node", 900, 9000),
				citytest.Leaf("HashMap$Node", 1000, 8000)),
			citytest.Inner("java.lang", citytest.Leaf("String", 5000, 60000), citytest.Leaf("Object[]", 40, 4000)),
			citytest.Inner("com.example", citytest.Leaf("Node", 10, 100), citytest.Leaf("ÄrgerNode", 1, 8), citytest.Leaf("a#b", 7, 7)),
		),
		citytest.Inner("Heap", citytest.Inner("java.util", citytest.Leaf("LinkedList", 9000, 9000))),
	))
}

// texts lists matches as "name found[part]".
func texts(s *trees.Series, m trees.Matches) []string {
	var out []string
	for _, f := range m.List {
		name := s.Name(f.Node)
		out = append(out, fmt.Sprintf("%s %d[%s]", name, f.Found, name[f.From:f.To]))
	}
	return out
}

func TestSearch(t *testing.T) {
	s := searchSample()
	for _, test := range []struct {
		query string
		want  []string
	}{
		{"", nil},
		{"   ", nil},
		{"nobody", nil},
		{"node", []string{"Node 0[Node]", "HashMap$Node 2[Node]", "LinkedList$Node 2[Node]", "ÄrgerNode 2[Node]"}},
		{" Node ", []string{"Node 0[Node]", "HashMap$Node 2[Node]", "LinkedList$Node 2[Node]", "ÄrgerNode 2[Node]"}},
		{"nODE", nil},
		{"linkedl", []string{"LinkedList$Node 1[LinkedL]", "LinkedList 1[LinkedL]"}},
		{"linkedlist", []string{"LinkedList 0[LinkedList]", "LinkedList$Node 1[LinkedList]"}},
		{"java.lang", []string{"java.lang 0[java.lang]", "String 3[]", "Object[] 3[]"}},
		{"lang.str", []string{"String 3[]"}},
		{"java.lang#String", []string{"String 3[]"}},
		{"Heap#java.lang#String", []string{"String 0[]"}},
		{"heap", []string{"Heap 0[Heap]"}},
		{"är", []string{"ÄrgerNode 1[Är]"}},
		{"a#b", []string{"a#b 0[a#b]"}},
		{"*node", []string{"HashMap$Node 0[HashMap$Node]", "LinkedList$Node 0[LinkedList$Node]", "Node 0[Node]", "ÄrgerNode 0[ÄrgerNode]"}},
		{"?rgerNode", []string{"ÄrgerNode 0[ÄrgerNode]"}},
		{"java.util.*$*", []string{"HashMap$Node 3[]", "LinkedList$Node 3[]"}},
		{"java.util#L*t", []string{"LinkedList 3[]"}},
		{"L*st", []string{"LinkedList 0[LinkedList]"}},
		{"/^node$/", []string{"Node 0[Node]"}},
		{"/^N/", []string{"Node 1[N]"}},
		{`/lang\.\S+g$/`, []string{"String 3[]"}},
		{`/\[\]/`, []string{"Object[] 2[[]]"}},
		{"/", nil},
		{"//", nil},
	} {
		m, err := trees.Search(s, trees.SearchOptions{}, test.query)
		if err != nil {
			t.Errorf("%q: %v", test.query, err)
		}
		if got := texts(s, m); !slices.Equal(got, test.want) || m.Total != len(test.want) {
			t.Errorf("%q finds %q, %d in total; want %q", test.query, got, m.Total, test.want)
		}
	}
}

func TestSearchOptions(t *testing.T) {
	s := searchSample()
	first := func(o trees.SearchOptions) trees.Match {
		t.Helper()
		m, err := trees.Search(s, o, "*node*")
		if err != nil || m.Total != 4 {
			t.Fatalf("%+v: %d, %v", o, m.Total, err)
		}
		return m.List[0]
	}
	if got := first(trees.SearchOptions{}); s.Name(got.Node) != "HashMap$Node" || got.Objects != 1000 || got.Bytes != 8000 {
		t.Errorf("most objects: %+v", got)
	}
	if got := first(trees.SearchOptions{Unit: trees.Bytes}); s.Name(got.Node) != "LinkedList$Node" || got.Bytes != 9000 {
		t.Errorf("most bytes: %+v", got)
	}
	if got := first(trees.SearchOptions{Point: 1}); got.Objects != 0 {
		t.Errorf("at another point: %+v", got)
	}
	for _, point := range []int{-5, 99} {
		first(trees.SearchOptions{Point: point})
	}
	m, err := trees.Search(s, trees.SearchOptions{Limit: 1}, "node")
	if err != nil || m.Total != 4 || len(m.List) != 1 || s.Name(m.List[0].Node) != "Node" {
		t.Errorf("limit 1: %+v, %v", m, err)
	}
	for _, empty := range []*trees.Series{trees.NewSeries(nil), trees.NewSeries(citytest.Points(nil))} {
		if m, err := trees.Search(empty, trees.SearchOptions{}, "x"); err != nil || m.Total != 0 {
			t.Errorf("nothing open: %+v, %v", m, err)
		}
	}
}

func TestSearchFaults(t *testing.T) {
	s := searchSample()
	for _, test := range []struct {
		query string
		at    int
		text  string
	}{
		{"/a(b/", 3, "not closed"},
		{"/(a)(b(c)/", 5, "not closed"},
		{`/[)](\)/`, 5, "not closed"},
		{"/ä[b/", 3, "square bracket is not closed"},
		{"/a)b/", 3, "was never opened"},
		{"/b*|*/", 5, "something to repeat before"},
		{"/+/", 2, "something to repeat before"},
		{"/ab**/", 4, "repeated"},
		{"/x{3,2}y/", 3, "repetitions"},
		{"/[z-a]/", 3, "range"},
		{`/ab\y/`, 4, "backslash"},
		{`/ab\/`, 4, "backslash"},
		{`/a(?P<n!>a)/`, 3, "name"},
		{`/(?z)/`, 2, "(?"},
		{"/(a{900}){900}/", 10, "1000"},
		{"/\xff/", 2, "UTF-8"},
		{strings.Repeat("x", 1001), 1001, "at most"},
	} {
		_, err := trees.Search(s, trees.SearchOptions{}, test.query)
		var fault *trees.QueryError
		if !errors.As(err, &fault) || fault.At != test.at || !strings.Contains(fault.Text, test.text) {
			t.Errorf("%.40q: %v, want character %d, %q", test.query, err, test.at, test.text)
			continue
		}
		if got := utf8.RuneCountInString(test.query[:fault.Offset]) + 1; got != fault.At {
			t.Errorf("%.40q: offset %d is character %d, not %d", test.query, fault.Offset, got, fault.At)
		}
	}
}

// slowSearch is the definition of a search.
func slowSearch(s *trees.Series, o trees.SearchOptions, query string) (nodes []int32) {
	fold := !strings.ContainsFunc(query, unicode.IsUpper)
	low := func(text string) string {
		if fold {
			return strings.ToLower(text)
		}
		return text
	}
	expression := "(?s)" + regexp.QuoteMeta(low(query))
	anchored := strings.ContainsAny(query, "*?")
	if anchored {
		expression = "(?s)^" + strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(low(query))) + "$"
	}
	plain := regexp.MustCompile(expression)
	dotted := regexp.MustCompile(strings.ReplaceAll(expression, "#", `\.`))
	rank := map[int32]int{}
	for i := range s.Nodes {
		n := int32(i)
		name := low(s.Name(n))
		at := plain.FindStringIndex(name)
		path := low(strings.ReplaceAll(strings.Join(s.Path(n)[1:], "."), "#", "."))
		switch {
		case s.Key(n) == query && !slices.ContainsFunc(nodes, func(m int32) bool { return s.Key(m) == query }):
			rank[n] = 0
		case at != nil && at[0] == 0 && at[1] == len(name):
			rank[n] = 0
		case at != nil && at[0] == 0:
			rank[n] = 1
		case at != nil:
			rank[n] = 2
		case i > 0 && dotted.MatchString(path):
			rank[n] = 3
		default:
			continue
		}
		nodes = append(nodes, n)
	}
	value := s.Objects
	if o.Unit == trees.Bytes {
		value = s.Bytes
	}
	slices.SortStableFunc(nodes, func(a, b int32) int {
		if rank[a] != rank[b] {
			return rank[a] - rank[b]
		}
		if va, vb := value(o.Point, a), value(o.Point, b); va != vb {
			if va > vb {
				return -1
			}
			return 1
		}
		return int(a - b)
	})
	return nodes
}

func TestSearchAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	alphabet := []string{"n", "N", "1", "2", "#", ".", "*", "?", "n1", "n2"}
	fits := 0
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(4) {
			s := trees.NewSeries(citytest.RandomPoints(seed, spec))
			for range 60 {
				query := ""
				for range 1 + rng.IntN(5) {
					query += alphabet[rng.IntN(len(alphabet))]
				}
				if rng.IntN(4) == 0 {
					query = s.Key(int32(rng.IntN(len(s.Nodes))))
				}
				o := trees.SearchOptions{Point: rng.IntN(s.Len()), Unit: trees.Unit(rng.IntN(2)), Limit: 1 + rng.IntN(50)}
				m, err := trees.Search(s, o, query)
				if err != nil {
					t.Fatal(err)
				}
				want := slowSearch(s, o, query)
				var got []int32
				for _, f := range m.List {
					got = append(got, f.Node)
				}
				if m.Total != len(want) || !slices.Equal(got, want[:min(len(want), o.Limit)]) {
					t.Fatalf("%+v, seed %d, %q at %+v: %v of %d, want %v", spec, seed, query, o, got, m.Total, want)
				}
				fits += len(want)
			}
		}
	}
	if fits < 1000 {
		t.Errorf("only %d matches were compared", fits)
	}
}

func TestSearchTogether(t *testing.T) {
	s := trees.NewSeries(citytest.RandomPoints(3, citytest.RandomSpecs[3]))
	want, err := trees.Search(trees.NewSeries(citytest.RandomPoints(3, citytest.RandomSpecs[3])), trees.SearchOptions{}, "n1")
	if err != nil || want.Total == 0 {
		t.Fatal(want, err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got, err := trees.Search(s, trees.SearchOptions{}, "n1"); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
	group.Wait()
}

// The returned lists are nearly all that Search allocates, so that typing produces little garbage.
func TestSearchAllocations(t *testing.T) {
	s := trees.NewSeries(citytest.WideRecording(20, 99, 2))
	for _, query := range []string{"t1", "d3.t4", "*9", "T"} {
		if n := testing.AllocsPerRun(20, func() { _, _ = trees.Search(s, trees.SearchOptions{}, query) }); n > 260 {
			t.Errorf("%q: %.0f allocations for %d groups", query, n, len(s.Nodes))
		}
	}
}

func FuzzSearch(f *testing.F) {
	s := searchSample()
	for _, query := range []string{"node", "*n?de", "/a(b/", "/[[:alpha:]/", "/x{2,1}/", "/(?P<a>b)(?P<a>c)/", "java.lang#String",
		"/\xff(/", `/\Q/`} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		m, err := trees.Search(s, trees.SearchOptions{Limit: 3}, query)
		var fault *trees.QueryError
		if err != nil && (!errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(strings.TrimSpace(query)) || fault.Text == "") {
			t.Fatalf("%q: %v", query, err)
		}
		if len(m.List) > 3 || len(m.List) > m.Total || m.Total > len(s.Nodes) {
			t.Fatalf("%q: %d of %d", query, len(m.List), m.Total)
		}
		for _, f := range m.List {
			if name := s.Name(f.Node); f.From < 0 || f.From > f.To || f.To > len(name) {
				t.Fatalf("%q: %+v of %q", query, f, name)
			}
		}
	})
}

// BenchmarkSearch searches 20,000 groups, and compares with a plain loop over their names.
func BenchmarkSearch(b *testing.B) {
	s := trees.NewSeries(citytest.WideRecording(200, 99, 2))
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			n := 0
			for i := range s.Nodes {
				if strings.Contains(s.Name(int32(i)), "t7") {
					n++
				}
			}
			if n == 0 {
				b.Fatal("nothing found")
			}
		}
	})
	for _, query := range []string{"t", "t7", "T7", "d1.t", "*7", "d*.t7", "/7$/", "/d1.*t7$/"} {
		b.Run(strings.ReplaceAll(query, "/", "|"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := trees.Search(s, trees.SearchOptions{}, query); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
