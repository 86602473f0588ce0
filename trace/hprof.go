package trace

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"memcity/trace/wire/hprof"
)

// Heap dumps of Java in the format HPROF: one GC point per file, whose heap state is read on demand.

// SniffHPROF reports whether head, the first bytes of a file after inflating, begins a heap dump.
func SniffHPROF(head []byte) bool { return hprof.IsHeader(head) }

// OpenHPROF makes a series of heap dumps, plain or compressed with gzip. It reads only their headers and the beginning of
// the first. The dumps are
// ordered by the times in them, and by their names in natural order where those are the same or not known. Files that
// cannot be read become warnings as long as one can.
func OpenHPROF(ctx context.Context, files []File, progress Progress) (*Recording, error) {
	var dumps []hprofDump
	rec := &Recording{Format: "hprof", Names: NewNames(), Knows: KnowsObjects | KnowsReferences | KnowsFields | KnowsRoots | KnowsValues}
	var first error
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress.Tell(int64(i), int64(len(files)), "opening "+f.Base())
		time, err := hprofTime(f)
		if err != nil {
			if first == nil {
				first = err
			}
			rec.Warnings = append(rec.Warnings, Warning{Source: f.Base(), Text: "left out: " + err.Text})
			continue
		}
		dumps = append(dumps, hprofDump{f, time})
	}
	if len(dumps) == 0 {
		if first == nil {
			first = &InputError{Source: "heap dump", Offset: -1, Text: "no file is named"}
		}
		return nil, first
	}
	rec.addDumps(dumps)
	knows, blanked := peekHPROF(ctx, dumps[0].file)
	rec.Knows |= knows
	rec.Blanked = blanked
	return rec, ctx.Err()
}

type hprofDump struct {
	file File
	time int64 // in ms since 1970; 0 if not known
}

func hprofTime(f File) (int64, *InputError) {
	content, err := f.Open()
	if err != nil {
		return 0, &InputError{Source: f.Name, Offset: -1, Text: err.Error()}
	}
	defer content.Close()
	r, err := hprof.NewReader(content, f.Size)
	if err != nil {
		return 0, &InputError{Source: f.Name, Offset: 0, Text: err.Error()}
	}
	return r.Header.Time, nil
}

// addDumps adds a point for each dump. If the time of one is not known, the points are numbered instead.
func (rec *Recording) addDumps(dumps []hprofDump) {
	timed := !slices.ContainsFunc(dumps, func(d hprofDump) bool { return d.time == 0 })
	slices.SortStableFunc(dumps, func(a, b hprofDump) int {
		if timed && a.time != b.time {
			return cmp.Compare(a.time, b.time)
		}
		return NaturalOrder(a.file.Base(), b.file.Base())
	})
	if timed {
		rec.Knows |= KnowsTimes
		rec.StartUnix = dumps[0].time
	}
	rec.Name = dumps[0].file.Base()
	if len(dumps) > 1 {
		rec.Name = fmt.Sprintf("%s and %d more", rec.Name, len(dumps)-1)
	}
	for i, d := range dumps {
		p := Point{Time: Millis(i), Source: d.file.Base()}
		if timed {
			p.Time = Millis(d.time - rec.StartUnix)
		}
		p.Load = func(ctx context.Context, progress Progress) (*Heap, []Warning, error) {
			return LoadHPROF(ctx, d.file, progress)
		}
		p.Totals = func(ctx context.Context, progress Progress) (objects, bytes int64, err error) {
			counts, _, err := HPROFHistogram(ctx, d.file, progress)
			for _, c := range counts {
				objects += c.Objects
				bytes += c.Bytes
			}
			return objects, bytes, err
		}
		rec.Points = append(rec.Points, p)
		rec.Files = append(rec.Files, d.file.Base())
	}
}
