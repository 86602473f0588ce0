package v8profile

import (
	"bytes"
	"cmp"
	"context"
	"path"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/scripts"
	"memcity/trace/internal/sites"
)

// Format is the value of [trace.Recording.Format].
const Format = "heap profile (V8)"

// Sniff reports whether head, the first inflated bytes of a file, is the start of a profile.
func Sniff(head []byte) bool {
	head = bytes.TrimLeft(head, "\ufeff \t\r\n")
	compact := bytes.Join(bytes.Fields(head[:min(len(head), 256)]), nil)
	return bytes.HasPrefix(compact, []byte(`{"head":{"callFrame":`))
}

// Open returns a recording of profiles, plain or compressed with gzip, in order of the times in their names. It reads all profiles, twice if
// there are several. Unreadable files become warnings if at least one is readable. Otherwise the error is a *[trace.InputError] about the
// first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	folder := commonFolder(ctx, files)
	return sites.Open(ctx, Format, files, progress, func(ctx context.Context, f trace.File, table *sites.Table) (sites.Contents, error) {
		p, err := read(ctx, f)
		if err != nil {
			return sites.Contents{}, err
		}
		if len(files) == 1 {
			folder = scripts.Root(p.urls())
		}
		point, err := p.point(table, folder)
		if err != nil {
			return sites.Contents{}, err
		}
		point.Time = scripts.TimeInName(f.Base())
		point.Relative = point.Time > 0
		return sites.Contents{Points: []*sites.Point{point}, Runtime: trace.V8, Warning: table.Warn(sites.WithoutObjects)}, nil
	})
}

// commonFolder returns the folder of the program that several files have in common, so that they name its scripts alike.
func commonFolder(ctx context.Context, files []trace.File) string {
	if len(files) == 1 {
		return ""
	}
	var urls []string
	for _, f := range files {
		if p, err := read(ctx, f); err == nil {
			urls = append(urls, p.urls()...)
		}
	}
	return scripts.Root(urls)
}

func read(ctx context.Context, f trace.File) (*profile, error) {
	data, err := sites.ReadFile(ctx, f)
	if err != nil {
		return nil, err
	}
	if err := trace.Admit(ctx, trace.Volume{Bytes: sites.MemoryOfJSON(data)}); err != nil {
		return nil, err
	}
	return parse(bytes.TrimPrefix(data, []byte("\ufeff")))
}

// urls returns the scripts of a profile.
func (p *profile) urls() (urls []string) {
	known := map[string]bool{}
	p.visit(func(stack []*call) bool {
		if url := stack[len(stack)-1].Frame.URL; url != "" && !known[url] {
			known[url] = true
			urls = append(urls, url)
		}
		return true
	})
	return urls
}

// point returns the point of a profile. Files of the program are named relative to folder. The cost is linear in the frames of all call stacks.
func (p *profile) point(table *sites.Table, folder string) (*sites.Point, error) {
	out, frames := &sites.Point{Interval: p.interval()}, 0
	var buffer []trace.Frame
	p.visit(func(stack []*call) bool {
		size := number(stack[len(stack)-1].Self)
		if size == 0 {
			return true
		}
		buffer = buffer[:0]
		for i := len(stack) - 1; i >= 0 && len(buffer) < sites.MaxFrames; i-- {
			buffer = append(buffer, stack[i].frame(folder))
		}
		out.Add(table.Site(buffer), 0, size)
		frames += len(buffer)
		return sites.CheckFrames(frames) == nil
	})
	return out, sites.CheckFrames(frames)
}

// maxURL is the largest length of the URL of a script, in bytes. The URL may contain the script itself.
const maxURL = 1000

// builtIns is the module of functions of JavaScript itself.
const builtIns = "js"

// frame returns the frame of a call. Names in parentheses, such as (V8 API), have no module. Neither have functions of scripts that V8 has
// freed.
func (c *call) frame(folder string) trace.Frame {
	f := trace.Frame{Method: trace.ClipName(cmp.Or(c.Frame.Function, "(anonymous)"))}
	if url := c.Frame.URL[:min(len(c.Frame.URL), maxURL)]; url != "" {
		f.Class = trace.ClipName(scripts.Label(url, folder))
		f.File = path.Base(f.Class)
		f.Line = sites.Line(number(c.Frame.Line + 1))
		return f
	}
	if f.Native = c.Frame.Script == "" || c.Frame.Script == "0"; f.Native && !strings.HasPrefix(f.Method, "(") {
		f.Class = builtIns
	}
	return f
}
