package budget_test

import (
	"math"
	"testing"

	"memcity/analysis/check"
	"memcity/city/budget"
	"memcity/city/scene"
)

// TestBudgetNumbers: three significant digits, rounded into the next unit if necessary.
func TestBudgetNumbers(t *testing.T) {
	for _, test := range []struct {
		value, limit float64
		unit         check.Unit
		want         string
	}{
		{0, 1000, check.ByteUnit, "0 B of 1 kB"}, {999.4, 999.5, check.ByteUnit, "999 B of 1 kB"},
		{9.994, 9.995, check.ByteUnit, "9.99 B of 10 B"},
		{99.94, 99.95, check.ByteUnit, "99.9 B of 100 B"}, {62_100_000, 50e6, check.ByteUnit, "62.1 MB of 50 MB"},
		{1.5e9, 2e12, check.ByteUnit, "1.5 GB of 2 TB"},
		{999_400_000, 999_500_000, check.ByteUnit, "999 MB of 1 GB"}, {5e15, 1e12, check.ByteUnit, "5 PB of 1 TB"},
		{-1500, 1e3, check.ByteUnit, "−1.5 kB of 1 kB"},
		{12.345, 10, check.Percent, "12.3 % of 10 %"}, {1.005, 100, check.Percent, "1 % of 100 %"}, {0.25, 2, check.Percent, "0.25 % of 2 %"},
		{999, 1000, check.Count, "999 of 1,000 objects"}, {1234567, 1, check.Count, "1,234,567 of 1 object"},
		{100, 100000, check.Count, "100 of 100,000 objects"},
		{math.Inf(1), 10, check.Percent, "more than zero of 10 %"},
	} {
		b := budget.BudgetState{Status: budget.BudgetKept, Value: test.value, Limit: check.Limit{Value: test.limit, Unit: test.unit}}
		if got := b.Short(); got != test.want {
			t.Errorf("%v of %v: got %q, want %q", test.value, test.limit, got, test.want)
		}
	}
}

func TestBudgetWords(t *testing.T) {
	bytes := func(v float64) check.Limit { return check.Limit{Value: v, Unit: check.ByteUnit} }
	for _, test := range []struct {
		state budget.BudgetState
		want  string
	}{
		{budget.BudgetState{Status: budget.BudgetKept, Value: 62.1e6, Limit: bytes(50e6)}, "62.1 MB of a budget of 50 MB"},
		{budget.BudgetState{Status: budget.BudgetKept, Value: 62.1e6, Limit: bytes(50e6), Groups: 1}, "62.1 MB of a budget of 50 MB"},
		{budget.BudgetState{Status: budget.BudgetKept, Value: 62.1e6, Limit: bytes(50e6), Groups: 2}, "62.1 MB in 2 groups of a budget of 50 MB"},
		{budget.BudgetState{Value: 50_000_001, Limit: bytes(50e6), Status: budget.BudgetBroken}, "50000001 of a budget of 50000000"},
		{budget.BudgetState{Status: budget.BudgetKept, Value: 50_000_001, Limit: bytes(50e6)}, "50 MB of a budget of 50 MB"},
		{budget.BudgetState{Value: 60e6, Limit: bytes(50e6), Status: budget.BudgetBroken}, "60 MB of a budget of 50 MB"},
		{budget.BudgetState{Status: budget.BudgetKept, Value: 3, Limit: check.Limit{Value: 5, Unit: check.Percent, PerGC: true}},
			"3 % per GC point of a budget of 5 %"},
		{budget.BudgetState{Limit: bytes(50e6), Status: budget.BudgetUnknown}, "unknown, budget 50 MB"},
	} {
		if got := test.state.Words(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
	if got := (&budget.BudgetState{Status: budget.BudgetUnknown}).Short(); got != "unknown" {
		t.Errorf("in short %q", got)
	}
}

// TestColours: values of the WCAG formula, and the format of colors.
func TestColours(t *testing.T) {
	for _, test := range []struct {
		colour scene.RGB
		want   float64
		text   string
	}{
		{scene.RGB{}, 0, "#000000"}, {scene.RGB{R: 255, G: 255, B: 255}, 1, "#ffffff"}, {scene.RGB{R: 255}, 0.2126, "#ff0000"},
		{scene.RGB{G: 255}, 0.7152, "#00ff00"},
		{scene.RGB{B: 255}, 0.0722, "#0000ff"}, {scene.RGB{R: 10, G: 10, B: 10}, 0.0030353, "#0a0a0a"},
		{scene.RGB{R: 11, G: 11, B: 11}, 0.0033465, "#0b0b0b"},
		{scene.RGB{R: 128, G: 128, B: 128}, 0.2158605, "#808080"},
	} {
		if got := test.colour.Luminance(); math.Abs(got-test.want) > 1e-7 || test.colour.String() != test.text {
			t.Errorf("%s: luminance %v, want %v", test.colour, got, test.want)
		}
	}
	p := scene.DefaultSettings().Palette()
	if p.Growth(-1) != p.Growth(0) || p.Growth(2) != p.Growth(1) || p.Born(0) != p.Growth(0.3) || p.Born(1) != p.Growth(1) ||
		p.Born(0.5) != p.Growth(0.65) || p.Born(-1) != p.Born(0) {
		t.Error("the colours of growth are not bounded, or those of what was born begin elsewhere")
	}
	if p.Roof(p.Root, 0) != p.Root || p.Roof(p.Root, 1) != p.Shrunk {
		t.Error("roofs do not go from the walls to what shrank")
	}
}
