package v8

import (
	"cmp"
	"context"
	"io"
	"math"
	"regexp"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/internal/scripts"
	"memcity/trace/wire/v8"
)

// Sniff reports whether head, the first inflated bytes of a file, is the start of a heap snapshot.
func Sniff(head []byte) bool { return v8.Sniff(head) }

// snapshot is a file of a recording.
type snapshot struct {
	file trace.File
	time int64 // in its name, in ms without a time zone; 0 if unknown
}

// Open returns a recording of heap snapshots, plain or compressed with gzip. It reads only their headers. Snapshots are ordered by the times
// in the names that Node.js and Chrome give to files. Without these, they are ordered by name in natural order, and the times at which the
// files were written are used if they are in the same order. Unreadable files become warnings if at least one is
// readable. Otherwise the error is a *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	rec := &trace.Recording{Format: "heapsnapshot", Runtime: trace.V8, Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots | trace.KnowsIdentity | trace.KnowsTexts}
	var snapshots []snapshot
	var first error
	traced := false
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress.Report(int64(i), int64(len(files)), "opening "+f.Base())
		r, err := openReader(ctx, f, nil)
		if err != nil {
			err = explain(ctx, f, err)
			first = cmp.Or(first, err)
			rec.Warnings = append(rec.Warnings, trace.Warning{Source: f.Base(), Text: "skipped: " + input.Error(err, f.Name).Text})
			continue
		}
		traced = traced || r.traced() && r.Header.Functions > 0
		r.content.Close()
		snapshots = append(snapshots, snapshot{file: f, time: scripts.TimeInName(f.Base())})
	}
	if len(snapshots) == 0 {
		return nil, cmp.Or[error](first, &trace.InputError{Source: "heap snapshot", Offset: -1, Text: "expected a file"})
	}
	if traced {
		rec.Knows |= trace.KnowsSites
	}
	addPoints(rec, snapshots)
	warnMixed(rec)
	return rec, ctx.Err()
}

// heapInName matches the process and the thread in the names that Node.js gives to files.
var heapInName = regexp.MustCompile(`^Heap\.\d+\.\d+\.(\d+\.\d+)\.\d+\.`)

// warnMixed adds a warning if the snapshots are from several processes or threads, whose ids have nothing in common.
func warnMixed(rec *trace.Recording) {
	first := ""
	for _, f := range rec.Files {
		m := heapInName.FindStringSubmatch(f)
		switch {
		case m == nil || m[1] == first:
		case first == "":
			first = m[1]
		default:
			rec.Warnings = append(rec.Warnings, trace.Warning{Source: f, Text: "another process or thread than in " + rec.Files[0] +
				" wrote this snapshot. Objects cannot be followed from one to the other; open the snapshots of each alone"})
			return
		}
	}
}

// order sorts the snapshots and returns their times in ms; nil if unknown. unix is true if they are times since 1970.
func order(snapshots []snapshot) (times []int64, unix bool) {
	named := !slices.ContainsFunc(snapshots, func(s snapshot) bool { return s.time == 0 })
	slices.SortStableFunc(snapshots, func(a, b snapshot) int {
		if named && a.time != b.time {
			return cmp.Compare(a.time, b.time)
		}
		return trace.NaturalOrder(a.file.Base(), b.file.Base())
	})
	for i, s := range snapshots {
		at := s.time
		if !named {
			at = s.file.Modified.UnixMilli()
			if s.file.Modified.IsZero() || i > 0 && at <= times[i-1] {
				return nil, false
			}
		}
		times = append(times, at)
	}
	return times, !named
}

// addPoints adds a point for each snapshot. If the times are unknown, the points are numbered instead.
func addPoints(rec *trace.Recording, snapshots []snapshot) {
	times, unix := order(snapshots)
	if times != nil && (len(times) > 1 || !unix) {
		rec.Knows |= trace.KnowsTimes
	}
	if unix {
		rec.StartUnix = times[0]
	}
	rec.Name = input.Series(snapshots[0].file.Base(), len(snapshots))
	for i, s := range snapshots {
		p := trace.Point{Time: trace.Millis(i), Source: s.file.Base()}
		if times != nil {
			p.Time = trace.Millis(times[i] - times[0])
		}
		p.Load = func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return load(ctx, s.file, progress)
		}
		p.Totals = func(ctx context.Context, progress trace.Progress) (objects, bytes int64, warnings []trace.Warning, err error) {
			objects, bytes, err = totals(ctx, s.file, progress)
			return objects, bytes, nil, err
		}
		rec.Points = append(rec.Points, p)
		rec.Files = append(rec.Files, s.file.Base())
	}
}

// totals counts the objects of a snapshot and their shallow bytes. It reads the file up to its edges.
func totals(ctx context.Context, f trace.File, progress trace.Progress) (objects, bytes int64, err error) {
	r, err := openReader(ctx, f, progress)
	if err != nil {
		return 0, 0, explain(ctx, f, err)
	}
	defer r.content.Close()
	if err = r.skipToNodes(); err == nil {
		objects, bytes, err = r.count()
	}
	if err != nil {
		return 0, 0, explain(ctx, f, err)
	}
	return objects, bytes, nil
}

// skipToNodes skips the tables before the nodes.
func (r *reader) skipToNodes() error {
	for {
		name, err := r.Next()
		switch {
		case err == io.EOF:
			return errNoNodes
		case err != nil || name == "nodes":
			return err
		}
		if err := r.Skip(); err != nil {
			return err
		}
	}
}

// count reads the table of nodes.
func (r *reader) count() (objects, bytes int64, err error) {
	first := true
	err = r.Rows(r.col.nodes, func(rows []uint64, _ int64) error {
		for ; len(rows) > 0; rows = rows[r.col.nodes:] {
			if !first && r.col.nodeKindOf(rows) != syntheticNode {
				objects++
				bytes += int64(min(rows[r.col.size], math.MaxUint32))
			}
			first = false
		}
		r.reportStored()
		return nil
	})
	return objects, bytes, err
}
