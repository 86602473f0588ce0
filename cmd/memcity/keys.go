package main

import (
	"cmp"
	"slices"
	"strings"

	"memcity/city"
	"memcity/city/session"
	"memcity/trace"
)

// maxNear is the number of keys that are told where one is not found.
const maxNear = 5

// checkKeys says which of the groups asked for is not there at a GC point, and which keys are like its own.
func (c *call) checkKeys(o *session.Opened, by city.Grouping, point int, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	g, err := o.Groups(c.ctx, by, point, c.progress())
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
		where := strings.Join(by.By, ",")
		near := nearKeys(g.Tree, there, key)
		if len(near) == 0 {
			return usagef("group %q: there is none at this GC point by %s", key, where)
		}
		return usagef("group %q: there is none at this GC point by %s; near to it: %s", key, where, quoteAll(near))
	}
	return nil
}

// nearKeys returns the keys of the largest groups whose name has the last name of key in it, or that are in the last group
// on its path that is there.
func nearKeys(t *trace.Tree, there map[string]int32, key string) []string {
	name := strings.ToLower(key[strings.LastIndexByte(key, '#')+1:])
	var found []int32
	for i := range t.Nodes {
		if name != "" && strings.Contains(strings.ToLower(t.Names.Text(t.Nodes[i].Name)), name) {
			found = append(found, int32(i))
		}
	}
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
	slices.SortStableFunc(found, func(a, b int32) int { return cmp.Compare(t.Nodes[b].Bytes, t.Nodes[a].Bytes) })
	var keys []string
	for _, n := range found[:min(len(found), maxNear)] {
		keys = append(keys, t.Key(n))
	}
	return keys
}

func quoteAll(texts []string) string {
	return `"` + strings.Join(texts, `", "`) + `"`
}
