package describe

import (
	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/words"
)

// DescribedBaseline describes the baseline of the comparison.
type DescribedBaseline struct {
	dump.Baseline
	Verdict  string `json:"verdict"`  // verdict on the whole heap
	Vanished int    `json:"vanished"` // number of buildings that exist only in the baseline
}

// DescribeBase describes the comparison with a baseline; nil if there is none.
func DescribeBase(c *scene.City) *DescribedBaseline {
	b := Baseline(c)
	if b == nil {
		return nil
	}
	return &DescribedBaseline{*dump.OfBaseline(c.Compared, c.Plan.Settings().Unit), b.Verdict.Text(words.Amount), len(c.Vanished())}
}

// DescribedRules describes the rules checked on the recording, at the current GC point.
type DescribedRules struct {
	File  string          `json:"file"`
	Open  bool            `json:"open"` // the list of rules is open
	Rules []DescribedRule `json:"rules"`
}

// DescribedRule describes a rule.
type DescribedRule struct {
	Name   string `json:"name"`
	Status string `json:"status"` // kept, near, broken or unknown
	Text   string `json:"text"`
	First  int    `json:"first_broken"` // 1-based GC point; 0 if it was never broken
}

// DescribedRoutes describes the visible routes.
type DescribedRoutes struct {
	Shown       int              `json:"shown"`
	Connections int              `json:"connections"` // number of connections between buildings, shown or not
	LeftShare   float64          `json:"left_share"`  // share of referenced objects on routes not shown
	Pointed     *DescribedRoute  `json:"pointed"`     // route under the pointer; null for none
	Strongest   []DescribedRoute `json:"strongest"`   // strongest clickable routes
}

// DescribedRoute describes a route. At is a pixel where a click hits it.
type DescribedRoute struct {
	From        string `json:"from"` // keys
	To          string `json:"to"`
	FromObjects int64  `json:"from_objects"`
	ToObjects   int64  `json:"to_objects"`
	At          [2]int `json:"at"`
}
