package trace

import (
	"fmt"
	"hash/fnv"
	"unicode/utf8"
)

// MaxName is the largest length of a name in bytes. The JVM allows 65,535. A name is repeated in the key of every group below it, so longer
// names would let a small dump produce gigabytes of text.
const MaxName = 1000

// ClipName shortens a name to at most [MaxName] bytes. A longer name ends with "…" and a hash of the whole name, so that different names
// stay different.
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
