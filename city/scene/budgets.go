package scene

import (
	"slices"

	budgetpkg "memcity/city/budget"
)

// Budgeted returns the budgets at the city's GC point, by the district or building that shows their groups, worst first. The enclosing
// district shows groups without a plot. The cost is linear in the groups that have budgets.
func (c *City) Budgeted() map[Target][]budgetpkg.BudgetState {
	if c.Budgets == nil {
		return nil
	}
	out := map[Target][]budgetpkg.BudgetState{}
	for rule := range c.Budgets.Report.Rules {
		nodes := c.Budgets.Groups(rule)
		if len(nodes) == 0 {
			continue
		}
		st := c.Budgets.State(rule, c.Point)
		for _, node := range nodes {
			t := c.Plan.Representative(node)
			if list := out[t]; t.Kind != Nothing && (len(list) == 0 || list[len(list)-1].Rule != rule) {
				out[t] = append(list, st)
			}
		}
	}
	for _, list := range out {
		slices.SortStableFunc(list, budgetpkg.ByStatus)
	}
	return out
}

// BudgetsOf returns the budgets of a group at the city's GC point, worst first. They include budgets of groups without a plot that it
// shows.
func (c *City) BudgetsOf(node int32) (list []budgetpkg.BudgetState) {
	if c.Budgets == nil {
		return nil
	}
	shown := c.Plan.Target(node)
	for rule := range c.Budgets.Report.Rules {
		if slices.ContainsFunc(c.Budgets.Groups(rule), func(n int32) bool {
			return n == node || shown.OfGroup() && c.Plan.Representative(n) == shown
		}) {
			list = append(list, c.Budgets.State(rule, c.Point))
		}
	}
	slices.SortStableFunc(list, budgetpkg.ByStatus)
	return list
}

// Shows returns the target that shows a group: its building or district, its block, or the enclosing district.
func (p *Plan) Shows(node int32) Target {
	if t := p.Target(node); t.Kind != Nothing {
		return t
	}
	return p.Representative(node)
}

// Representative returns the building or district that represents a group: its own, or the enclosing district.
func (p *Plan) Representative(node int32) Target {
	for up := range p.Series.Nodes.Up(node) {
		if t := p.Target(up); t.OfGroup() {
			return t
		}
	}
	return Target{}
}

// Kind selects the type of a [Target].
type Kind uint8

// Target is an object of a [City] that can be selected. Targets are valid for one city value only. Use keys to identify groups across GC
// points and plans.
type Target struct {
	Kind  Kind
	Index int32 // index into Buildings, Districts or Blocks
}
