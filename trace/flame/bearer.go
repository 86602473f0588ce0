package flame

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

// SniffPyroscope reports whether head, the first inflated bytes of a file, is the start of a flame graph.
func SniffPyroscope(head []byte) bool {
	compact := bytes.Join(bytes.Fields(head[:min(len(head), 512)]), nil)
	return bytes.HasPrefix(compact, []byte("{")) && bytes.Contains(compact, []byte(`"flamebearer":{`))
}

// graph is the JSON of /render?format=json.
type graph struct {
	Version     int `json:"version"`
	Flamebearer struct {
		Names []string `json:"names"`
		// Levels has a list for each depth, with four numbers for each call: the distance to the end of the previous call, bytes with callees,
		// bytes without them, and the index of the name.
		Levels [][]int64 `json:"levels"`
		Total  int64     `json:"numTicks"`
	} `json:"flamebearer"`
	Metadata struct {
		Format string `json:"format"`
		Spy    string `json:"spyName"`
		Units  string `json:"units"`
		Name   string `json:"name"`
		Query  string `json:"query"`
	} `json:"metadata"`
	Timeline struct {
		Start    int64   `json:"startTime"` // in s since 1970
		Duration int64   `json:"durationDelta"`
		Samples  []int64 `json:"samples"`
	} `json:"timeline"`
}

// numbersPerCall is the number of numbers of a call in a level.
const numbersPerCall = 4

func parseGraph(data []byte) (*graph, error) {
	g := &graph{}
	if err := sites.ParseJSON(data, g); err != nil {
		return nil, err
	}
	about := g.Metadata.Name + " " + g.Metadata.Query
	const advice = "export the profile type inuse_space or heap"
	switch {
	case g.Version != 1:
		return nil, fmt.Errorf("version %d: expected version 1", g.Version)
	case g.Metadata.Format == "double":
		return nil, errors.New("it is the comparison of two flame graphs; export each alone")
	case g.Metadata.Units != "bytes":
		return nil, fmt.Errorf("its numbers are %q, not bytes; %s", trace.ClipName(g.Metadata.Units), advice)
	case strings.Contains(about, "alloc_") || strings.Contains(about, "allocated"):
		return nil, fmt.Errorf("it is an allocation profile, without memory in use; %s", advice)
	}
	return g, nil
}

// call is a call in a level.
type call struct {
	start, end int64 // position in bytes
	name       int64
	caller     int // index in the level above; -1 for none
}

// bearer decodes a flame graph of Pyroscope.
func bearer(data []byte, table *sites.Table) (sites.Contents, error) {
	g, err := parseGraph(data)
	if err != nil {
		return sites.Contents{}, err
	}
	p := &sites.Point{}
	if start, length := g.Timeline.Start, g.Timeline.Duration*int64(len(g.Timeline.Samples)); start > 0 && start < 1<<40 && length >= 0 && length < 1<<40 {
		p.Time = (start + length) * 1000
	}
	names := namerOf(g.Metadata.Spy, slices.Values(g.Flamebearer.Names))
	levels := make([][]call, 0, len(g.Flamebearer.Levels))
	frames, found := 0, int64(0)
	for depth, level := range g.Flamebearer.Levels {
		calls, err := g.calls(depth, level, levels)
		if err != nil {
			return sites.Contents{}, fmt.Errorf("level %d: %w", depth, err)
		}
		levels = append(levels, calls)
		for i := range calls {
			self := level[i*numbersPerCall+2]
			if self == 0 {
				continue
			}
			stack := g.stack(levels, i, names)
			frames += len(stack)
			if err := sites.CheckFrames(frames); err != nil {
				return sites.Contents{}, err
			}
			p.Add(table.Site(stack), 0, self)
			found += self
		}
	}
	if found != g.Flamebearer.Total {
		return sites.Contents{}, fmt.Errorf("the calls have %d bytes, but the total is %d", found, g.Flamebearer.Total)
	}
	return sites.Contents{Points: []*sites.Point{p}, Runtime: names.runtime, Warning: table.Warn(sites.WithoutObjects, sites.Unsampled)}, nil
}

// calls decodes a level, given those above it.
func (g *graph) calls(depth int, level []int64, above [][]call) ([]call, error) {
	if len(level)%numbersPerCall != 0 {
		return nil, fmt.Errorf("it has %d numbers; expected 4 for each call", len(level))
	}
	calls := make([]call, 0, len(level)/numbersPerCall)
	at, caller := int64(0), 0
	for i := 0; i < len(level); i += numbersPerCall {
		gap, total, self, name := level[i], level[i+1], level[i+2], level[i+3]
		limit := g.Flamebearer.Total
		switch {
		case gap < 0 || total < 0 || self < 0 || self > total || gap > limit-at || total > limit-at-gap:
			return nil, fmt.Errorf("call %d: distance %d, bytes %d and own bytes %d do not fit into the total of %d", i/numbersPerCall, gap, total, self, limit)
		case name < 0 || name >= int64(len(g.Flamebearer.Names)):
			return nil, fmt.Errorf("call %d: name %d of %d", i/numbersPerCall, name, len(g.Flamebearer.Names))
		}
		c := call{start: at + gap, end: at + gap + total, name: name, caller: -1}
		if at = c.end; depth > 0 {
			callers := above[depth-1]
			for caller < len(callers) && callers[caller].end < c.end {
				caller++
			}
			if caller == len(callers) || callers[caller].start > c.start {
				return nil, fmt.Errorf("call %d: it has no caller in the level above", i/numbersPerCall)
			}
			c.caller = caller
		}
		calls = append(calls, c)
	}
	return calls, nil
}

// stack returns the frames of a call of the last level, innermost first, without the root, which is no function.
func (g *graph) stack(levels [][]call, i int, names *namer) (stack []trace.Frame) {
	for depth := len(levels) - 1; i >= 0 && depth >= 0 && len(stack) < sites.MaxFrames; depth-- {
		c := &levels[depth][i]
		if depth > 0 || len(levels) == 1 {
			stack = append(stack, names.frame(g.Flamebearer.Names[c.name]))
		}
		i = c.caller
	}
	return stack
}
