package cli

import (
	"strconv"

	"memcity/analysis/graph"
	"memcity/city/dump"
	"memcity/city/session"
)

// InPercent writes a share as in "12.5 %".
func InPercent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

// Signed writes a number that may be less than none.
func Signed(n int64) string {
	if n < 0 {
		return "-" + graph.Number(-n)
	}
	return graph.Number(n)
}

// Amount is a number of objects and their shallow size.
type Amount struct {
	Objects int64 `json:"objects"`
	Bytes   int64 `json:"bytes"`
}

// Count writes a number of things: "1 object", "2,000 objects".
func Count(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return graph.Number(n) + " " + thing
}

// Source describes what a GC point, by its number from 0, is of.
func Source(o *session.Opened, point int) dump.Recording {
	r := o.Recording
	return dump.Recording{Name: r.Name, Points: len(r.Points), At: point + 1, Time: int64(r.Points[point].Time)}
}
