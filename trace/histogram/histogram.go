package histogram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/internal/javaname"
	"memcity/trace/wire/histogram"
)

// Read reads class histograms printed by a Java VM. For each it returns the objects and shallow bytes by type, in its order. Types of the
// same name from different loaders are added up. Histograms before an error are returned with it. An error about a line is a
// *[histogram.LineError] of trace/wire/histogram.
func Read(r io.Reader) ([][]trace.TypeCount, error) {
	read, err := histogram.Read(r)
	all := make([][]trace.TypeCount, len(read))
	for i, h := range read {
		all[i] = typeCounts(h)
	}
	return all, err
}

func typeCounts(h histogram.Histogram) []trace.TypeCount {
	counts := make([]trace.TypeCount, 0, len(h.Rows))
	row := map[string]int{}
	for _, r := range h.Rows {
		c := trace.TypeCount{Name: javaname.Of(r.Name), Kind: javaname.Kind(r.Name), Objects: r.Objects, Bytes: r.Bytes}
		if i, ok := row[c.Name]; ok {
			counts[i].Objects += c.Objects
			counts[i].Bytes += c.Bytes
			continue
		}
		row[c.Name] = len(counts)
		counts = append(counts, c)
	}
	return counts
}

// Sniff reports whether head, the first bytes of a file, is the start of a class histogram.
func Sniff(head []byte) bool { return histogram.Sniff(head) }

// Open returns a recording of class histograms. A file may contain several. Unreadable files become warnings if at least one is readable.
// Otherwise the error is a *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	rec := &trace.Recording{Format: "class histogram", Names: trace.NewNames()}
	var first *trace.InputError
	alone := true     // each file has one histogram
	var dates []int64 // by point, in ms since 1970; 0 if not reported
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		read, err := readFile(ctx, f)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && len(read) == 0 {
			err = &trace.InputError{Source: f.Name, Offset: -1, Text: "it contains no classes: it ends before the first row"}
		}
		if err != nil {
			fault := input.Error(err, f.Name)
			var line *histogram.LineError
			if errors.As(err, &line) {
				fault = &trace.InputError{Source: f.Name, Offset: -1, Line: line.Line, Text: line.Text}
			}
			outcome := "skipped"
			if len(read) > 0 {
				outcome = "only the lines before it are shown"
			}
			input.Warn(rec, fault, outcome)
			first = cmp.Or(first, fault)
		}
		for _, h := range read {
			if h.Skipped > 0 {
				rec.Warnings = append(rec.Warnings, trace.Warning{Source: f.Base(), Text: fmt.Sprintf("lines that do not belong to a class "+
					"histogram were skipped: %d, the first at line %d", h.Skipped, h.SkippedLine)})
			}
			if h.Cut && err == nil {
				rec.Warnings = append(rec.Warnings,
					trace.Warning{Source: f.Base(), Text: "the histogram has no total line, so its end is missing"})
			}
			rec.Points = append(rec.Points, trace.Point{Source: f.Base(), Counts: typeCounts(h)})
			dates = append(dates, h.Unix)
		}
		if len(read) > 0 {
			rec.Files = append(rec.Files, f.Base())
		}
		alone = alone && len(read) == 1
		progress.Report(int64(i+1), int64(len(files)), "reading class histograms")
	}
	if len(rec.Points) == 0 {
		return nil, first
	}
	if !takeDates(rec, dates) {
		orderHistograms(rec, files, alone)
	}
	return rec, nil
}

func readFile(ctx context.Context, f trace.File) ([]histogram.Histogram, error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	read, err := histogram.Read(input.NewReader(ctx, io.NewSectionReader(content, 0, f.Size)))
	return slices.DeleteFunc(read, func(h histogram.Histogram) bool { return len(h.Rows) == 0 }), err
}

// orderHistograms sets the times of the points: times in the file names, or the modification times of the files. Times are used only if
// they ascend in the order of the names. Otherwise the points are numbered.
func orderHistograms(r *trace.Recording, files []trace.File, alone bool) {
	for _, from := range []func(trace.File) int64{timeInName, timeWritten} {
		byName := map[string]int64{}
		for _, f := range files {
			byName[f.Base()] = from(f)
		}
		times := make([]int64, len(r.Points))
		for i, p := range r.Points {
			times[i] = byName[p.Source]
		}
		if alone && takeTimes(r, times) {
			return
		}
	}
	for i := range r.Points {
		r.Points[i].Time = trace.Millis(i)
	}
	if len(r.Points) > 1 {
		r.Warnings = append(r.Warnings, trace.Warning{Source: r.Points[0].Source,
			Text: "file names and modification times give no times, so the points are sorted by file name"})
	}
}

// takeTimes sets the times of the points from times in ms since 1970. It returns false and changes nothing unless they ascend.
func takeTimes(r *trace.Recording, times []int64) bool {
	last := int64(0)
	for _, at := range times {
		if at <= last {
			return false
		}
		last = at
	}
	r.Knows |= trace.KnowsTimes
	r.StartUnix = times[0]
	for i := range r.Points {
		r.Points[i].Time = trace.Millis(times[i] - r.StartUnix)
	}
	return true
}

// takeDates orders the points by their dates and sets their times. It returns false and changes nothing if two dates are equal or one is
// missing.
func takeDates(r *trace.Recording, dates []int64) bool {
	points, order := slices.Clone(r.Points), make([]int, len(dates))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(dates[a], dates[b]) })
	sorted := make([]int64, len(dates))
	for i, from := range order {
		sorted[i], r.Points[i] = dates[from], points[from]
	}
	if !takeTimes(r, sorted) {
		r.Points = points
		return false
	}
	return true
}

func timeWritten(f trace.File) int64 {
	if f.Modified.IsZero() {
		return 0
	}
	return f.Modified.UnixMilli()
}

// Times in file names: seconds or milliseconds since 1970, and dates with a time of day.
var (
	unixInName = regexp.MustCompile(`(?:^|\D)(1\d{9}(?:\d{3})?)(?:\D|$)`)
	dateInName = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)-?(\d\d)-?(\d\d)[T_. -]?(\d\d)[:_.-]?(\d\d)[:_.-]?(\d\d)(?:\D|$)`)
)

// timeInName returns the time in a file name in ms since 1970; 0 if there is none.
func timeInName(f trace.File) int64 {
	if m := dateInName.FindStringSubmatch(f.Base()); m != nil {
		if t, err := time.Parse("20060102150405", strings.Join(m[1:], "")); err == nil {
			return t.UnixMilli()
		}
	}
	if m := unixInName.FindStringSubmatch(f.Base()); m != nil {
		n, err := strconv.ParseInt(m[1], 10, 64)
		switch {
		case err != nil || n > math.MaxInt64/1000:
		case len(m[1]) == 10:
			return n * 1000
		default:
			return n
		}
	}
	return 0
}
