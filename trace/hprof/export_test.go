package hprof

import (
	"context"
	"runtime"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// Pass reads all records of a dump and does nothing else.
func Pass(ctx context.Context, f trace.File) error {
	content, err := f.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	r, err := hprof.NewReader(content, f.Size)
	if err != nil {
		return err
	}
	_, err = r.Scan(ctx, runtime.GOMAXPROCS(0), func(_ int, c *hprof.Chunk) error {
		var rec hprof.Record
		for c.Next(&rec) {
		}
		return nil
	})
	return err
}
