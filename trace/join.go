package trace

import "context"

// joinLogs adds what logs tell about the same run, of which main was read. What cannot be joined is told.
func joinLogs(ctx context.Context, r *Run, all []found, main *kind, progress Progress) error {
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
			warnAbout(r.Recording, asInputError(err, files[0].Name), "left out")
			continue
		}
		r.Warnings = append(r.Warnings, other.Warnings...)
		text := r.Join(other)
		if text == "" {
			r.Files = append(r.Files, other.Files...)
			continue
		}
		for _, f := range other.Files {
			r.Warnings = append(r.Warnings, Warning{Source: f, Text: text})
		}
	}
	return nil
}
