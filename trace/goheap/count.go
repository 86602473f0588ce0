package goheap

import (
	"context"
	"errors"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/goheap"
)

// totals counts the objects of a dump and their bytes, without their contents.
func totals(ctx context.Context, f trace.File, progress trace.Progress) (objects, bytes int64, warnings []trace.Warning, err error) {
	l := newLoader(ctx, f, nil)
	err = l.read(progress, func(r *goheap.Record) error {
		switch r.Kind {
		case goheap.Params:
			return l.setParams(r)
		case goheap.Object:
			o := object{addr: r.Numbers[0], size: uint64(len(r.Contents)), first: noWords}
			if len(r.Fields) > 0 && len(r.Contents) >= l.words.ptr {
				o.first = 0
			}
			l.objects = append(l.objects, o)
		}
		return nil
	})
	if err == nil && len(l.objects) == 0 {
		err = errors.New("there are no objects")
	}
	switch {
	case ctx.Err() != nil:
		return 0, 0, nil, ctx.Err()
	case err != nil:
		return 0, 0, nil, input.Error(err, f.Name)
	}
	l.place()
	for i := range l.objects {
		bytes += int64(l.objects[i].size)
	}
	return int64(len(l.objects)), bytes, l.warnings, nil
}
