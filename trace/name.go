package trace

import (
	"fmt"
	"hash/fnv"
	"unicode/utf8"
)

// MaxName is the largest length of a name in bytes. The JVM allows 65,535. Names stand in keys of groups, and in paths, once for
// each group below and each step, so that a dump of some kB could make GB of text.
const MaxName = 1000

// ClipName returns a name of at most [MaxName] bytes. Of a longer one it keeps the start and adds "…" with a hash of the whole, so that
// different names stay different.
func ClipName(name string) string {
	if len(name) <= MaxName {
		return name
	}
	hash := fnv.New64a()
	hash.Write([]byte(name))
	end := fmt.Sprintf("…%016x", hash.Sum64())
	at := MaxName - len(end)
	for at > 0 && !utf8.RuneStart(name[at]) {
		at--
	}
	return name[:at] + end
}
