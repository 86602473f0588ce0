package cli

import (
	"memcity/city/dump"
	"memcity/city/recording"
	"memcity/words"
)

// Signed writes a number that may be negative, with a hyphen as its sign.
func Signed(n int64) string { return words.Hyphened(words.Count(n)) }

// Amount is a number of objects and their shallow size.
type Amount struct {
	Objects int64 `json:"objects"`
	Bytes   int64 `json:"bytes"`
}

// Source describes a GC point of a recording, by its 0-based index.
func Source(o *recording.Recording, point int) dump.Recording {
	r := o.Recording
	return dump.Recording{Name: r.Name, Points: len(r.Points), At: point + 1, Time: int64(r.Points[point].Time)}
}
