package pprof

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// textHeader begins the text formats of gperftools, tcmalloc and Go.
const textHeader = "heap profile: "

func isText(data []byte) bool { return bytes.HasPrefix(data, []byte(textHeader)) }

// textCount matches the objects and bytes in use at the start of a line.
var textCount = regexp.MustCompile(`^(?:heap profile:)?\s*(\d+):\s*(\d+)\s*\[`)

// textWarnings returns warnings about the kind and the completeness of a text. Since jemalloc 5.3, the counts of call stacks do not add up to
// the totals: it changes each count so that the formula of jeprof has the right result.
func textWarnings(data []byte, isJemalloc bool) (warnings []string) {
	header, rest, _ := bytes.Cut(data, []byte("\n"))
	switch {
	case bytes.Contains(header, []byte("@ growth")):
		warnings = append(warnings, "it is a growth profile: memory that the allocator took from the system, not memory in use")
	case bytes.Contains(header, []byte("@ fragmentation")):
		warnings = append(warnings, "it is a fragmentation profile: memory that the allocator holds, not memory in use")
	}
	total, found, hasComments, hasLibraries := bytesIn(header), uint64(0), false, false
	for line := range bytes.Lines(rest) {
		switch {
		case bytes.HasPrefix(line, []byte("#")):
			hasComments = true
		case bytes.HasPrefix(line, []byte("MAPPED_LIBRARIES:")), bytes.HasPrefix(line, []byte("--- Memory map:")):
			hasLibraries = true
		case !hasLibraries:
			found += bytesIn(line)
		}
	}
	switch {
	case total > found && !isJemalloc:
		warnings = append(warnings, fmt.Sprintf("it has call stacks for %d of its %d bytes; it may be truncated", found, total))
	case !hasComments && !hasLibraries:
		warnings = append(warnings, "it does not end with a list of libraries; it may be truncated")
	}
	return warnings
}

// bytesIn returns the bytes in use in a line; 0 for other lines.
func bytesIn(line []byte) uint64 {
	if m := textCount.FindSubmatch(line); m != nil {
		n, _ := strconv.ParseUint(string(m[2]), 10, 62) // 0 if it is too large
		return n
	}
	return 0
}

// splitSymbols returns the names in the section that pprof --raw and profiles saved by pprof have in front, by address, and the profile after
// it:
//
//	--- symbol
//	binary=/usr/bin/shop
//	0x00005632dd565376 serve(int)
//	---
//	--- heap
//	heap profile: …
//
// Inlined calls are joined by --, with the outermost first. Data without the section is returned as it is.
func splitSymbols(data []byte) (names map[uint64][]string, rest []byte, err error) {
	if !bytes.HasPrefix(data, []byte(symbolHeader)) {
		return nil, data, nil
	}
	section, rest, ok := bytes.Cut(data, []byte("\n---\n"))
	if !ok {
		return nil, nil, fmt.Errorf("the profile ends in its list of symbols, after %d bytes; the copy or download may be incomplete", len(data))
	}
	names = map[uint64][]string{}
	for line := range strings.Lines(string(section)) {
		address, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		at, err := strconv.ParseUint(address, 0, 64)
		if err != nil || !strings.HasPrefix(address, "0x") || name == "" || strings.HasPrefix(name, "0x") {
			continue
		}
		for _, n := range strings.Split(name, "--") {
			names[at] = append(names[at], symbolOffset.ReplaceAllString(n, ""))
		}
	}
	title, rest, _ := bytes.Cut(rest, []byte("\n"))
	if !bytes.HasPrefix(title, []byte("--- ")) || len(rest) == 0 {
		return nil, nil, fmt.Errorf("the profile ends after its list of symbols")
	}
	return names, rest, nil
}

const symbolHeader = "--- symbol\n"

// symbolOffset matches the offset of a function that pprof appends to names of exported functions.
var symbolOffset = regexp.MustCompile(`<[0-9a-f]{16}>$`)
