// Package fleet describes in sentences what the pods of a fleet have in common and which pods stand out.
package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/pods"
	"memcity/words"
)

// Leak returns a description of a leak: what accumulates, on how many pods, since which version, and who holds it.
func Leak(l *pods.Leak) string {
	verb := "may leak (it is too early to be sure)"
	switch {
	case l.Sure && l.Probable:
		verb = "probably leaks"
	case l.Sure:
		verb = "leaks"
	}
	text := fmt.Sprintf("%s %s on %d of %s of %s %s that can show it; held by the %s", words.Unqualified(l.Type), verb, l.Pods,
		words.Counted(l.Judged, "pod"), l.Service, l.Versions, l.Owner)
	if l.PerHour >= 0 {
		text += "; " + Rate(l.PerHour) + " per pod (median)"
		if !l.Current {
			text += "; the latest versions of these pods do not have it"
		}
	}
	switch {
	case l.Since == "":
		return text + ". The first version with the leak cannot be determined, because a version has a recording without wall-clock time."
	case l.Earlier == 0:
		return text + ". Versions before " + l.Since + " may have it too, because none of their recordings can show a leak."
	}
	text += fmt.Sprintf(". New in %s: none of %s with an earlier version has it", l.Since, words.Counted(l.Earlier, "pod"))
	if l.Chance >= 0 {
		text += ", " + Chance(l.Chance)
	}
	return text + "."
}

// LeakTitle returns a title for a leak: its location, a colon, and a summary.
func LeakTitle(l *pods.Leak) string {
	verb := "Leak"
	switch {
	case !l.Sure:
		verb = "Growth"
	case l.Probable:
		verb = "Probable leak"
	}
	text := fmt.Sprintf("%s on %d of %s: %s of %s %s, held by the %s", verb, l.Pods, words.Counted(l.Judged, "pod"), words.TypeName(l.Type), l.Service, l.Versions, l.Owner)
	if l.PerHour >= 0 {
		text += ", " + Rate(l.PerHour) + " per pod"
	}
	return text
}

// LeaksOf returns the leaks of a type in a service.
func LeaksOf(f *pods.Fleet, service, typ string) (found []*pods.Leak) {
	for i := range f.Leaks {
		if l := &f.Leaks[i]; l.Service == service && l.Type == typ {
			found = append(found, l)
		}
	}
	return found
}

// Rate formats a number of bytes per hour.
func Rate(bytesPerHour float64) string { return words.SizeOf(bytesPerHour) + " per hour" }

// Chance formats the probability that a difference is due to chance.
func Chance(p float64) string {
	if p < 0.0001 {
		return "p < 0.0001"
	}
	return "p = " + strconv.FormatFloat(p, 'g', 2, 64)
}

// Row is a pod with its amount of a group.
type Row struct {
	*pods.Pod
	trace.Amount
	Outlier bool  // true if the amount is far above those of other pods of its version
	Median  int64 // median of its version, in bytes
}

// Rows returns the pods that have objects of a group, sorted by the amount in a unit, largest first, then by version and name.
func Rows(f *pods.Fleet, g *pods.Group, unit trace.Unit) []Row {
	medians := map[string]int64{}
	if len(g.Amounts) > 0 {
		for _, s := range Shares(f, f.Pods[g.Amounts[0].Pod].Service, g) {
			medians[s.Version] = s.Median.Bytes
		}
	}
	rows := make([]Row, len(g.Amounts))
	for i, a := range g.Amounts {
		p := &f.Pods[a.Pod]
		_, outlier := slices.BinarySearch(g.Outliers, a.Pod)
		rows[i] = Row{p, trace.Amount{Objects: a.Objects, Bytes: a.Bytes}, outlier, medians[p.Version]}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Of(unit), a.Of(unit)), cmp.Compare(a.Version, b.Version), cmp.Compare(a.Name, b.Name))
	})
	return rows
}

// Group returns a description of a group: how much of it a pod has, on how many pods it occurs, and which are far above the others. rows
// must be those of the group, sorted by bytes.
func Group(name string, bytes int64, g *pods.Group, rows []Row) string {
	if len(rows) == 0 {
		return fmt.Sprintf("None of %s has %s.", words.Counted(g.Of, "pod"), name)
	}
	text := fmt.Sprintf("%s takes %s per pod (median of %d", name, words.Size(bytes), g.Of)
	if n := int64(len(rows)); n < g.Of {
		text += fmt.Sprintf("; %d %s it", n, verb(n, "has", "have"))
	}
	text += ")"
	most := worst(rows)
	switch len(g.Outliers) {
	case 0:
		if most.Bytes > bytes {
			text += fmt.Sprintf(", at most %s, on %s", words.Size(most.Bytes), most.Name)
		}
	case 1:
		text += fmt.Sprintf("; %s is far above the others%s: %s", most.Name, ofVersion(most, rows), times(most.Bytes, most.Median))
	default:
		text += fmt.Sprintf("; %d are far above the others%s, most of all %s: %s", len(g.Outliers), ofVersion(most, rows), most.Name, times(most.Bytes, most.Median))
	}
	return text + "."
}

// worst returns the outlier with most bytes, or the pod with most bytes if there is no outlier. rows must be sorted by bytes.
func worst(rows []Row) *Row {
	if i := slices.IndexFunc(rows, func(r Row) bool { return r.Outlier }); i >= 0 {
		return &rows[i]
	}
	return &rows[0]
}

// ofVersion returns " of" and the version of a pod if other versions occur.
func ofVersion(r *Row, rows []Row) string {
	if slices.ContainsFunc(rows, func(o Row) bool { return o.Version != r.Version }) {
		return " of " + r.Version
	}
	return ""
}

// OutlierTitle returns a title for an outlier.
func OutlierTitle(name, service string, g *pods.Group, rows []Row) string {
	most := worst(rows)
	return fmt.Sprintf("Outlier on %d of %s: on %s, %s of %s takes %s", len(g.Outliers), words.Counted(g.Of, "pod"), most.Name, name, strings.TrimSpace(service+" "+most.Version),
		times(most.Bytes, most.Median))
}

// times formats a number of bytes and its ratio to the median.
func times(bytes, of int64) string {
	if of <= 0 {
		return words.Size(bytes) + " (the median is 0 B)"
	}
	return words.Size(bytes) + ", " + strconv.FormatFloat(float64(bytes)/float64(of), 'f', 1, 64) + " times the median"
}

func verb(n int64, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
