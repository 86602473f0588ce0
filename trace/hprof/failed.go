package hprof

import (
	"context"
	"sync"

	tracepkg "memcity/trace"
	"memcity/trace/wire/hprof"
)

// Failed reports whether the innermost frame of a stack in a dump creates an OutOfMemoryError. HotSpot dumps the heap at that moment. It
// reads the file up to its first object, or the first 32 MB. It returns an error only if ctx is done.
func Failed(ctx context.Context, f tracepkg.File) (bool, error) {
	content, err := f.Open()
	if err != nil {
		return false, ctx.Err()
	}
	defer content.Close()
	r, err := hprof.NewReader(content, f.Size)
	if err != nil {
		return false, ctx.Err()
	}
	var parts []symbolPart
	_, err = r.Scan(ctx, 1, func(_ int, c *hprof.Chunk) error {
		if c.Index >= peekChunks {
			return errSeen
		}
		parts = append(parts, symbolPart{index: c.Index})
		part := &parts[len(parts)-1]
		var record hprof.Record
		for c.Next(&record) {
			switch record.Kind {
			case hprof.Instance, hprof.ObjectArray, hprof.PrimitiveArray:
				return errSeen
			case hprof.ClassDump: // as large as all other records together
			default:
				part.record(&record, r.Header.IDSize)
			}
		}
		return nil
	})
	if err != nil && err != errSeen {
		return false, ctx.Err()
	}
	s := joinSymbols(parts)
	class := map[uint32]uint64{} // name by serial
	for _, l := range s.loads {
		class[l.serial] = l.name
	}
	for _, t := range s.traces {
		if len(t.frames) == 0 {
			continue
		}
		if top, ok := s.frames[t.frames[0]]; ok && s.texts[top.method] == "<init>" && s.texts[class[top.class]] == "java/lang/OutOfMemoryError" {
			return true, nil
		}
	}
	return false, nil
}

// onceKnown returns a function that calls f until it succeeds, and then returns that result. It is safe for concurrent use.
func onceKnown(f func(ctx context.Context) (bool, error)) func(ctx context.Context) (bool, error) {
	var mu sync.Mutex
	var known, result bool
	return func(ctx context.Context) (bool, error) {
		mu.Lock()
		defer mu.Unlock()
		if known {
			return result, nil
		}
		is, err := f(ctx)
		if err == nil {
			known, result = true, is
		}
		return is, err
	}
}
