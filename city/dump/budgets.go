package dump

import (
	"math"

	"memcity/analysis/check"
	"memcity/city/budget"
	"memcity/city/scene"
	"memcity/words"
)

// Budget is a budget of a district or building, for output.
type Budget struct {
	Rule   string   `json:"rule"`   // name of the rule
	Check  string   `json:"check"`  // sentence of the rule
	Status string   `json:"status"` // kept, near, broken or unknown
	Value  *float64 `json:"value"`  // in the unit of the limit: objects, bytes or percent; null if not a number
	Limit  float64  `json:"limit"`
	Unit   string   `json:"unit"`          // objects, bytes or percent
	Per    string   `json:"per,omitempty"` // GC point, for growth
	Groups int      `json:"groups"`        // number of groups that share the budget
	First  int      `json:"first_broken"`  // GC point, 1-based; 0 for none
	Text   string   `json:"text"`
}

// Rules is a rules file with its status at the GC point of the city.
type Rules struct {
	File    string   `json:"file"`
	Budgets []Budget `json:"budgets"` // in the order of the file, including those for groups that the city lacks
}

// budgetsOf returns budgets for output.
func budgetsOf(list []budget.BudgetState) (out []Budget) {
	for i := range list {
		b := &list[i]
		d := Budget{Rule: b.Name, Check: b.Text, Status: b.Status.String(), Limit: b.Limit.Value, Unit: "objects", Groups: b.Groups,
			First: b.First + 1, Text: b.Words()}
		switch b.Limit.Unit {
		case check.ByteUnit:
			d.Unit = "bytes"
		case check.Percent:
			d.Unit = "percent"
		}
		if b.Limit.PerGC {
			d.Per = "GC point"
		}
		if !math.IsNaN(b.Value) && !math.IsInf(b.Value, 0) {
			value := b.Value
			d.Value = &value
		}
		out = append(out, d)
	}
	return out
}

// dumpRules returns all budgets of the city for output; nil if there is no rules file.
func dumpRules(c *scene.City) *Rules {
	if c.Budgets == nil {
		return nil
	}
	out := &Rules{File: c.Budgets.Report.Query.Rules.Path, Budgets: []Budget{}}
	for i := range c.Budgets.Report.Rules {
		if j := &c.Budgets.Report.Rules[i]; j.Values != nil {
			out.Budgets = append(out.Budgets, budgetsOf([]budget.BudgetState{c.Budgets.State(i, c.Point)})...)
		}
	}
	return out
}

// writeBudgets prints the budgets of a group, one per line.
func writeBudgets(e *errWriter, list []Budget) {
	for _, b := range list {
		e.printf("    budget %s: %s (%s)\n", b.Status, b.Text, words.Printable(b.Rule))
	}
}
