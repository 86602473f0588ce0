package open

import (
	"context"

	"memcity/trace"
	"memcity/trace/internal/events"
	"memcity/trace/internal/input"
)

// joinLogs adds logs of the same run to r, which was read from files of kind main. Logs that cannot be joined become warnings.
func joinLogs(ctx context.Context, r *events.Run, all []found, main *kind, progress trace.Progress) error {
	for _, kind := range kinds {
		files := filesOf(all, kind)
		if kind.log == nil || kind == main || len(files) == 0 {
			continue
		}
		other, err := kind.log(ctx, files, progress)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			input.Warn(r.Recording, input.Error(err, files[0].Name), "skipped")
			continue
		}
		r.Warnings = append(r.Warnings, other.Warnings...)
		text := r.Join(other)
		if text == "" {
			r.Files = append(r.Files, other.Files...)
			continue
		}
		for _, f := range other.Files {
			r.Warnings = append(r.Warnings, trace.Warning{Source: f, Text: text})
		}
	}
	return nil
}
