package phd

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/javacore"
)

// dumpName is the part of a file name that the VM gives to all files that it writes at one moment: heapdump.20160404.083909.9480.0002.phd.
type dumpName struct {
	moment string // 20160404.083909.9480: date, local time, process; empty if the name has none
	time   int64  // in ms, without a time zone; 0 if unknown
	number int    // of the file
}

var momentInName = regexp.MustCompile(`(\d{8}\.\d{6})\.(\d+)(?:\.(\d+))?`)

func nameOf(base string) dumpName {
	m := momentInName.FindStringSubmatch(base)
	if m == nil {
		return dumpName{}
	}
	at, err := time.Parse("20060102.150405", m[1])
	if err != nil {
		return dumpName{}
	}
	number, _ := strconv.Atoi(m[3]) // 0 without a number
	return dumpName{m[1] + "." + m[2], at.UnixMilli(), number}
}

// assign finds the javacore of each dump: among the given ones, or next to the dump on disk. If there is one of each, they belong together.
func assign(dumps []dump, cores []trace.File) (warnings []trace.Warning) {
	if len(dumps) == 1 && len(cores) == 1 {
		dumps[0].cores = cores
		return nil
	}
	used := map[string]bool{}
	for i := range dumps {
		d := &dumps[i]
		if d.cores = d.nearest(cores); len(d.cores) > 0 {
			used[d.cores[0].Name] = true
		} else {
			d.cores = d.nearest(besides(d.file))
		}
	}
	for _, c := range cores {
		if !used[c.Name] {
			warnings = append(warnings, trace.Warning{Source: c.Base(),
				Text: "skipped: no heap dump has the date, time and process of this javacore in its name"})
		}
	}
	return warnings
}

// nearest returns the javacore of the same moment with the nearest number; nil if there is none.
func (d *dump) nearest(cores []trace.File) []trace.File {
	var same []trace.File
	for _, c := range cores {
		if d.name.moment != "" && nameOf(c.Base()).moment == d.name.moment {
			same = append(same, c)
		}
	}
	if len(same) == 0 {
		return nil
	}
	distance := func(c trace.File) int {
		n := nameOf(c.Base()).number - d.name.number
		return max(n, -n)
	}
	return []trace.File{slices.MinFunc(same, func(a, b trace.File) int { return cmp.Compare(distance(a), distance(b)) })}
}

// besides returns the javacores in the folder of a file on disk.
func besides(f trace.File) (cores []trace.File) {
	content, err := f.Open()
	if err != nil {
		return nil
	}
	defer content.Close()
	if stamp := input.Stamp(content); stamp == nil || !stamp.Mode().IsRegular() {
		return nil
	}
	entries, err := os.ReadDir(filepath.Dir(f.Name))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasPrefix(e.Name(), "javacore.") {
			continue
		}
		if core, err := trace.DiskFile(filepath.Join(filepath.Dir(f.Name), e.Name())); err == nil {
			cores = append(cores, core)
		}
	}
	return cores
}

// readCore reads a javacore.
func readCore(ctx context.Context, f trace.File) (*javacore.Dump, error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	inflated, _ := input.Inflate(io.NewSectionReader(content, 0, f.Size))
	return javacore.Read(input.NewReader(ctx, inflated))
}
