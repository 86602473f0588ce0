package pprof

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
)

// jemallocHeader begins the text format of jemalloc. The mean number of allocated bytes between two samples follows.
const jemallocHeader = "heap_v2/"

// jemallocCount matches the objects and bytes of all threads, in use and, in brackets, allocated since the start.
var jemallocCount = regexp.MustCompile(`^\s*t\*:\s*(\d+):\s*(\d+)\s*\[\s*(\d+):\s*(\d+)\]`)

// fromJemalloc converts the text format of jemalloc to that of gperftools, which has a line for each call stack:
//
//	heap_v2/524288                heap profile: 28106: 56637512 [0: 0] @ heap_v2/524288
//	  t*: 28106: 56637512 [0: 0]
//	@ 0x5f86da8 0x5f5a1dc         28106: 56637512 [0: 0] @ 0x5f86da8 0x5f5a1dc
//	  t*: 28106: 56637512 [0: 0]
//	  t0: 28106: 56637512 [0: 0]
//
//	MAPPED_LIBRARIES: …           MAPPED_LIBRARIES: …
//
// Both name the sampled objects, which decoding divides by their probability of being sampled, 1-exp(-size/interval), as jeprof does (its
// function AdjustSamples). Data in other formats is returned as it is.
func fromJemalloc(data []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte(jemallocHeader)) {
		return data, nil
	}
	c := &converter{}
	for line := range bytes.Lines(data) {
		c.line++
		if bytes.HasPrefix(line, []byte("MAPPED_LIBRARIES:")) {
			c.out.WriteByte('\n')
			c.out.Write(data[c.read:])
			break
		}
		c.read += len(line)
		if err := c.add(bytes.TrimRight(line, "\r\n")); err != nil {
			return nil, fmt.Errorf("line %d: %w", c.line, err)
		}
	}
	if !c.isBegun || c.stack != nil {
		return nil, fmt.Errorf("line %d: expected the counts of all threads, such as t*: 12: 3456 [0: 0]", c.line)
	}
	return c.out.Bytes(), nil
}

// converter converts lines of jemalloc's format.
type converter struct {
	out      bytes.Buffer
	line     int // 1-based
	read     int // bytes
	interval string
	isBegun  bool   // whether the totals were read
	stack    []byte // of the next counts; nil for none
}

func (c *converter) add(line []byte) error {
	switch {
	case c.line == 1:
		c.interval = string(line[len(jemallocHeader):])
		if n, err := strconv.ParseInt(c.interval, 10, 64); err != nil || n <= 0 {
			return fmt.Errorf("expected heap_v2/BYTES with the mean number of bytes between two samples, not %q", clipped(line))
		}
	case bytes.HasPrefix(line, []byte("@")) && c.stack == nil:
		c.stack = line
	case bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("t*:")):
		m := jemallocCount.FindSubmatch(line)
		if m == nil || c.isBegun && c.stack == nil {
			return fmt.Errorf("expected the counts of a call stack, such as t*: 12: 3456 [0: 0], not %q", clipped(line))
		}
		if !c.isBegun {
			fmt.Fprintf(&c.out, "heap profile: %s: %s [%s: %s] @ heap_v2/%s\n", m[1], m[2], m[3], m[4], c.interval)
		} else {
			fmt.Fprintf(&c.out, "%s: %s [%s: %s] %s\n", m[1], m[2], m[3], m[4], c.stack)
		}
		c.isBegun, c.stack = true, nil
	case bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("t")) && c.stack == nil, len(bytes.TrimSpace(line)) == 0: // a single thread
	default:
		return fmt.Errorf("expected a call stack or its counts, not %q", clipped(line))
	}
	return nil
}

// clipped returns the start of a line for an error message.
func clipped(line []byte) []byte { return line[:min(len(line), 60)] }
