package cli

import (
	"context"
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

// Points are the GC points that options can name.
type Points struct {
	Times []trace.Millis
	Peak  func() (int, error) // returns the index of the point with the largest heap
}

// PointsOf returns the GC points of a series of a recording. At the peak, the recording has objects, if it has objects at any point. The
// cost of the peak is linear in the points.
func PointsOf(o *recording.Recording, s *trees.Series) Points {
	r := o.Recording
	return Points{s.Times, func() (int, error) {
		return peak(s.Len(), func(i int) bool { return r.Walked(s.Source(i)) }, func(i int) (int64, error) { return s.Bytes(i, 0), nil })
	}}
}

// pointsOf returns all GC points of a recording. The first peak may read all heap states.
func pointsOf(ctx context.Context, o *recording.Recording) Points {
	points := o.Recording.Points
	times := make([]trace.Millis, len(points))
	for i := range times {
		times[i] = points[i].Time
	}
	return Points{times, func() (int, error) {
		return peak(len(points), o.Recording.Walked, func(i int) (int64, error) {
			_, bytes, err := o.Total(ctx, i)
			return bytes, err
		})
	}}
}

// peak returns the index of the largest heap, the earliest of several. It compares the points with objects, or all points if none has any.
func peak(points int, walked func(int) bool, bytes func(int) (int64, error)) (int, error) {
	best, most, objects := -1, int64(0), false
	for i := range points {
		objects = objects || walked(i)
	}
	for i := range points {
		if objects && !walked(i) {
			continue
		}
		size, err := bytes(i)
		if err != nil {
			return 0, err
		}
		if best < 0 || size > most {
			best, most = i, size
		}
	}
	return max(best, 0), nil
}

// ParseAt parses a GC point and returns its 0-based index. It accepts first, last, peak, a number from 1, and a time such as 12.5s, which
// selects the last point not after it.
func ParseAt(text string, of Points) (int, error) {
	times := of.Times
	switch text {
	case "first":
		return 0, nil
	case "last":
		return len(times) - 1, nil
	case "peak":
		return of.Peak()
	}
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(times) {
			return 0, Usagef("GC point %d: expected 1 to %d", n, len(times))
		}
		return n - 1, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, Usagef("GC point %q: expected first, last, peak, a number from 1, or a time such as 12.5s", text)
	}
	point := 0
	for i, t := range times {
		if int64(t) <= d.Milliseconds() {
			point = i
		}
	}
	return point, nil
}

// ParseWindow parses a time window of GC points, such as 3..8 or 1..peak.
func ParseWindow(text string, of Points) (trees.Window, error) {
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		return trees.Window{}, Usagef("window %q: expected two GC points as A..B", text)
	}
	a, err := ParseAt(from, of)
	if err != nil {
		return trees.Window{}, err
	}
	b, err := ParseAt(to, of)
	if err == nil && b < a {
		err = Usagef("window %q: ends before it starts", text)
	}
	return trees.Window{From: a, To: b}, err
}

// PointOf returns the GC point that --at names; without it the one that [trace.Recording.Initial] returns.
func PointOf(ctx context.Context, o *recording.Recording, at string) (int, error) {
	if at == "" {
		return o.Recording.Initial(), nil
	}
	return ParseAt(at, pointsOf(ctx, o))
}

// WindowOf returns the GC points of a recording that --window names.
func WindowOf(ctx context.Context, o *recording.Recording, text string) (trees.Window, error) {
	return ParseWindow(text, pointsOf(ctx, o))
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
