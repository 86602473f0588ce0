package budget

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"memcity/analysis/check"
)

// Words tells how much of the budget is in use: "62.1 MB of a budget of 50 MB". Growth says so.
func (b *BudgetState) Words() string {
	if b.early {
		return "no growth yet, budget " + b.Limit.String()
	}
	if b.Status == BudgetUnknown {
		return "not known, budget " + b.Limit.String()
	}
	most := budgetNumber(b.Limit.Value, b.Limit.Unit)
	value := budgetNumber(b.Value, b.Limit.Unit)
	if value == most && b.Status == BudgetBroken { // by less than is told
		value = strconv.FormatFloat(b.Value, 'f', -1, 64)
		most = strconv.FormatFloat(b.Limit.Value, 'f', -1, 64)
	}
	if b.Limit.PerGC {
		value += " per GC point"
	}
	if b.Groups > 1 {
		value += fmt.Sprintf(" in %d groups", b.Groups)
	}
	if b.growth {
		return fmt.Sprintf("growth of %s, budget %s", value, most)
	}
	return fmt.Sprintf("%s of a budget of %s", value, most)
}

// Short tells it where there is little room: "62.1 MB of 50 MB".
func (b *BudgetState) Short() string {
	switch {
	case b.early:
		return "no growth yet"
	case b.Status == BudgetUnknown:
		return "not known"
	}
	used := budgetNumber(b.Value, b.Limit.Unit)
	if b.Limit.Unit == check.Count {
		used = thousands(b.Value)
	}
	text := used + " of " + budgetNumber(b.Limit.Value, b.Limit.Unit)
	if b.growth {
		text = "growth " + text
	}
	return text
}

// budgetNumber writes a number with three digits that count.
func budgetNumber(v float64, unit check.Unit) string {
	switch {
	case math.IsInf(v, 0):
		return "more than zero"
	case unit == check.Percent:
		return short(v) + " %"
	case unit != check.ByteUnit:
		if v == 1 {
			return "1 object"
		}
		return thousands(v) + " objects"
	}
	units := []string{"B", "kB", "MB", "GB", "TB"}
	at := 0
	for math.Abs(v) >= 999.5 && at < len(units)-1 {
		v, at = v/1000, at+1
	}
	return short(v) + " " + units[at]
}

// thousands writes a whole number with commas.
func thousands(v float64) string {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	for i := len(text) - 3; i > 0 && !strings.Contains(text, "."); i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// short writes a number with three digits that count, without zeros behind the point.
func short(v float64) string {
	digits := 0
	switch size := math.Abs(v); {
	case size < 9.995:
		digits = 2
	case size < 99.95:
		digits = 1
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if digits > 0 {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
