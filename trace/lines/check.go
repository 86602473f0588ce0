package lines

import (
	"context"

	"memcity/trace"
	"memcity/trace/internal/input"
)

// PointReport describes the part of a file for one GC point.
type PointReport struct {
	Line       int64 // 1-based line of the header
	Objects    int64
	Bytes      int64 // shallow
	References int64
	Roots      int64
	Types      int64 // with objects
	Faults     []Fault
}

// Check reads a whole file and returns a report for each GC point. An error means that the file has no header or cannot be read; it is a
// *[trace.InputError] or the context's. Faults of a GC point without objects include the reason.
func Check(ctx context.Context, f trace.File, progress trace.Progress) ([]PointReport, error) {
	points, warnings, err := pointsOf(ctx, f, progress)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, input.Error(err, f.Name)
	}
	var reports []PointReport
	for i := range points {
		h, faults, err := load(ctx, &points[i], progress, false)
		report := PointReport{Line: points[i].line, Faults: faults.list()}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case trace.RefusedBy(err) != nil:
			return nil, err
		case err != nil:
			fault := input.Error(err, f.Name)
			if len(report.Faults) == 0 {
				report.Faults = append(report.Faults, Fault{Line: max(int64(fault.Line), points[i].line), Count: 1, Text: fault.Text})
			}
		default:
			report.count(h)
		}
		reports = append(reports, report)
	}
	last := &reports[len(reports)-1]
	for _, w := range warnings { // the file is cut off
		last.Faults = append(last.Faults, Fault{Line: last.Line, Count: 1, Text: w.Text})
	}
	return reports, nil
}

// count adds the numbers of a heap state.
func (r *PointReport) count(h *trace.Heap) {
	r.Objects, r.References, r.Roots = int64(h.Len()), int64(len(h.RefTo)), int64(len(h.Roots))
	for _, c := range h.CountTypes() {
		r.Types++
		r.Bytes += c.Bytes
	}
}
