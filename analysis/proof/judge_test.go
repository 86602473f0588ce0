package proof

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var session = Finding{Signature: "c6ef74a2d36c31e0", Title: "Leak: Session", Grade: "leak", Owner: "variable app.sessions", Type: "app.Session", Leak: true,
	Free: 1000}

// spec describes a round by the numbers that its growth follows.
type spec struct {
	rate, heap float64 // objects and bytes per second
	findings   []Finding
	points     int // 5 for 0
	end        int64
}

func (s spec) round() Round {
	r := Round{Name: "r", Findings: s.findings, Types: map[string][]int64{}, End: s.end, Seconds: 10}
	if s.points == 0 {
		s.points = 5
	}
	for i := range s.points {
		t := 2 * float64(i)
		r.Times = append(r.Times, t)
		r.Types[session.Type] = append(r.Types[session.Type], int64(math.Round(s.rate*t)))
		r.Heap = append(r.Heap, 1e6+int64(math.Round(s.heap*t)))
	}
	return r
}

func roundsOf(specs ...spec) (rounds []Round) {
	for _, s := range specs {
		rounds = append(rounds, s.round())
	}
	return rounds
}

// leaking returns rounds with the finding.
func leaking(rates ...float64) (rounds []Round) {
	for _, rate := range rates {
		rounds = append(rounds, spec{rate: rate, heap: 100 * rate, findings: []Finding{session}, end: 5000}.round())
	}
	return rounds
}

// silent returns rounds without a finding.
func silent(rates ...float64) (rounds []Round) {
	for _, rate := range rates {
		rounds = append(rounds, spec{rate: rate, heap: 100 * rate, end: 3500}.round())
	}
	return rounds
}

func judged(t *testing.T, before, after []Round) *Result {
	t.Helper()
	r, err := Judge(before, after, "", DefaultLevel)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// with returns a finding like session with another signature.
func with(signature, owner, of string) Finding {
	f := session
	f.Signature, f.Owner, f.Type = signature, owner, of
	return f
}

func TestVerdicts(t *testing.T) {
	moved, other, unrelated := with("2222", "variable app.audit", session.Type), with("3333", session.Owner, "app.Entry"), with("4444", "variable app.log", "app.Line")
	three := leaking(100, 101, 102)
	for _, c := range []struct {
		name          string
		before, after []Round
		want          Verdict
		needed        int
		text          string
	}{
		{"fixed", three, silent(0, 0, 0), Fixed, 0, "in none of 3 rounds after; its type grew by 101"},
		{"shrinking", three, silent(-1, -2, -3), Fixed, 0, ""},
		{"below 1 %", three, silent(0.9, 0.9, 0.9), Fixed, 0, ""},
		{"above 1 %", three, silent(2, 2, 2), Hidden, 0, "no longer reported, but its type grew by 101"},
		{"unchanged rate", three, silent(100, 101, 102), Hidden, 0, ""},
		{"still reported", three, leaking(100, 100, 0), StillThere, 0, "in 3 of 3 rounds before and in 3 of 3 rounds after"},
		{"reported by 2 of 3", three, append(leaking(1, 1), silent(0)...), StillThere, 0, "2 of 3 rounds after"},
		{"reported by 1 of 3", three, append(leaking(1), silent(0, 0)...), Undecided, 5, "still reported in 1 of 3"},
		{"reported by half", three, append(leaking(1), silent(0)...), Undecided, 5, ""},
		{"before by 1 of 3", append(leaking(100), silent(100, 100)...), silent(0, 0, 0), Undecided, 5, "reported in only 1 of 3 rounds before"},
		{"before by half", append(leaking(100), silent(100)...), silent(0, 0, 0), Undecided, 5, ""},
		{"before by none", silent(100, 100, 100), silent(0, 0, 0), NotThere, 0, "No round before"},
		{"moved", three, roundsOf(spec{findings: []Finding{moved}}, spec{findings: []Finding{moved}}, spec{}), Hidden, 0, "held by variable app.audit, still grows"},
		{"moved in one round", three, roundsOf(spec{findings: []Finding{moved}}, spec{}, spec{}), Fixed, 0, ""},
		{"holder keeps another type", three, roundsOf(spec{findings: []Finding{other}}, spec{findings: []Finding{other}}, spec{}), Hidden, 0, "app.Entry, held by variable app.sessions"},
		{"unrelated", three, roundsOf(spec{findings: []Finding{unrelated}}, spec{findings: []Finding{unrelated}}, spec{}), Fixed, 0, ""},
		{"heap grows", three, roundsOf(spec{heap: 5100}, spec{heap: 5110}, spec{heap: 5120}), Hidden, 0, "but the reachable heap still grows"},
		{"heap grows less than half", three, roundsOf(spec{heap: 4900}, spec{heap: 4910}, spec{heap: 4920}), Fixed, 0, ""},
		{"two rounds", leaking(100, 101), silent(0, 0), Undecided, 3, "2 rounds before and 2 after are too few"},
		{"two and three", leaking(100, 101), silent(0, 0, 0), Undecided, 3, ""},
		{"two and five", leaking(100, 101), silent(0, 0, 0, 0, 0, 0), Fixed, 0, ""},
		{"one round", leaking(100), silent(0), Undecided, 3, ""},
		{"one round, still reported", leaking(100), leaking(100), StillThere, 0, ""},
		{"noisy before", leaking(10, 100, 300), silent(0, 0, 0), Undecided, 8, "the rates vary too much"},
		{"noisy after", leaking(100, 100, 100), silent(-10, 0, 30), Undecided, 4, ""},
		{"few points", three, roundsOf(spec{points: 2}, spec{}, spec{}), Undecided, 0, "Round 1 after has 2 GC points that can be compared, and 3 are needed"},
		{"few points before", roundsOf(spec{points: 2}, spec{}, spec{}), silent(0, 0, 0), Undecided, 0, "No round before reports growth that lasts to the end. Round 1 before has 2 GC points"},
		{"few points and found once", append(leaking(100), roundsOf(spec{points: 2}, spec{})...), silent(0, 0, 0), Undecided, 0, "it is reported in 1 of 3 rounds before. Round 2 before has"},
		{"three points", three, roundsOf(spec{points: 3}, spec{}, spec{}), Fixed, 0, ""},
	} {
		r := judged(t, c.before, c.after)
		if r.Verdict != c.want || r.RoundsNeeded != c.needed || !strings.Contains(r.Text, c.text) {
			t.Errorf("%s: %s, %d rounds needed, %q; want %s, %d, %q", c.name, r.Verdict, r.RoundsNeeded, r.Text, c.want, c.needed, c.text)
		}
		if (r.Verdict == Hidden || r.Verdict == StillThere) != (len(r.Growing) > 0) {
			t.Errorf("%s: %d still grow", c.name, len(r.Growing))
		}
		if r.Passed() != (c.want == Fixed && c.name != "unrelated") {
			t.Errorf("%s: passed is %v", c.name, r.Passed())
		}
	}
}

// TestNumbers checks the estimates and differences of a fix.
func TestNumbers(t *testing.T) {
	r := judged(t, leaking(100, 110, 120), silent(0, 0, 0))
	if r.Before.PerSecond.Mean != 110 || math.Abs(*r.Before.PerSecond.High-110-4.3027*10/math.Sqrt(3)) > 0.01 || r.Before.PerPoint.Mean != 220 {
		t.Errorf("before: %+v", r.Before)
	}
	if *r.P != 0.05 || r.Saved.Mean != 1500 || r.Predicted.Mean != 1000 || r.Slower.Mean != 0 || r.After.Heap.Mean != 0 {
		t.Errorf("%+v", r)
	}
}

// TestNew checks that only leaks in most rounds fail, and that growth known before is not new.
func TestNew(t *testing.T) {
	leak := with("2222", "variable app.log", "app.Line")
	slow := leak
	slow.Leak = false
	for _, c := range []struct {
		name   string
		after  []Round
		listed int
		fails  bool
	}{
		{"none", silent(0, 0, 0), 0, false},
		{"leak in all", roundsOf(spec{findings: []Finding{leak}}, spec{findings: []Finding{leak}}, spec{findings: []Finding{leak}}), 1, true},
		{"leak in one", roundsOf(spec{findings: []Finding{leak}}, spec{}, spec{}), 1, false},
		{"growth in all", roundsOf(spec{findings: []Finding{slow}}, spec{findings: []Finding{slow}}, spec{findings: []Finding{slow}}), 1, false},
	} {
		r := judged(t, leaking(100, 100, 100), c.after)
		if r.Verdict != Fixed || len(r.New) != c.listed || r.Passed() == c.fails {
			t.Errorf("%s: %s, %d new, passed %v", c.name, r.Verdict, len(r.New), r.Passed())
		}
	}
	before := leaking(100, 100, 100)
	before[1].Findings = append(before[1].Findings, leak)
	if r := judged(t, before, roundsOf(spec{findings: []Finding{leak}}, spec{findings: []Finding{leak}}, spec{})); len(r.New) != 0 {
		t.Errorf("new: %+v", r.New)
	}
}

func TestChoose(t *testing.T) {
	rare, slow := with("2222", "variable app.log", "app.Line"), with("2233", "variable app.log", "app.Text")
	slow.Leak = false
	before := roundsOf(spec{findings: []Finding{slow, session, rare}}, spec{findings: []Finding{slow, session}})
	for signature, want := range map[string]string{"": session.Signature, "c6": session.Signature, "2222": "2222", "223": "2233"} {
		if r, err := Judge(before, silent(0, 0), signature, DefaultLevel); err != nil || r.Finding.Signature != want {
			t.Errorf("%q: %v, %v", signature, r, err)
		}
	}
	for signature, want := range map[string]string{"22": "several signatures", "9": "no round has growth with this signature; the rounds before have c6ef74a2d36c31e0"} {
		if _, err := Judge(before, silent(0, 0), signature, DefaultLevel); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", signature, err)
		}
	}
	if r, err := Judge(silent(0), leaking(1), session.Signature, DefaultLevel); err != nil || r.Verdict != NotThere || r.Judged() {
		t.Errorf("only after: %+v, %v", r, err)
	}
}

// TestUntyped checks that a missing number never counts as zero.
func TestUntyped(t *testing.T) {
	after := silent(0, 0, 0)
	after[1].Types = nil
	if r := judged(t, leaking(100, 100, 100), after); r.Verdict != Undecided || !strings.Contains(r.Text, "Round 2 after does not count objects by type") {
		t.Errorf("%s, %s", r.Verdict, r.Text)
	}
	after = silent(0, 0, 0)
	for i := range after { // all points at the same time: per GC point remains
		clear(after[i].Times)
	}
	if r := judged(t, leaking(100, 100, 100), after); r.Verdict != Fixed || !strings.Contains(r.Text, "objects per GC point") || r.After.PerSecond != nil {
		t.Errorf("%s, %s", r.Verdict, r.Text)
	}
}

func TestSlope(t *testing.T) {
	if got, ok := slope([]float64{1, 2, 3}, []int64{5, 9, 13}); !ok || got != 4 {
		t.Error(got, ok)
	}
	if got, ok := slope([]float64{1e9, 1e9 + 1, 1e9 + 2}, []int64{1 << 50, 1<<50 + 1, 1<<50 + 2}); !ok || got != 1 {
		t.Error(got, ok)
	}
	for _, x := range [][]float64{nil, {1, 2}, {1, 1, 1}} {
		if _, ok := slope(x, make([]int64, len(x))); ok {
			t.Error(x)
		}
	}
}

// TestProperties checks properties on random rounds: neither the order of rounds nor the unit of time changes the verdict. A fix is never
// claimed while a round after reports the finding, or while its objects grow at half the rate or more.
func TestProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 9))
	verdicts := map[Verdict]int{}
	for range 3000 {
		var before, after []Round
		top, noise, low := 1+1000*random.Float64(), random.Float64(), []float64{0, 0, 0.005, 0.2, 1}[random.IntN(5)]
		for range 1 + random.IntN(6) {
			before = append(before, leaking(top*(1+noise*random.NormFloat64()))...)
		}
		for range 1 + random.IntN(6) {
			rate := low * top * (1 + noise*random.NormFloat64())
			if random.IntN(10) == 0 {
				after = append(after, leaking(rate)...)
			} else {
				after = append(after, silent(rate)...)
			}
		}
		r := judged(t, before, after)
		verdicts[r.Verdict]++
		if r.Verdict == Fixed && (r.After.Found > 0 || r.After.PerSecond.Mean >= clearly*r.Before.PerSecond.Mean || *r.P > DefaultLevel) {
			t.Fatalf("fixed, with %d found, %v after %v", r.After.Found, r.After.PerSecond.Mean, r.Before.PerSecond.Mean)
		}
		if r.RoundsNeeded != 0 && r.Judged() {
			t.Fatalf("%s needs %d rounds", r.Verdict, r.RoundsNeeded)
		}
		slices.Reverse(before)
		slices.Reverse(after)
		for _, rounds := range [][]Round{before, after} {
			for i := range rounds {
				for k := range rounds[i].Times {
					rounds[i].Times[k] *= 4 // exact in binary
				}
			}
		}
		if again := judged(t, before, after); again.Verdict != r.Verdict {
			t.Fatalf("%s, and in another order and unit %s", r.Verdict, again.Verdict)
		}
	}
	for _, v := range []Verdict{Fixed, Hidden, StillThere, Undecided} {
		if verdicts[v] == 0 {
			t.Errorf("no round was %s: %v", v, verdicts)
		}
	}
}
