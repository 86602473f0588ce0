package trace

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"memcity/trace/wire/histogram"
)

// ClassHistograms reads the class histograms that a Java virtual machine printed: for each the objects and bytes per type, in
// its order. Types of one name from several loaders are added up. What was read before an error is returned too.
func ClassHistograms(r io.Reader) ([][]TypeCount, error) {
	read, err := histogram.Read(r)
	all := make([][]TypeCount, len(read))
	for i, h := range read {
		all[i] = typeCounts(h)
	}
	return all, err
}

func typeCounts(h histogram.Histogram) []TypeCount {
	counts := make([]TypeCount, 0, len(h.Rows))
	row := map[string]int{}
	for _, r := range h.Rows {
		c := TypeCount{Name: JavaName(r.Name), Kind: kindOfName(r.Name), Objects: r.Objects, Bytes: r.Bytes}
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

// sniffHistogram reports whether head, the first bytes of a file, begins class histograms.
func sniffHistogram(head []byte) bool { return histogram.Sniff(head) }

// openHistograms opens class histograms as a series. A file may hold several.
func openHistograms(ctx context.Context, files []File, progress Progress) (*Recording, error) {
	rec := &Recording{Format: "class histogram", Names: NewNames()}
	var first *InputError
	alone := true // one histogram in each file
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		read, err := readHistograms(f)
		if err != nil {
			fault := asInputError(err, f.Name)
			var line *histogram.LineError
			if errors.As(err, &line) {
				fault = &InputError{Source: f.Name, Offset: -1, Line: line.Line, Text: line.Text}
			}
			outcome := "left out"
			if len(read) > 0 {
				outcome = "the lines before that are shown"
			}
			warnAbout(rec, fault, outcome)
			first = cmp.Or(first, fault)
		}
		for _, h := range read {
			if h.Cut && err == nil {
				rec.Warnings = append(rec.Warnings, Warning{Source: f.Base(), Text: "the histogram has no line with the total: its end is missing"})
			}
			rec.Points = append(rec.Points, Point{Source: f.Base(), Counts: typeCounts(h)})
		}
		if len(read) > 0 {
			rec.Files = append(rec.Files, f.Base())
		}
		alone = alone && len(read) == 1
		progress.Tell(int64(i+1), int64(len(files)), "reading class histograms")
	}
	if len(rec.Points) == 0 {
		return nil, first
	}
	rec.orderHistograms(files, alone)
	return rec, nil
}

func readHistograms(f File) ([]histogram.Histogram, error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	read, err := histogram.Read(io.NewSectionReader(content, 0, f.Size))
	return slices.DeleteFunc(read, func(h histogram.Histogram) bool { return len(h.Rows) == 0 }), err
}

// orderHistograms gives the points times: those in the names of the files, or else those at which the files were written,
// if they come in the order of the names. Else the points are numbered.
func (r *Recording) orderHistograms(files []File, alone bool) {
	times := map[string]int64{}
	for _, from := range []func(File) int64{clockInName, timeWritten} {
		clear(times)
		for _, f := range files {
			times[f.Base()] = from(f)
		}
		if alone && r.takeTimes(times) {
			return
		}
	}
	for i := range r.Points {
		r.Points[i].Time = Millis(i)
	}
	if len(r.Points) > 1 {
		r.Warnings = append(r.Warnings, Warning{Source: r.Points[0].Source,
			Text: "neither the names of the files nor when they were written tell times: the points are in the order of their names"})
	}
}

// takeTimes gives the points their times, in ms since 1970. It does nothing if they do not come one after another.
func (r *Recording) takeTimes(times map[string]int64) bool {
	last := int64(0)
	for _, p := range r.Points {
		if times[p.Source] <= last {
			return false
		}
		last = times[p.Source]
	}
	r.Knows |= KnowsTimes
	r.StartUnix = times[r.Points[0].Source]
	for i := range r.Points {
		r.Points[i].Time = Millis(times[r.Points[i].Source] - r.StartUnix)
	}
	return true
}

func timeWritten(f File) int64 {
	if f.Modified.IsZero() {
		return 0
	}
	return f.Modified.UnixMilli()
}

// Times in names of files: seconds or milliseconds since 1970, and dates with a time of day.
var (
	unixInName = regexp.MustCompile(`(?:^|\D)(1\d{9}(?:\d{3})?)(?:\D|$)`)
	dateInName = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)-?(\d\d)-?(\d\d)[T_. -]?(\d\d)[:_.-]?(\d\d)[:_.-]?(\d\d)(?:\D|$)`)
)

// clockInName returns the time in a file's name in ms since 1970, 0 if there is none.
func clockInName(f File) int64 {
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
