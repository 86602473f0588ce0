package trees_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// TestFaultIsFoundAmongParts: the position of a syntax error does not depend on the text before and after it.
func TestFaultIsFoundAmongParts(t *testing.T) {
	whole := []string{"a", "ä", `\(`, `\)`, `\\`, `\[`, "[)(]", "[^]()]", "[](]", `[\](]`, "[[:alpha:](]", "(b)", "(c(d)[(])", "x{2}", "e|f",
		"[^^(]", "[(]*", "[([:alpha:]]", "[[:alpha:]]"}
	for _, fault := range []struct {
		text, tells string
		at          int // of the fault in its text
		last        bool
	}{
		{"(", "this parenthesis is not closed", 0, false},
		{"(q(r", "this parenthesis is not closed", 2, false},
		{"(q(r)", "this parenthesis is not closed", 0, false},
		{"[q", "this square bracket is not closed", 0, true},
		{"q**", "a repetition cannot be repeated; use parentheses", 1, false},
		{`\y`, "unknown escape after a backslash", 0, false},
		{"[z-a]", "the range of characters is unknown, or its end is before its start", 1, false},
		{"q{3,2}", "the minimum number of repetitions must not exceed the maximum, which must not exceed 1000", 1, false},
		{"(?z)", "unknown construct after (?", 0, false},
		{"|*", "expected something to repeat before this", 1, false},
		{`\`, "a backslash needs a character after it", 0, true},
		{"\xff", "the text is not UTF-8", 0, false},
	} {
		for seed := range uint64(30) {
			rng := rand.New(rand.NewPCG(seed, 2))
			parts := func() (text string) {
				for range rng.IntN(5) {
					text += whole[rng.IntN(len(whole))]
				}
				return text
			}
			before, after := parts(), ""
			if !fault.last {
				after = parts()
			}
			query := "/" + before + fault.text + after + "/"
			_, err := trees.NewPattern(query)
			var got *trees.QueryError
			if !errors.As(err, &got) || got.Text != fault.tells || got.Offset != 1+len(before)+fault.at {
				t.Fatalf("%s: %+v, want offset %d, %q", query, got, 1+len(before)+fault.at, fault.tells)
			}
			if want := fmt.Sprintf("search, character %d: %s", got.At, got.Text); err.Error() != want {
				t.Fatalf("%s: %q, want %q", query, err.Error(), want)
			}
		}
	}
}

func TestFaultsOfLargeExpressions(t *testing.T) {
	for _, tt := range []struct {
		query, text string
		offset      int
	}{
		{"/" + strings.Repeat("(", 1001) + "/", "a query has at most 1000 bytes", 1000},
		{strings.Repeat("ä", 501), "a query has at most 1000 bytes", 1000},
		{"/a(b{500}){300}/", "the minimum number of repetitions must not exceed the maximum, which must not exceed 1000", 10},
	} {
		_, err := trees.NewPattern(tt.query)
		var got *trees.QueryError
		if !errors.As(err, &got) || got.Offset != tt.offset || got.Text != tt.text {
			t.Errorf("%.30s: %+v", tt.query, got)
		}
	}
	for _, query := range []string{strings.Repeat("x", 1000), "/" + strings.Repeat("x", 998) + "/"} {
		if _, err := trees.NewPattern(query); err != nil {
			t.Errorf("%d bytes: %v", len(query), err)
		}
	}
}

// TestPatternsByCase: a query without upper case letters matches both cases. Escapes do not count as letters.
func TestPatternsByCase(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Leaf("AB c", 1, 1), citytest.Leaf("ab C", 1, 1))))
	for query, want := range map[string]int{"ab": 2, "aB": 0, "AB": 1, "*c": 2, "*C": 1, `/b\Sc/`: 0, `/b\sc/`: 2, `/\bab\s/`: 2, `/\BB/`: 1,
		`/B\s/`: 1, `/\\*ab/`: 2, `/\\?AB/`: 1, "/c$/": 2, "/C$/": 1} {
		if m, err := trees.Search(s, trees.SearchOptions{}, query); err != nil || m.Total != want {
			t.Errorf("%q finds %d, %v; want %d", query, m.Total, err, want)
		}
	}
}

// TestFittingIsSearch: Fitting returns the groups that a search without a limit lists, except for matches of keys.
func TestFittingIsSearch(t *testing.T) {
	queries := []string{"n1", "N", "n*", "*1", "n?", "/n[12]$/", "/n1.*2/", "n1.n2", "1.n", "n1#n2", "n*.n1", "nobody", "ea"}
	fitted := 0
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(4) {
			s := trees.NewSeries(citytest.RandomPoints(seed, spec))
			for _, query := range queries {
				fits, err := s.Fitting(query)
				m, _ := trees.Search(s, trees.SearchOptions{Limit: 1000}, query)
				want := make([]bool, len(s.Nodes))
				for _, f := range m.List {
					want[f.Node] = true
				}
				if err != nil || !slices.Equal(fits, want) {
					t.Fatalf("%+v, seed %d: %q fits %v, %v; want %v", spec, seed, query, fits, err, want)
				}
				fitted += m.Total
			}
		}
	}
	if fitted < 500 {
		t.Errorf("only %d groups were compared", fitted)
	}
	if fits, err := trees.NewSeries(nil).Fitting("("); err != nil || len(fits) != 0 {
		t.Errorf("of nothing fit %v, %v", fits, err)
	}
	if _, err := trees.NewSeries(nil).Fitting("/(/"); err == nil {
		t.Error("a wrong expression fits")
	}
}

// TestSearchKeepsTheBest: for any number of candidates, the list is that of all candidates in order, and never much longer than its limit.
func TestSearchKeepsTheBest(t *testing.T) {
	for limit := 1; limit <= 8; limit++ {
		for seed := range uint64(20) {
			rng := rand.New(rand.NewPCG(seed, uint64(limit)))
			values := make([]int64, rng.IntN(60))
			for i := range values {
				values[i] = rng.Int64N(10)
			}
			got, longest := trees.BestOf(values, limit)
			want := make([]int32, len(values))
			for i := range want {
				want[i] = int32(i)
			}
			slices.SortStableFunc(want, func(a, b int32) int { return int(values[b] - values[a]) })
			if !slices.Equal(got, want[:min(limit, len(want))]) {
				t.Fatalf("the %d best of %v are %v, want %v", limit, values, got, want)
			}
			if longest >= 2*limit {
				t.Fatalf("%d candidates were kept for the best %d", longest, limit)
			}
		}
	}
}

// TestSearchDefaults: without a limit, the list has the default length.
func TestSearchDefaults(t *testing.T) {
	none := trees.NewSeries(nil).WithBaseline(citytest.BaseOf(citytest.Points(citytest.Leaf("Heap", 1, 1))[0], false))
	if m, err := trees.Search(none, trees.SearchOptions{}, "heap"); err != nil || m.Total != 0 {
		t.Errorf("without GC points there is %+v, %v", m, err)
	}
	s := trees.NewSeries(citytest.WideRecording(3, 99, 1))
	m, err := trees.Search(s, trees.SearchOptions{}, "*t*")
	if err != nil || len(m.List) != 200 || m.Total <= 200 {
		t.Errorf("%d of %d, %v", len(m.List), m.Total, err)
	}
	for i, f := range m.List {
		if f.From != 0 || f.To != len(s.Name(f.Node)) {
			t.Fatalf("match %d is %+v", i, f)
		}
	}
}

// TestMatchInLettersOfTwoLengths: the matching range of a name is in the bytes of the name, not of its lower case.
func TestMatchInLettersOfTwoLengths(t *testing.T) {
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Leaf("İȺKelvin\u212a", 1, 1))))
	for query, want := range map[string]string{"kelvin": "Kelvin", "i": "İ", "k": "K", "kelvink": "Kelvin\u212a", "*n*": "İȺKelvin\u212a", "/n.$/": "n\u212a"} {
		m, err := trees.Search(s, trees.SearchOptions{}, query)
		if err != nil || len(m.List) != 1 {
			t.Errorf("%q finds %+v, %v", query, m, err)
			continue
		}
		f := m.List[0]
		if got := s.Name(f.Node)[f.From:f.To]; got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
}
