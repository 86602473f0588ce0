package check_test

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/analysis/check"
)

// repeated observes recordings whose only number is the size of the heap.
func repeated(t *testing.T, rule string, base bool, sizes ...float64) (*check.File, [][]check.Observation) {
	t.Helper()
	f := load(t, "rules:\n  - "+rule+"\n")
	var all [][]check.Observation
	for _, size := range sizes {
		observe := check.Observe
		if base {
			observe = check.ObserveBase
		}
		o, err := observe(context.Background(), f.Rules, fixed{numbers: map[string]check.Number{"size heap": {Value: size}},
			found: map[string][]string{"leak": strings.Fields(strings.Repeat("Leak ", int(size)%2))}})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	return f, all
}

func TestRepeats(t *testing.T) {
	for _, test := range []struct {
		rule       string
		runs, base []float64
		want       check.Status
		noise      bool
		text       string
	}{
		{"size of heap at most 100 bytes", []float64{101}, nil, check.NotKnown, false, "undecided (only 1 repeat, and 5 are needed)"},
		{"size of heap at most 100 bytes", []float64{101, 101, 101, 101}, nil, check.NotKnown, false, "undecided (only 4 repeats"},
		{"size of heap at most 100 bytes", []float64{101, 101, 101, 101, 101}, nil, check.Broken, false, "p = 0.031"},
		{"size of heap below 100 bytes", []float64{100, 100, 100, 100, 100}, nil, check.Broken, false, "5 break the rule"},
		{"size of heap at most 100 bytes", []float64{100, 100, 100, 100, 100}, nil, check.Kept, false, "0 break the rule"},
		{"size of heap at most 100 bytes", []float64{101, 101, 101, 101, 100}, nil, check.NotKnown, true, "p = 0.19, above 0.05"},
		{"size of heap at most 100 bytes", []float64{1, 1000}, nil, check.Kept, false, "is 1 byte (median of"}, // no more than half
		{"size of heap at least 100 bytes", []float64{1, 1000}, nil, check.Kept, false, "is 1 kB (median of"},
		{"size of heap at least 100 bytes", []float64{99, 99, 99, 99, 99, 99, 99, 100}, nil, check.Broken, false, "p = 0.035"},
		{"no leak", []float64{1, 1, 1, 1, 1}, nil, check.Broken, false, "5 of 5 repeats break the rule: Leak"},
		{"no leak", []float64{1, 1, 0, 0, 0}, nil, check.Kept, false, "2 of 5 repeats"},
		{"size of heap at most 110 % of base", []float64{111, 112}, []float64{100, 100}, check.NotKnown, false,
			"only 2 repeats and 2 of the base, and 3 of each are needed"},
		{"size of heap at most 110 % of base", []float64{111, 112, 113}, []float64{100, 100, 100}, check.Broken, false, "p = 0.05"},
		{"size of heap at most 110 % of base", []float64{110, 110, 110}, []float64{100, 100, 100}, check.Kept, false, "is 110 %"},
		{"size of heap at most 110 % of base", []float64{109, 112, 105}, []float64{100, 100, 102}, check.Kept, false, ""},
		{"size of heap at most 110 % of base", []float64{115, 112, 105}, []float64{100, 100, 98}, check.NotKnown, true, "may be chance"},
		{"size of heap at least 90 % of base", []float64{89, 88, 87}, []float64{100, 100, 100}, check.Broken, false, ""},
		{"size of heap at most 110 % of base", []float64{1, 1, 1}, []float64{0, 0, 0}, check.Broken, false, "infinite"},
		{"size of heap at most 110 % of base", []float64{1, 1, 1}, nil, check.NotKnown, false, "no base"},
		{"objects of heap at most 1", []float64{1, 1, 1}, nil, check.NotKnown, false, "repeat 1 of 3: not reported"},
	} {
		f, runs := repeated(t, test.rule, false, test.runs...)
		_, base := repeated(t, test.rule, true, test.base...)
		o := check.Judge(f.Rules, runs, base, check.DefaultLevel)[0]
		if o.Status != test.want || !strings.Contains(o.Text, test.text) || o.Repeats != nil && o.Repeats.Noise != test.noise {
			t.Errorf("%s: %v against %v: %s, %s, expected %s, %s", test.rule, test.runs, test.base, o.Status, o.Text, test.want, test.text)
		}
		if fails := test.want != check.Kept && !test.noise; o.Fails() != fails {
			t.Errorf("%s: %v: fails %v", test.rule, test.runs, o.Fails())
		}
	}
}

// TestRankTest checks the share of divisions against a count of all divisions, one by one.
func TestRankTest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n, m := 1+random.IntN(6), 1+random.IntN(6)
		var values []float64
		for range n + m {
			values = append(values, float64(1+random.IntN(6)))
		}
		f, runs := repeated(t, "size of heap at most 100 % of base", false, values[:n]...)
		_, base := repeated(t, "size of heap at most 100 % of base", true, values[n:]...)
		o := check.Judge(f.Rules, runs, base, check.DefaultLevel)[0]
		// U counts how often a value of the first part is above one of the second; equal ones count half.
		u := func(first int) (u float64) {
			for i, a := range values {
				for k, b := range values {
					if first>>i&1 == 1 && first>>k&1 == 0 {
						switch {
						case a > b:
							u++
						case a == b:
							u += 0.5
						}
					}
				}
			}
			return u
		}
		all, beyond := 0.0, 0.0
		for first := range 1 << (n + m) {
			if bits.OnesCount(uint(first)) == n {
				if all++; u(first) >= u(1<<n-1) {
					beyond++
				}
			}
		}
		if want := beyond / all; math.Abs(o.Repeats.P-want) > 1e-12 {
			t.Fatalf("%v against %v: p = %v, expected %v", values[:n], values[n:], o.Repeats.P, want)
		}
	}
}

// TestSignTest checks the probability against all outcomes of fair coins, one by one.
func TestSignTest(t *testing.T) {
	for n := 1; n <= 10; n++ {
		for broken := range n + 1 {
			var sizes []float64
			for i := range n {
				sizes = append(sizes, map[bool]float64{true: 101, false: 99}[i < broken])
			}
			f, runs := repeated(t, "size of heap at most 100 bytes", false, sizes...)
			o := check.Judge(f.Rules, runs, nil, check.DefaultLevel)[0]
			beyond := 0
			for coins := range 1 << n {
				if bits.OnesCount(uint(coins)) >= broken {
					beyond++
				}
			}
			if want := float64(beyond) / float64(int(1)<<n); o.Repeats.P != want || o.Repeats.Broken != broken {
				t.Errorf("%d of %d: p = %v, expected %v", broken, n, o.Repeats.P, want)
			}
		}
	}
}

// TestNoiseDoesNotFail checks that runs of an unchanged program fail no more often than the level allows, for both tests.
func TestNoiseDoesNotFail(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const tries = 2000
	for _, rule := range []string{"size of heap at most 1000 bytes", "size of heap at most 100 % of base"} {
		failed := 0
		for range tries {
			sizes := func() (s []float64) {
				for range 7 {
					s = append(s, 1000+100*random.NormFloat64())
				}
				return s
			}
			f, runs := repeated(t, rule, false, sizes()...)
			_, base := repeated(t, rule, true, sizes()...)
			if o := check.Judge(f.Rules, runs, base, check.DefaultLevel)[0]; o.Fails() {
				failed++
			}
		}
		if share := float64(failed) / tries; share > check.DefaultLevel+0.015 { // three standard errors
			t.Errorf("%s: %.3f fail", rule, share)
		}
	}
}

// TestManyRepeats checks that the largest numbers of repeats are judged, and that all numbers stay finite.
func TestManyRepeats(t *testing.T) {
	var sizes, base []float64
	for i := range check.MaxRepeats {
		sizes, base = append(sizes, float64(200+i)), append(base, float64(100+i%50))
	}
	f, runs := repeated(t, "size of heap at most 100 % of base", false, sizes...)
	_, before := repeated(t, "size of heap at most 100 % of base", true, base...)
	if o := check.Judge(f.Rules, runs, before, 0.001)[0]; o.Status != check.Broken || !(o.Repeats.P > 0 && o.Repeats.P < 1e-30) {
		t.Errorf("%+v %+v", o, o.Repeats)
	}
}
