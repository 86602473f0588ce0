// Package condition parses and evaluates the conditions for starting a recording, such as "heap > 70 %".
//
//	condition = comparison, { "and", comparison }
//	comparison = ( "heap" | "gc" ), ( ">" | ">=" | "<" | "<=" ), number, unit
//	unit = "%" | "B" | "kB" | "MB" | "GB" | "KiB" | "MiB" | "GiB"
//
// Blanks are optional, except around "and". heap is in bytes, or with % a share of the largest heap allowed. gc is the share of the last
// minute spent in collections, always in %.
package condition

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Reading contains the values of a VM at one moment.
type Reading struct {
	HeapUsed int64   // in bytes, as of the newest collection; negative if unknown
	HeapMax  int64   // in bytes; 0 if unknown
	GCShare  float64 // of the last minute, or of the time since the watch began, 0 to 1; negative if not yet available
}

// Condition is a list of comparisons. It holds if all of them hold, so the zero value always holds.
type Condition struct {
	text string
	all  []comparison
}

type comparison struct {
	what  string // heap or gc
	op    string
	value float64 // in bytes, or a share from 0 to 1
	share bool
}

var (
	grammar = regexp.MustCompile(`^\s*([a-z]+)\s*(>=|<=|>|<)\s*([0-9]+(?:\.[0-9]+)?)\s*(%|[kMG]?B|[KMG]iB)\s*$`)
	between = regexp.MustCompile(`\s+and\s+`)
)

var units = map[string]float64{"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}

// Parse parses a condition.
func Parse(text string) (Condition, error) {
	c := Condition{text: strings.Join(strings.Fields(text), " ")}
	for _, part := range between.Split(text, -1) {
		m := grammar.FindStringSubmatch(part)
		if m == nil {
			return Condition{}, errors.New(`expected conditions joined by "and", such as "heap > 70 %", "heap > 2GB" or "gc > 10 %"`)
		}
		value, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return Condition{}, err
		}
		k := comparison{what: m[1], op: m[2], share: m[4] == "%"}
		switch {
		case k.what != "heap" && k.what != "gc":
			return Condition{}, fmt.Errorf("%s: expected heap or gc", k.what)
		case k.what == "gc" && !k.share:
			return Condition{}, errors.New("gc: expected a share of the time in percent")
		case k.share && value > 100:
			return Condition{}, fmt.Errorf("%s %%: expected 0 to 100", m[3])
		case k.share:
			k.value = value / 100
		default:
			k.value = value * units[m[4]]
		}
		c.all = append(c.all, k)
	}
	return c, nil
}

// IsZero reports whether there is no condition.
func (c Condition) IsZero() bool { return len(c.all) == 0 }

// String returns the condition as written, with single blanks.
func (c Condition) String() string { return c.text }

// Holds reports whether the condition holds. A comparison with an unknown value does not hold.
func (c Condition) Holds(r Reading) bool {
	for _, k := range c.all {
		v, known := k.of(r)
		if !known || !k.compare(v) {
			return false
		}
	}
	return true
}

func (k comparison) of(r Reading) (v float64, known bool) {
	switch {
	case k.what == "gc":
		return r.GCShare, r.GCShare >= 0
	case !k.share:
		return float64(r.HeapUsed), r.HeapUsed >= 0
	}
	return float64(r.HeapUsed) / float64(max(1, r.HeapMax)), r.HeapUsed >= 0 && r.HeapMax > 0
}

func (k comparison) compare(v float64) bool {
	switch k.op {
	case ">":
		return v > k.value
	case ">=":
		return v >= k.value
	case "<":
		return v < k.value
	}
	return v <= k.value
}
