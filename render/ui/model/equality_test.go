package model

import (
	"testing"

	"memcity/city/citytest/sametest"
	"memcity/city/scene"
)

// A change of any field makes models differ, including nested fields of groups and lists.
func TestSameSeesEveryField(t *testing.T) {
	if parts := sametest.Check(t, (*Model).Same); parts < 400 {
		t.Errorf("only %d parts were changed", parts)
	}
}

// Models of the same city compare by value, even if they were built separately.
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
