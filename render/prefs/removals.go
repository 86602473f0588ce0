package prefs

import (
	"slices"

	"memcity/analysis/guide/findings"
	"memcity/city/seq"
	"memcity/city/view/whatif"
)

// removalJSON is a [whatif.Removal] in a file.
type removalJSON struct {
	Kind    string   `json:"kind"`
	By      []string `json:"by,omitempty"`
	Filters []string `json:"filters,omitempty"`
	Key     string   `json:"key,omitempty"`
	To      string   `json:"to,omitempty"`
	Field   string   `json:"field,omitempty"`
	Finding int      `json:"finding,omitempty"`
	Cut     int      `json:"cut,omitempty"`
	Text    string   `json:"text,omitempty"`
	From    int      `json:"from,omitempty"` // GC points that the guide judged; 0 for all
	Until   int      `json:"until,omitempty"`
}

// removalKinds names the kinds of removals that are stored. Removals of nodes and edges are not, as they refer to a heap graph.
var removalKinds = map[whatif.RemovalKind]string{
	whatif.CutGroup: "group", whatif.CutReferences: "references", whatif.CutRoot: "root", whatif.CutGuide: "guide",
}

// lasting returns the removals that can be stored; nil if there are none.
func lasting(list []whatif.Removal) (out []whatif.Removal) {
	for _, c := range list[:min(len(list), whatif.MaxRemovals)] {
		sound := soundKey(c.Key) && soundKey(c.To) && soundKey(c.Field) && soundKey(c.Text) && soundMore(c.By.Slice()) && soundMore(c.Filters.Slice())
		if removalKinds[c.Kind] != "" && sound && between(0, maxPoint)(c.Finding) && between(0, maxPoint)(c.Cut) &&
			between(0, maxPoint)(c.Window.From) && between(0, maxPoint)(c.Window.To) {
			out = append(out, c)
		}
	}
	return out
}

func encodeRemovals(list []whatif.Removal) (out []removalJSON) {
	for _, c := range list {
		out = append(out, removalJSON{removalKinds[c.Kind], c.By.Slice(), c.Filters.Slice(), c.Key, c.To, c.Field, c.Finding, c.Cut, c.Text, c.Window.From, c.Window.To})
	}
	return out
}

func decodeRemovals(list []removalJSON) (out []whatif.Removal) {
	for _, j := range list {
		for kind, name := range removalKinds {
			if name == j.Kind {
				out = append(out, whatif.Removal{Kind: kind, By: seq.Of(j.By...), Filters: seq.Of(j.Filters...), Key: j.Key, To: j.To,
					Field: j.Field, Finding: j.Finding, Cut: j.Cut, Text: j.Text,
					Window: findings.Window{From: j.From, To: j.Until}})
			}
		}
	}
	return slices.Clip(out)
}
