package budget

import (
	"fmt"
	"math"
	"strconv"

	"memcity/analysis/check"
	"memcity/words"
)

// Words returns the part of the budget in use: "62.1 MB of a budget of 50 MB". It names growth.
func (b *BudgetState) Words() string {
	if b.early {
		return "no growth yet, budget " + b.Limit.String()
	}
	if b.Status == BudgetUnknown {
		return "unknown, budget " + b.Limit.String()
	}
	most := budgetNumber(b.Limit.Value, b.Limit.Unit)
	value := budgetNumber(b.Value, b.Limit.Unit)
	if value == most && b.Status == BudgetBroken { // the difference is smaller than the display precision
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

// Short returns a short form: "62.1 MB of 50 MB".
func (b *BudgetState) Short() string {
	switch {
	case b.early:
		return "no growth yet"
	case b.Status == BudgetUnknown:
		return "unknown"
	}
	used := budgetNumber(b.Value, b.Limit.Unit)
	if b.Limit.Unit == check.Count {
		used = words.CountOf(b.Value)
	}
	text := used + " of " + budgetNumber(b.Limit.Value, b.Limit.Unit)
	if b.growth {
		text = "growth " + text
	}
	return text
}

// budgetNumber formats a number with three significant digits.
func budgetNumber(v float64, unit check.Unit) string {
	switch {
	case math.IsInf(v, 0):
		return "more than zero"
	case unit == check.Percent:
		return words.Significant(v, true) + " %"
	case unit != check.ByteUnit:
		if v == 1 {
			return "1 object"
		}
		return words.CountOf(v) + " objects"
	}
	return words.SizeOf(v)
}
