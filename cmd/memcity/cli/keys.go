package cli

import (
	"cmp"
	"slices"
	"strings"

	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
)

// MaxNear is the maximum number of similar keys in an error about a missing key.
const MaxNear = 5

// CheckKeys returns an error for the first requested group that does not exist at a GC point. The error lists similar keys.
func (c *Call) CheckKeys(o *recording.Recording, by trees.Grouping, point int, keys []string) error {
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

// noGroup returns the error that no group has the given key, with the keys that the user may have meant.
func noGroup(t *trace.Tree, there map[string]int32, key string, by trees.Grouping) error {
	chain := seq.Join(by.By, ",")
	if same := sameName(t, key); len(same) > 0 {
		return Usagef("group %q: no such group at this GC point by %s; by this chain (see --by), its key is %s", key, chain,
			QuoteAll(same))
	}
	near := nearKeys(t, there, key)
	if len(near) == 0 {
		return Usagef("group %q: no such group at this GC point by %s", key, chain)
	}
	return Usagef("group %q: no such group at this GC point by %s; similar: %s", key, chain, QuoteAll(near))
}

// sameName returns the keys of the groups that have the same name as key once its parts are joined by dots, the largest first. The
// name of a type is the same whether or not types are grouped by package.
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

// dotted returns the names in a key except that of the root, joined by dots, in lower case.
func dotted(key string) string {
	_, below, _ := strings.Cut(strings.ToLower(key), "#")
	return strings.ReplaceAll(below, "#", ".")
}

// lastName returns the part of key after the last # and the last dot, in lower case.
func lastName(key string) string {
	return strings.ToLower(key[strings.LastIndexAny(key, "#.")+1:])
}

// nearKeys returns the keys of the largest groups that are similar to key. Names that end like key, after its last dot, come first, then
// names that contain this ending. Without either it returns the children of the last existing group on the path of key.
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
		for child := range t.Children(n) { // of the root if no part of the path exists
			found = append(found, child)
		}
	}
	return largestKeys(t, found)
}

// largestKeys returns the keys of the [MaxNear] largest nodes. It sorts nodes by size.
func largestKeys(t *trace.Tree, nodes []int32) []string {
	slices.SortStableFunc(nodes, func(a, b int32) int { return cmp.Compare(t.Nodes[b].Bytes, t.Nodes[a].Bytes) })
	var keys []string
	for _, n := range nodes[:min(len(nodes), MaxNear)] {
		keys = append(keys, t.Key(n))
	}
	return keys
}

// QuoteAll quotes texts and joins them with commas.
func QuoteAll(texts []string) string {
	return `"` + strings.Join(texts, `", "`) + `"`
}
