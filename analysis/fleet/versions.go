package fleet

import (
	"fmt"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/pods"
	"memcity/words"
)

// Share is what the pods of one version have of a group.
type Share struct {
	Version     string
	Of, Have    int64        // pods that were measured, and that have some of it
	Median, Sum trace.Amount // a pod without the group has none of it
}

// Shares are what each version of a service has of a group of it, from old to new. Cost is linear in the pods.
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

// Versions says what each of several versions takes; empty of fewer than two.
func Versions(shares []Share) string {
	if len(shares) < 2 {
		return ""
	}
	var parts []string
	for i := range shares {
		s := &shares[i]
		parts = append(parts, fmt.Sprintf("%s takes %s on a pod (median of %d)", s.Version, words.Size(s.Median.Bytes), s.Of))
	}
	last := len(shares) - 1
	return "By version: " + strings.Join(parts, ", ") + asMuch(", ", shares[last].Median.Bytes, shares[last-1].Median.Bytes, " as much") + "."
}

// Before says what the version before took of a group, and how much that is next to what the oldest of the versions now takes.
func Before(before *Share, now []Share) string {
	text := before.Version + ", the version before, took " + words.Size(before.Median.Bytes) + " on a pod (median of " + strconv.FormatInt(before.Of, 10) + ")"
	if before.Have == 0 {
		text = before.Version + ", the version before, had none of it on " + words.Counted(before.Of, "pod")
	}
	if len(now) > 0 {
		text += asMuch("; "+now[0].Version+" takes ", now[0].Median.Bytes, before.Median.Bytes, " as much")
	}
	return text + "."
}

// asMuch says how many times another number of bytes one is, after some words and before others; nothing where there is none of it, or no difference to be said.
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
