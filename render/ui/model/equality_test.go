package model

import (
	"testing"

	"memcity/city/citytest/sametest"
	"memcity/city/scene"
)

// A change of any field, down to those of the groups and lists shown, makes another model.
func TestSameSeesEveryField(t *testing.T) {
	if parts := sametest.Check(t, (*Model).Same); parts < 400 {
		t.Errorf("only %d parts were changed", parts)
	}
}

// Models that are described anew of the same city are the same: what is shown compares by value.
func TestSameByValue(t *testing.T) {
	made := func() *Model {
		return &Model{
			Selection: &Group{Path: []Part{{Key: "a"}}, Mark: &scene.RGB{R: 1}, In: []Link{{Own: 2}}}, Selections: []*Group{{Key: "a"}, {Key: "b"}},
			Together: &Links{Out: []Link{{Own: 3}}}, Route: &Route{To: []Part{{Key: "b"}}},
			Legend:   Legend{Filters: []string{"f"}, Aged: &Aged{Points: 2}},
			Progress: &Progress{Text: "reading"}, Search: &Search{Found: []Found{{Key: "a"}}}, Budgets: &Budgets{Rules: []BudgetRow{{Name: "r"}}},
			Live: &Live{}, Record: &Record{}, Picture: &Picture{Width: 3}, Help: &HelpRequest{Number: 1}, Toasts: []string{"done"},
		}
	}
	if !made().Same(made()) {
		t.Error("equal models differ")
	}
}
