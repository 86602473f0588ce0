package pause

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/words"
)

// UnlistedText returns the sentence about GCs with only the sum of their pauses; "" if there are none.
func (s *Summary) UnlistedText() string {
	if s.Unlisted == 0 {
		return ""
	}
	return fmt.Sprintf("This input has only the sum of the pauses of %s. A GC log or flight recording lists them.",
		words.Counted(int64(s.Unlisted), "concurrent GC"))
}

// PercentilesText lists the percentiles, such as "50 %: 5 ms, 90 %: 6 ms". It returns "" without stops.
func (g *Group) PercentilesText() string {
	if g.Count == 0 {
		return ""
	}
	var parts []string
	for i, p := range Percents {
		parts = append(parts, strconv.FormatFloat(p, 'f', -1, 64)+" %: "+words.Duration(g.Percentiles[i]))
	}
	return strings.Join(parts, ", ")
}

// Name names a stop without its cause, such as "GC 12, Remark".
func Name(s *trace.Stop) string {
	switch {
	case s.Safepoint:
		return "safepoint"
	case s.GC == 0:
		return cmp.Or(s.Kind, "GC")
	case s.Kind == "":
		return fmt.Sprintf("GC %d", s.GC)
	}
	return fmt.Sprintf("GC %d, %s", s.GC, s.Kind)
}
