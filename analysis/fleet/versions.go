package fleet

import (
	"fmt"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/pods"
	"memcity/words"
)

// Share is the amount of a group on the pods of one version.
type Share struct {
	Version     string
	Of, Have    int64        // number of pods that were measured, and of those that have the group
	Median, Sum trace.Amount // pods without the group count as 0
}

// Shares returns the share of each version of a service in one of its groups, oldest version first. The cost is linear in the pods.
func Shares(f *pods.Fleet, service string, g *pods.Group) (list []Share) {
	place := map[string]int{}
	for i := range f.Pods {
		if p := &f.Pods[i]; p.Service == service {
			at, known := place[p.Version]
			if !known {
				at = len(list)
				place[p.Version], list = at, append(list, Share{Version: p.Version})
			}
			list[at].Of++
		}
	}
	objects, bytes := make([][]int64, len(list)), make([][]int64, len(list))
	for _, a := range g.Amounts {
		at := place[f.Pods[a.Pod].Version]
		objects[at], bytes[at] = append(objects[at], a.Objects), append(bytes[at], a.Bytes)
		s := &list[at]
		s.Have++
		s.Sum.Objects += a.Objects
		s.Sum.Bytes += a.Bytes
	}
	for i := range list {
		s := &list[i]
		s.Median = trace.Amount{Objects: pods.Median(objects[i], s.Of), Bytes: pods.Median(bytes[i], s.Of)}
	}
	return list
}

// Versions returns a description of what each version takes; empty for fewer than two.
func Versions(shares []Share) string {
	if len(shares) < 2 {
		return ""
	}
	var parts []string
	for i := range shares {
		s := &shares[i]
		parts = append(parts, fmt.Sprintf("%s takes %s per pod (median of %d)", s.Version, words.Size(s.Median.Bytes), s.Of))
	}
	last := len(shares) - 1
	return "By version: " + strings.Join(parts, ", ") + asMuch(", ", shares[last].Median.Bytes, shares[last-1].Median.Bytes, " as much") + "."
}

// Before returns a description of what the previous version took, and its ratio to the oldest of the current versions.
func Before(before *Share, now []Share) string {
	text := "The previous version, " + before.Version + ", took " + words.Size(before.Median.Bytes) + " per pod (median of " + strconv.FormatInt(before.Of, 10) + ")"
	if before.Have == 0 {
		text = "The previous version, " + before.Version + ", had none of it on " + words.Counted(before.Of, "pod")
	}
	if len(now) > 0 {
		text += asMuch("; "+now[0].Version+" takes ", now[0].Median.Bytes, before.Median.Bytes, " as much")
	}
	return text + "."
}

// asMuch returns the ratio of two numbers of bytes between head and tail. It is empty if of is 0 or the ratio rounds to 1.0.
func asMuch(head string, bytes, of int64, tail string) string {
	if of <= 0 {
		return ""
	}
	ratio := strconv.FormatFloat(float64(bytes)/float64(of), 'f', 1, 64)
	if ratio == "1.0" {
		return ""
	}
	return head + ratio + " times" + tail
}
