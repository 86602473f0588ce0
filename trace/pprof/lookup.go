package pprof

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"memcity/trace/internal/sites"
	"memcity/trace/internal/symbols"
)

// findSymbols names the functions of locations by the programs and libraries of this computer. recorded is when the profile was written; zero
// if unknown. It returns a warning about the file with the most locations that have no name; empty for none.
func findSymbols(ctx context.Context, p *profile.Profile, recorded time.Time) (warning string, err error) {
	if p.TimeNanos > 0 {
		recorded = time.Unix(0, p.TimeNanos)
	}
	unnamed := map[*profile.Mapping][]*profile.Location{}
	for _, l := range p.Location {
		if l.Mapping != nil && len(l.Line) == 0 {
			unnamed[l.Mapping] = append(unnamed[l.Mapping], l)
		}
	}
	functions := functionsOf(p)
	missing, most, first, reason := 0, 0, "", error(nil)
	for _, m := range p.Mapping {
		locations := unnamed[m]
		if len(locations) == 0 || isAllocator(m) || !strings.Contains(m.File, "/") {
			continue
		}
		found, err := symbolsIn(ctx, m, recorded, locations)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err != nil {
			missing++
			if len(locations) > most {
				most, first, reason = len(locations), sites.Library(m.File), err
			}
			continue
		}
		for _, l := range locations {
			for _, f := range found[l.Address] {
				l.Line = append(l.Line, profile.Line{Function: functions.named(f.Name, f.File), Line: f.Line})
			}
		}
	}
	switch missing {
	case 0:
		return "", nil
	case 1:
		return fmt.Sprintf("functions of %s have no names: %v", first, reason), nil
	case 2:
		return fmt.Sprintf("functions of %s and 1 more file have no names: %v", first, reason), nil
	}
	return fmt.Sprintf("functions of %s and %d more files have no names: %v", first, missing-1, reason), nil
}

func symbolsIn(ctx context.Context, m *profile.Mapping, recorded time.Time, locations []*profile.Location) (map[uint64][]symbols.Frame, error) {
	addresses := make([]uint64, len(locations))
	for i, l := range locations {
		addresses[i] = l.Address
	}
	at := symbols.Mapping{Start: m.Start, Limit: m.Limit, Offset: m.Offset, File: m.File, BuildID: m.BuildID, Recorded: recorded}
	return symbols.Find(ctx, at, addresses)
}
