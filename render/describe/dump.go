package describe

import (
	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/words"
)

// DescribedBase is the other recording that the buildings are halved by.
type DescribedBase struct {
	dump.Base
	Verdict  string `json:"verdict"`  // of the whole heap
	Vanished int    `json:"vanished"` // buildings that only the other recording has
}

// DescribeBase reports what is compared; nil if the buildings are not halved.
func DescribeBase(c *scene.City) *DescribedBase {
	b := Baseline(c)
	if b == nil {
		return nil
	}
	return &DescribedBase{*dump.OfBase(c.Compared, c.Plan.Settings().Metric), b.Verdict.Text(words.Amount), len(c.Vanished())}
}

// DescribedRules are the rules that are held against the recording, at the GC point shown.
type DescribedRules struct {
	File  string          `json:"file"`
	Open  bool            `json:"open"` // the list of them is
	Rules []DescribedRule `json:"rules"`
}

// DescribedRule is one rule.
type DescribedRule struct {
	Name   string `json:"name"`
	Status string `json:"status"` // kept, near, broken or unknown
	Text   string `json:"text"`
	First  int    `json:"first_broken"` // GC point from 1; 0 if there is none
}

// DescribedRoutes are the connections drawn as routes.
type DescribedRoutes struct {
	Shown       int              `json:"shown"`
	Connections int              `json:"connections"` // between buildings, with those shown
	LeftShare   float64          `json:"left_share"`  // of the referenced objects, over those that are not shown
	Pointed     *DescribedRoute  `json:"pointed"`     // that the pointer is at; null for none
	Strongest   []DescribedRoute `json:"strongest"`   // of those that can be clicked
}

// DescribedRoute is one of them. At is a pixel where it can be clicked.
type DescribedRoute struct {
	From        string `json:"from"` // keys
	To          string `json:"to"`
	FromObjects int64  `json:"from_objects"`
	ToObjects   int64  `json:"to_objects"`
	At          [2]int `json:"at"`
}
