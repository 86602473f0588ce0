package definition

import (
	"fmt"
	"strings"

	"memcity/analysis/group"
)

// hint suggests the nearest of the known names, or lists them if none is near.
func hint(name string, known []string) string {
	if best := nearest(name, known); best != "" {
		return fmt.Sprintf("did you mean %s?", best)
	}
	return "expected one of " + strings.Join(known, ", ")
}

// nearest returns the known name with the fewest letters to change, at most a third of its length, or "".
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
