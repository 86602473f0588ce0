package flame

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

// Values of [trace.Recording.Format].
const (
	FormatPyroscope = "flame graph (Pyroscope)"
	FormatFolded    = "folded call stacks"
)

// expansion is the number of bytes of memory that decoding a byte takes.
const expansion = 8

// OpenPyroscope returns a recording of flame graphs, plain or compressed with gzip, in order of their times. It reads all files. Unreadable files
// become warnings if at least one is readable. Otherwise the error is a *[trace.InputError] about the first, or the context's.
func OpenPyroscope(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	return sites.Open(ctx, FormatPyroscope, files, progress, func(ctx context.Context, f trace.File, table *sites.Table) (sites.Contents, error) {
		data, err := read(ctx, f)
		if err != nil {
			return sites.Contents{}, err
		}
		return bearer(data, table)
	})
}

// OpenFolded is [OpenPyroscope] for folded call stacks. The names of the files have to say that their numbers are bytes.
func OpenFolded(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	return sites.Open(ctx, FormatFolded, files, progress, func(ctx context.Context, f trace.File, table *sites.Table) (sites.Contents, error) {
		if !saysBytes(f.Base()) {
			return sites.Contents{}, fmt.Errorf("folded call stacks have no unit; if the numbers are bytes in use, rename the file to %s.bytes.folded", stem(f.Base()))
		}
		data, err := read(ctx, f)
		if err != nil {
			return sites.Contents{}, err
		}
		return folded(data, table)
	})
}

func read(ctx context.Context, f trace.File) ([]byte, error) {
	data, err := sites.ReadFile(ctx, f)
	if err == nil {
		err = trace.Admit(ctx, trace.Volume{Bytes: expansion * int64(len(data))})
	}
	return bytes.TrimPrefix(data, []byte("\ufeff")), err
}

// namer returns the frames of functions.
type namer struct {
	runtime trace.Runtime
	known   map[string]trace.Frame
}

// namerOf returns a namer for the functions of a program, and determines its runtime.
func namerOf(spy string, names func(yield func(string) bool)) *namer {
	n := &namer{trace.Other, map[string]trace.Frame{}}
	isGo, hasScopes := spy == "gospy", false
	for name := range names {
		isGo = isGo || name == "runtime.main" || strings.Contains(name, ".(*")
		hasScopes = hasScopes || strings.Contains(name, "::")
	}
	switch {
	case isGo:
		n.runtime = trace.Golang
	case hasScopes:
		n.runtime = trace.Native
	}
	return n
}

// frame returns the frame of a function. A place in the source may follow its name: fill (cart.py:3).
func (n *namer) frame(name string) trace.Frame {
	f, ok := n.known[name]
	if ok {
		return f
	}
	function, file, line := place(trace.ClipName(name))
	switch {
	case n.runtime == trace.Golang:
		f = sites.GoFrame(function, file, line)
	case n.runtime == trace.Native:
		f = sites.NativeFrame(function, "", file, line)
	default:
		f = trace.Frame{Method: function, File: sites.Library(file), Line: sites.Line(line)}
		if dot := strings.LastIndexByte(function, '.'); dot > 0 && dot+1 < len(function) {
			f.Class, f.Method = function[:dot], function[dot+1:]
		}
	}
	if f.Method == "" {
		f.Method = "(not recorded)"
	}
	n.known[name] = f
	return f
}
