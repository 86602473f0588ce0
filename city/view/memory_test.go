package view

import "testing"

type kept struct {
	Size  int
	Name  string
	Shown int // not remembered
}

var keeps = New("keeps", Traits[kept]{
	Shows: Shows[kept]{Subject: HeapOverTime, Details: IfRoom, Errors: true, Time: func(s kept, points int) bool { return s.Size > points }},
	Remembers: []Value[kept]{
		Remember("keeps.size", func(s *kept) *int { return &s.Size }, func(size int) bool { return size >= 0 && size <= 9 }),
		RememberAs("name", func(s kept) string { return "<" + s.Name + ">" }, func(s *kept, text string) bool {
			if len(text) < 2 {
				return false
			}
			s.Name = text[1 : len(text)-1]
			return true
		}),
	},
})

// remembered returns the remembered value with the given path.
func remembered(t *testing.T, path string) Remembered {
	t.Helper()
	for _, r := range AllRemembered() {
		if r.Path == path {
			return r
		}
	}
	t.Fatalf("no view remembers %s", path)
	return Remembered{}
}

// Values survive a round trip. Values of the initial state are not stored, and neither is the rest of the state.
func TestRemembered(t *testing.T) {
	size, name := remembered(t, "keeps.size"), remembered(t, "name")
	s := keeps.With(States{}, kept{Size: 3, Name: "ab", Shown: 7})
	if a, b := string(size.Of(s)), string(name.Of(s)); a != "3" || b != `"\u003cab\u003e"` {
		t.Errorf("stored as %s and %s", a, b)
	}
	if got := keeps.Of(s.Remembered()); got != (kept{Size: 3, Name: "ab"}) {
		t.Errorf("remembered as %+v", got)
	}
	if size.Of(States{}) != nil || name.Of(keeps.With(States{}, kept{Shown: 1})) != nil {
		t.Error("values of the initial state are stored")
	}
	if got := (States{}).Remembered(); got != (States{}) {
		t.Errorf("initial states are remembered as %+v", got)
	}
}

// Invalid values change nothing.
func TestInvalidRemembered(t *testing.T) {
	s := keeps.With(States{}, kept{Size: 3, Name: "ab"})
	for path, texts := range map[string][]string{"keeps.size": {"10", "-1", `"3"`, "null", "[", "1.5", ""}, "name": {"3", `""`, "null", "{}"}} {
		for _, text := range texts {
			if got, ok := remembered(t, path).With(s, []byte(text)); ok || got != s {
				t.Errorf("%s: %s gives %+v, %v", path, text, keeps.Of(got), ok)
			}
		}
	}
	for text, want := range map[string]int{"0": 0, "9": 9} {
		if got, ok := remembered(t, "keeps.size").With(s, []byte(text)); !ok || keeps.Of(got).Size != want {
			t.Errorf("%s gives %+v, %v", text, keeps.Of(got), ok)
		}
	}
}

// TestShows checks the declared traits of a view, and the defaults of the city.
func TestShows(t *testing.T) {
	if got := That(HeapOverTime); got != keeps.ID {
		t.Errorf("the heap over time is shown by %v", got)
	}
	if got := That(RootPaths); got != (ID{}) {
		t.Errorf("paths are shown by %v, want the city", got)
	}
	city := ID{}
	if keeps.Details() != IfRoom || city.Details() != Beside || !keeps.ShowsErrors() || city.ShowsErrors() {
		t.Errorf("details %v and %v, errors %v and %v", keeps.Details(), city.Details(), keeps.ShowsErrors(), city.ShowsErrors())
	}
	s := keeps.With(States{}, kept{Size: 3})
	if !keeps.ShowsTime(s, 2) || keeps.ShowsTime(s, 3) || city.ShowsTime(s, 0) {
		t.Errorf("shows time: %v, %v, %v", keeps.ShowsTime(s, 2), keeps.ShowsTime(s, 3), city.ShowsTime(s, 0))
	}
}
