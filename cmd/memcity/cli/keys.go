package cli

import (
	"cmp"
	"slices"
	"strings"

	"memcity/city/seq"
	"memcity/city/session"
	"memcity/city/trees"
	"memcity/trace"
)

// MaxNear is the number of keys that are reported where one is not found.
const MaxNear = 5

// CheckKeys says which of the groups requested is not there at a GC point, and which keys are like its own.
func (c *Call) CheckKeys(o *session.Recording, by trees.Grouping, point int, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	g, err := o.Groups(c.Ctx, by, point, c.Progress())
	if err != nil {
		return err
	}
	there := make(map[string]int32, len(g.Tree.Nodes))
	for i := range g.Tree.Nodes {
		there[g.Tree.Key(int32(i))] = int32(i)
	}
	for _, key := range keys {
		if _, ok := there[key]; ok {
			continue
		}
		return noGroup(g.Tree, there, key, by)
	}
	return nil
}

// noGroup says that there is no group of a key, and which keys may be meant.
func noGroup(t *trace.Tree, there map[string]int32, key string, by trees.Grouping) error {
	chain := seq.Join(by.By, ",")
	if same := sameName(t, key); len(same) > 0 {
		return Usagef("group %q: there is none at this GC point by %s; by this chain, which --by changes, the key is %s", key, chain,
			QuoteAll(same))
	}
	near := nearKeys(t, there, key)
	if len(near) == 0 {
		return Usagef("group %q: there is none at this GC point by %s", key, chain)
	}
	return Usagef("group %q: there is none at this GC point by %s; similar: %s", key, chain, QuoteAll(near))
}

// sameName returns the keys of the groups that have the same name as key once its parts are joined by dots, the largest first:
// a type has the same one whether it is grouped by package or not.
func sameName(t *trace.Tree, key string) []string {
	name := dotted(key)
	if name == "" {
		return nil
	}
	var found []int32
	for i := range t.Nodes {
		if t.Nodes[i].Parent >= 0 && strings.HasSuffix(name, lastName(t.Names.Text(t.Nodes[i].Name))) && dotted(t.Key(int32(i))) == name {
			found = append(found, int32(i))
		}
	}
	return largestKeys(t, found)
}

// dotted returns the names of a key without that of the root, joined by dots, in lower case.
func dotted(key string) string {
	_, below, _ := strings.Cut(strings.ToLower(key), "#")
	return strings.ReplaceAll(below, "#", ".")
}

// lastName returns what follows the last # and the last dot, in lower case.
func lastName(key string) string {
	return strings.ToLower(key[strings.LastIndexAny(key, "#.")+1:])
}

// nearKeys returns the keys of the largest groups: those whose name ends with that of key, from its last dot on; else those
// that have it in their names; else those in the last group on its path that is there.
func nearKeys(t *trace.Tree, there map[string]int32, key string) []string {
	name := lastName(key)
	var ends, has []int32
	for i := range t.Nodes {
		switch text := strings.ToLower(t.Names.Text(t.Nodes[i].Name)); {
		case name == "":
		case lastName(text) == name:
			ends = append(ends, int32(i))
		case strings.Contains(text, name):
			has = append(has, int32(i))
		}
	}
	if len(ends)+len(has) > 0 {
		keys := append(largestKeys(t, ends), largestKeys(t, has)...)
		return keys[:min(len(keys), MaxNear)]
	}
	var found []int32
	for above := key; len(found) == 0 && above != ""; {
		above = above[:max(0, strings.LastIndexByte(above, '#'))]
		n, ok := there[above]
		if !ok && above != "" {
			continue
		}
		for child := range t.Children(n) { // of the root if nothing is there
			found = append(found, child)
		}
	}
	return largestKeys(t, found)
}

// largestKeys returns the keys of the largest nodes.
func largestKeys(t *trace.Tree, nodes []int32) []string {
	slices.SortStableFunc(nodes, func(a, b int32) int { return cmp.Compare(t.Nodes[b].Bytes, t.Nodes[a].Bytes) })
	var keys []string
	for _, n := range nodes[:min(len(nodes), MaxNear)] {
		keys = append(keys, t.Key(n))
	}
	return keys
}

// QuoteAll quotes texts and joins them by commas.
func QuoteAll(texts []string) string {
	return `"` + strings.Join(texts, `", "`) + `"`
}
