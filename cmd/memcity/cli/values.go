package cli

import (
	"os"
	"strconv"
	"strings"
	"time"

	"memcity/assets"
	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/trace"
)

// ParseShare parses a share between 0 and 1, or a percentage with its sign: "0.9", "90%", "90 %".
func ParseShare(text string) (share float64, ok bool) {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		share /= 100
	}
	return share, err == nil && share >= 0 && share <= 1 // false for NaN
}

// ParseAt parses a GC point and returns its 0-based index. It accepts first, last, a number from 1, and a time such as 12.5s, which
// selects the last point not after it.
func ParseAt(text string, times []trace.Millis) (int, error) {
	switch text {
	case "first":
		return 0, nil
	case "last":
		return len(times) - 1, nil
	}
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(times) {
			return 0, Usagef("GC point %d: expected 1 to %d", n, len(times))
		}
		return n - 1, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, Usagef("GC point %q: expected first, last, a number from 1, or a time such as 12.5s", text)
	}
	point := 0
	for i, t := range times {
		if int64(t) <= d.Milliseconds() {
			point = i
		}
	}
	return point, nil
}

// ParseWindow parses a time window such as 3..8, of GC points at the given times. The error is a [UsageError].
func ParseWindow(text string, times []trace.Millis) (trees.Window, error) {
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		return trees.Window{}, Usagef("window %q: expected two GC points as A..B", text)
	}
	a, err := ParseAt(from, times)
	if err != nil {
		return trees.Window{}, err
	}
	b, err := ParseAt(to, times)
	if err == nil && b < a {
		err = Usagef("window %q: ends before it starts", text)
	}
	return trees.Window{From: a, To: b}, err
}

// PointOf returns the GC point that --at names; without it the one that [trace.Recording.Initial] returns.
func PointOf(o *recording.Recording, at string) (int, error) {
	if at == "" {
		return o.Recording.Initial(), nil
	}
	times := make([]trace.Millis, len(o.Recording.Points))
	for i := range times {
		times[i] = o.Recording.Points[i].Time
	}
	return ParseAt(at, times)
}

// CheckSizeKinds returns a [UsageError] if a recording lacks data for one of the size kinds.
func CheckSizeKinds(o *recording.Recording, measures ...trees.SizeKind) error {
	missing := o.Catalog().Missing
	for _, m := range measures {
		if missing[m] != "" {
			return Usagef("%s sizes: %s", m, missing[m])
		}
	}
	return nil
}

// CheckPath reports a missing file or folder before a window opens for it.
func CheckPath(path string) error {
	if path == "-" || strings.HasPrefix(path, assets.DemoPrefix) || exchange.IsAddress(path) {
		return nil
	}
	if _, err := os.Stat(path); err != nil {
		return &trace.InputError{Source: path, Offset: -1, Text: "no such file, folder or command; see memcity help"}
	}
	return nil
}
