package trace

import (
	"context"
	"runtime"

	"memcity/trace/wire/hprof"
)

// PassHPROF reads all records of a dump and nothing more.
func PassHPROF(ctx context.Context, f File) error {
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
