package massif

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

// snapshot is a state of the heap.
type snapshot struct {
	time     int64 // in the unit of the file
	bytes    int64
	detailed bool
	point    *sites.Point // nil unless detailed
}

// parser reads the lines of a file. The header has members such as time_unit. A snapshot has members, and a tree if it is detailed.
type parser struct {
	data  []byte
	line  int // 1-based number of the last line
	table *sites.Table
	unit  string // of times: i for instructions, ms, or B for allocated bytes
	stack []trace.Frame
}

// advance returns the next line without its end; ok is false at the end of the file. A line without an end is an error.
func (p *parser) advance() (line []byte, ok bool, err error) {
	if len(p.data) == 0 {
		return nil, false, nil
	}
	p.line++
	line, rest, complete := bytes.Cut(p.data, []byte("\n"))
	if !complete {
		return nil, false, p.fault("the file ends within a line; the copy or download may be incomplete")
	}
	p.data = rest
	return bytes.TrimSuffix(line, []byte("\r")), true, nil
}

func (p *parser) fault(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", p.line, fmt.Sprintf(format, args...))
}

// snapshots reads all snapshots of a file.
func (p *parser) snapshots() (all []snapshot, err error) {
	for {
		line, ok, err := p.advance()
		if err != nil || !ok {
			return all, err
		}
		key, value, _ := strings.Cut(string(line), "=")
		if unit, ok := strings.CutPrefix(key, "time_unit: "); ok {
			p.unit = unit
		}
		if key != "snapshot" {
			continue
		}
		s, err := p.snapshot()
		if err != nil {
			return all, fmt.Errorf("snapshot %s: %w", trace.ClipName(value), err)
		}
		all = append(all, s)
	}
}

// snapshot reads the members and the tree of a snapshot, after the line with its number.
func (p *parser) snapshot() (s snapshot, err error) {
	for {
		line, ok, err := p.advance()
		if err != nil {
			return s, err
		}
		if !ok {
			return s, p.fault("the file ends within the snapshot, before heap_tree=; the copy or download may be incomplete")
		}
		key, value, _ := strings.Cut(string(line), "=")
		switch key {
		case "time":
			s.time, err = p.number(key, value)
		case "mem_heap_B":
			s.bytes, err = p.number(key, value)
		case "heap_tree":
			if s.detailed = value == "detailed" || value == "peak"; s.detailed {
				s.point = &sites.Point{}
				err = p.tree(&s)
			}
			return s, err
		}
		if err != nil {
			return s, err
		}
	}
}

func (p *parser) number(name, text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, p.fault("%s=%s: expected a number from 0 to 2^63-1", name, trace.ClipName(text))
	}
	return n, nil
}
