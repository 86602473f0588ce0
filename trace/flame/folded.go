package flame

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

// sniffedLines is the number of lines that a file of folded stacks is recognized by.
const sniffedLines = 4

// SniffFolded reports whether head, the first inflated bytes of a file, consists of folded call stacks: lines such as main;serve;add 4096.
func SniffFolded(head []byte) bool {
	lines, hasCaller := 0, false
	for line := range bytes.Lines(head) {
		if lines == sniffedLines || !bytes.HasSuffix(line, []byte("\n")) && lines > 0 {
			break
		}
		stack, _, err := parseLine(string(line))
		if err != nil || strings.ContainsAny(stack, "{}\"\t") {
			return false
		}
		lines++
		hasCaller = hasCaller || strings.Contains(stack, ";")
	}
	return lines > 0 && hasCaller
}

// bytesInName matches names of files that say that their numbers are bytes in use.
var bytesInName = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:bytes|inuse[_-]space|leaked)(?:[^a-z]|$)`)

func saysBytes(name string) bool { return bytesInName.MatchString(name) }

// stem returns the name of a file without its extensions.
func stem(name string) string {
	name, _, _ = strings.Cut(name, ".")
	return name
}

// parseLine returns the call stack and the number of a line.
func parseLine(line string) (stack string, n int64, err error) {
	line = strings.TrimRight(line, "\r\n")
	at := strings.LastIndexByte(line, ' ')
	if at <= 0 {
		return "", 0, errors.New("expected a call stack and a number, such as main;serve;add 4096")
	}
	number, err := strconv.ParseFloat(line[at+1:], 64)
	if err != nil || !(number >= 0 && number < 1<<62) || !isDecimal(line[at+1:]) {
		return "", 0, fmt.Errorf("expected a number of bytes after the call stack, not %q", trace.ClipName(line[at+1:]))
	}
	return line[:at], int64(math.Round(number)), nil
}

// isDecimal reports whether a number has only digits and points, unlike 0x1p4 and NaN.
func isDecimal(number string) bool { return strings.Trim(number, "0123456789.") == "" }

// folded decodes folded call stacks, outermost call first. The number of a call stack does not include its callees.
func folded(data []byte, table *sites.Table) (sites.Contents, error) {
	p, frames, number := &sites.Point{}, 0, 0
	names := namerOf("", func(yield func(string) bool) {
		for line := range bytes.Lines(data) {
			if stack, _, _ := strings.Cut(string(line), ";"); !yield(stack) || !yield(string(line)) {
				return
			}
		}
	})
	for line := range bytes.Lines(data) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		text, n, err := parseLine(string(line))
		if err != nil {
			return sites.Contents{}, fmt.Errorf("line %d: %w", number, err)
		}
		calls := strings.Split(text, ";")
		var stack []trace.Frame
		for _, name := range slices.Backward(calls) {
			if len(stack) == sites.MaxFrames {
				break
			}
			stack = append(stack, names.frame(name))
		}
		frames += len(stack)
		if err := sites.CheckFrames(frames); err != nil {
			return sites.Contents{}, err
		}
		p.Add(table.Site(stack), 0, n)
	}
	end := ""
	if !bytes.HasSuffix(data, []byte("\n")) {
		end = "its last line does not end; the file may be truncated"
	}
	return sites.Contents{Points: []*sites.Point{p}, Runtime: names.runtime, Warning: table.Warn(sites.WithoutObjects, sites.Unsampled, end)}, nil
}

// places match names with a place in the source: add (cart.py:12), and cart.py:12 - add.
var (
	placeAfter  = regexp.MustCompile(`^(.+) \(([^()]+):(\d{1,9})\)$`)
	placeBefore = regexp.MustCompile(`^([^ ]+\.[a-z]+):(\d{1,9}) - (.+)$`)
)

// remark matches what pprof appends to names: the offset of an exported function, and inlined calls.
var remark = regexp.MustCompile(`(?:<[0-9a-f]{16}>|\[inline\])+$`)

// place splits the name of a function from its place in the source.
func place(name string) (function, file string, line int64) {
	if m := placeAfter.FindStringSubmatch(name); m != nil {
		line, _ = strconv.ParseInt(m[3], 10, 64) // digits
		return m[1], m[2], line
	}
	if m := placeBefore.FindStringSubmatch(name); m != nil {
		line, _ = strconv.ParseInt(m[2], 10, 64) // digits
		return m[3], m[1], line
	}
	return remark.ReplaceAllString(name, ""), "", 0
}
