package drawing

import (
	"cmp"
	"slices"
	"testing"

	budgetpkg "memcity/city/budget"
	"memcity/city/scene"
	"memcity/render/headless/gltest"
)

// glowSome makes a district and some buildings exceed or nearly exceed their budgets.
func glowSome(s *Scene) {
	state := func(rule int, status budgetpkg.BudgetStatus) budgetpkg.BudgetState {
		st := budgetpkg.BudgetState{Rule: rule, Status: status, Value: 12}
		st.Limit.Value = 10
		return st
	}
	high := make([]int32, len(s.to.Buildings))
	for i := range high {
		high[i] = int32(i)
	}
	slices.SortFunc(high, func(x, y int32) int { return cmp.Compare(s.to.Buildings[y].Height, s.to.Buildings[x].Height) })
	building := func(n int) scene.Target { return scene.Target{Kind: scene.OnBuilding, Index: high[n]} }
	s.setGlows([]glow{
		{building(3), state(3, budgetpkg.BudgetNear)},
		{scene.Target{Kind: scene.OnDistrict, Index: 2}, state(4, budgetpkg.BudgetNear)},
		{building(6), state(2, budgetpkg.BudgetBroken)},
		{building(1), state(1, budgetpkg.BudgetBroken)},
		{scene.Target{Kind: scene.OnDistrict, Index: 1}, state(0, budgetpkg.BudgetBroken)},
	})
}

// Glows disappear with their city, and several groups of one budget share a tag.
func TestGlows(t *testing.T) {
	withScene(t, 60, 1, func(s *Scene, v View) {
		v.Tags = true
		glowSome(s)
		s.glows.list[0].state.Status = budgetpkg.BudgetBroken
		s.glows.list[0].state.Rule = 1
		gltest.Check(s.Draw(v))
		s.wantTags(&v, &s.frame)
		tagged := 0
		for i := range s.tags.wanted {
			if g := &s.tags.wanted[i]; g.style == tagBudget {
				tagged++
			}
		}
		if tagged != 3 {
			t.Errorf("%d tags of budgets, expected one for each of 3 that are broken", tagged)
		}
		s.SetCity(nil, s.to)
		if len(s.glows.list) != 0 {
			t.Error("a city without budgets glows")
		}
		s.setGlows([]glow{{scene.Target{Kind: scene.OnBuilding, Index: 1 << 20}, budgetpkg.BudgetState{Status: budgetpkg.BudgetBroken}}})
		if len(s.glows.list) != 0 {
			t.Error("a building that is not there glows")
		}
	})
}
