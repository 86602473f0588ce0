package scene

import (
	"slices"

	budgetpkg "memcity/city/budget"
)

// Budgeted returns the budgets of the city at its GC point, by the district or building that shows their groups, the worst
// of each first. What has no plot is shown by the district around it. Cost is linear in the groups that have budgets.
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
			t := c.Plan.StandsFor(node)
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

// BudgetsOf returns the budgets of a group at the GC point of the city, the worst first, with those of groups without a plot
// that it shows.
func (c *City) BudgetsOf(node int32) (list []budgetpkg.BudgetState) {
	if c.Budgets == nil {
		return nil
	}
	shown := c.Plan.Target(node)
	for rule := range c.Budgets.Report.Rules {
		if slices.ContainsFunc(c.Budgets.Groups(rule), func(n int32) bool {
			return n == node || shown.OfGroup() && c.Plan.StandsFor(n) == shown
		}) {
			list = append(list, c.Budgets.State(rule, c.Point))
		}
	}
	slices.SortStableFunc(list, budgetpkg.ByStatus)
	return list
}

// Shows returns where a group is seen: its own building or district, the block that it is in, or the district around it.
func (p *Plan) Shows(node int32) Target {
	if t := p.Target(node); t.Kind != Nothing {
		return t
	}
	return p.StandsFor(node)
}

// StandsFor returns the building or the district that counts for a group: its own one, or the district around it.
func (p *Plan) StandsFor(node int32) Target {
	for up := range p.Series.Nodes.Up(node) {
		if t := p.Target(up); t.OfGroup() {
			return t
		}
	}
	return Target{}
}

// Kind says what a [Target] is.
type Kind uint8

// Target is something in a [City] that can be pointed at. Targets are for one city value; what has to survive a step in
// time or a new plan is kept by key.
type Target struct {
	Kind  Kind
	Index int32 // into Buildings, Districts or Blocks
}
