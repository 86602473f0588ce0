package definition

import (
	"fmt"
	"strings"

	"memcity/analysis/group"
)

// hint returns a text that suggests the nearest of the known names, or lists all if none is near.
func hint(name string, known []string) string {
	if best := nearest(name, known); best != "" {
		return fmt.Sprintf("did you mean %s?", best)
	}
	return "expected one of " + strings.Join(known, ", ")
}

// nearest returns the known name with the smallest edit distance, at most a third of its length; "" for none.
func nearest(name string, known []string) string {
	best, least := "", 1<<30
	for _, k := range known {
		if len(name) > 2*len(k) {
			continue
		}
		d := group.Distance(strings.ToLower(name), strings.ToLower(k))
		if d < least && d <= max(1, len(k)/3) {
			best, least = k, d
		}
	}
	return best
}
