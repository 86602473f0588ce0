package gclog

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/histogram"
	"memcity/trace/internal/events"
	"memcity/trace/internal/input"
	"memcity/trace/wire/gclog"
)

// Sniff reports whether head, the first bytes of a file, is the start of a log.
func Sniff(head []byte) bool { return gclog.Sniff(head) }

// Open returns a recording of a log, which may consist of several rotated files. It has GC points only if the log has class histograms:
// histograms printed on request, and those after full GCs or, if there are none, before them. Unreadable files become warnings if at least
// one is readable. Otherwise the error is a *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*events.Run, error) {
	rec := &trace.Recording{Format: "GC log", Names: trace.NewNames()}
	logs, err := orderLogs(ctx, files, rec)
	if err != nil {
		return nil, err
	}
	reader := &gclog.Reader{}
	var before, after []trace.Point // points printed on request are in both
	hasAfter := false
	reader.Found = func(h gclog.Histogram) {
		p := trace.Point{Time: trace.Millis(h.At.Milliseconds())}
		if !h.Plain {
			p.GC = h.Number + 1
		}
		read, err := histogram.Read(bytes.NewReader(h.Text))
		if err != nil || len(read) != 1 || len(read[0]) == 0 {
			return
		}
		p.Counts = read[0]
		p.Source = rec.Files[len(rec.Files)-1]
		hasAfter = hasAfter || h.After
		if h.After || h.Plain {
			after = append(after, p)
		}
		if !h.After || h.Plain {
			before = append(before, p)
		}
	}
	var first *trace.InputError
	for i, l := range logs {
		if i > 0 && l.first < reader.Last()-events.Near {
			rec.Warnings = append(rec.Warnings, trace.Warning{Source: l.file.Base(),
				Text: "its times overlap those of " + rec.Files[len(rec.Files)-1] + ". It belongs to another run and was skipped"})
			continue
		}
		rec.Files = append(rec.Files, l.file.Base())
		if err := readLog(ctx, reader, l.file, progress); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			fault := input.Error(err, l.file.Name)
			first = cmp.Or(first, fault)
			input.Warn(rec, fault, "only the part before that is shown")
		}
	}
	log := reader.Log()
	if rec.Points = before; hasAfter {
		rec.Points = after
	}
	if len(log.GCs) == 0 && len(rec.Points) == 0 {
		return nil, cmp.Or(first, &trace.InputError{Source: files[0].Name, Offset: -1, Text: "the log contains no completed GC"})
	}
	return addLog(rec, log), nil
}

// addLog adds the GCs of a log to r.
func addLog(r *trace.Recording, log *gclog.Log) *events.Run {
	for _, g := range log.GCs {
		r.GCs = append(r.GCs, trace.GC{Number: g.Number + 1, Start: g.Start, End: g.End, Pause: g.Pause, Cause: g.Cause, Kind: g.Kind,
			Before: g.Before, After: g.After, Capacity: g.Capacity, Concurrent: g.Concurrent})
	}
	r.Stops = slices.Grow(r.Stops, log.Stops.Len())
	for s := range log.Stops.All() {
		stop := trace.Stop{Start: s.Start, End: s.End, Kind: s.Kind, Cause: s.Cause, Safepoint: s.Safepoint}
		if !s.Safepoint {
			stop.GC = s.Number + 1
		}
		r.Stops = append(r.Stops, stop)
	}
	var stalls []events.Span
	for _, s := range log.Stalls {
		stalls = append(stalls, events.Span{Start: s.Start, End: s.End})
	}
	events.AddStalls(r.GCs, stalls)
	events.NumberGCs(r)
	r.StartUnix = log.StartUnix
	r.Name = r.Files[0]
	if log.Collector == "Go" {
		r.Runtime = trace.Golang
	}
	if vm := nonEmptyTexts(log.Version, log.Collector); vm != "" {
		r.Recorded = &trace.WriterInfo{VM: vm}
	}
	warn := func(format string, args ...any) {
		r.Warnings = append(r.Warnings, trace.Warning{Source: r.Name, Text: fmt.Sprintf(format, args...)})
	}
	if log.Timed {
		r.Knows |= trace.KnowsTimes
	} else {
		warn("its lines have no times, so only sizes and pause durations are shown")
		for i := range r.Points {
			r.Points[i].Time = trace.Millis(i)
		}
	}
	if log.Skipped > 0 {
		warn("%d of %d lines are damaged or not from a GC log and were skipped, the first at line %d", log.Skipped, log.Lines, log.SkippedLine)
	}
	if log.Restarts > 0 {
		warn("the program was restarted during the log (restarts: %d); its runs are shown one after another", log.Restarts)
	}
	return &events.Run{Recording: r,
		Log: &events.Log{Span: events.Span{Start: log.First, End: log.Last}, Timed: log.Timed, FromStart: log.FromStart}}
}

func nonEmptyTexts(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), ", ")
}

// readLog reads a file of a log.
func readLog(ctx context.Context, reader *gclog.Reader, f trace.File, progress trace.Progress) error {
	content, err := f.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	return reader.Read(&logProgress{input.NewReader(ctx, io.NewSectionReader(content, 0, f.Size)), f, 0, progress})
}

// logProgress reports the progress of reading.
type logProgress struct {
	r        io.Reader
	file     trace.File
	done     int64
	progress trace.Progress
}

func (r *logProgress) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	r.done += int64(n)
	r.progress.Report(r.done, r.file.Size, "reading "+r.file.Base())
	return n, err
}

// logFile is a file of a log with the time of its first line.
type logFile struct {
	file  trace.File
	start int64         // wall-clock time of the file's time zero, in ms since 1970; 0 if unknown
	first time.Duration // since time zero of the first file, or since the latest restart of the program
}

// orderLogs sorts the files of a log by time: by date if all have dates, otherwise by the time since the start of the program. Files
// without times are sorted by name.
func orderLogs(ctx context.Context, files []trace.File, rec *trace.Recording) ([]logFile, error) {
	var logs []logFile
	var first *trace.InputError
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		start, err := startOf(ctx, f)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			fault := input.Error(err, f.Name)
			first = cmp.Or(first, fault)
			input.Warn(rec, fault, "skipped")
			continue
		}
		logs = append(logs, logFile{f, start.StartUnix, start.First})
	}
	if len(logs) == 0 {
		return nil, first
	}
	dated := !slices.ContainsFunc(logs, func(l logFile) bool { return l.start == 0 })
	slices.SortStableFunc(logs, func(a, b logFile) int {
		byDate := 0
		if dated {
			byDate = cmp.Compare(a.start+a.first.Milliseconds(), b.start+b.first.Milliseconds())
		}
		return cmp.Or(byDate, cmp.Compare(a.first, b.first), trace.NaturalOrder(a.file.Base(), b.file.Base()))
	})
	for i := range logs {
		if dated {
			logs[i].first += time.Duration(logs[i].start-logs[0].start) * time.Millisecond
		}
	}
	return logs, nil
}

// maxStart is the number of bytes at the start of a file that are searched for a time. Output of the program may precede the log.
const maxStart = 1 << 20

// startOf returns the log at the start of a file up to the first line with a time.
func startOf(ctx context.Context, f trace.File) (l *gclog.Log, err error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	for _, size := range [...]int64{input.HeadSize, maxStart} {
		part := make([]byte, min(size, f.Size))
		n, err := content.ReadAt(part, 0)
		if err != nil && err != io.EOF {
			return nil, err
		}
		if part = part[:n]; int64(n) < f.Size {
			part = part[:bytes.LastIndexByte(part, '\n')+1]
		}
		var r gclog.Reader
		if err := r.Read(input.NewReader(ctx, bytes.NewReader(part))); err != nil {
			return nil, err
		}
		if l = r.Log(); l.Timed || size >= f.Size {
			break
		}
	}
	return l, nil
}
