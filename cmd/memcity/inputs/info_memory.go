package inputs

import (
	"context"
	"fmt"
	"io"
	"sync"

	"memcity/city/memory"
	"memcity/trace"
	"memcity/words"
)

// memoryInfo contains the memory that commands need for the largest heap state.
type memoryInfo struct {
	May   int64      `json:"may_be_used,omitempty"` // in bytes; 0 for no limit
	By    string     `json:"by"`
	Needs []needInfo `json:"needs"`
}

type needInfo struct {
	Work  string `json:"work"`
	Bytes int64  `json:"bytes"`
	Fits  bool   `json:"fits"`
}

// needs determines the largest heap state.
type needs struct {
	mu      sync.Mutex
	largest trace.Volume
}

// watch returns a context that records the volume of each heap state before it is admitted.
func (n *needs) watch(ctx context.Context) context.Context {
	return trace.WithAdmission(ctx, func(counting context.Context, v trace.Volume) error {
		n.mu.Lock()
		if memory.Tree.Need(v) > memory.Tree.Need(n.largest) {
			n.largest = v
		}
		n.mu.Unlock()
		return trace.Admit(ctx, v)
	})
}

// info returns the memory that each kind of work needs; nil if no objects were counted.
func (n *needs) info(account *memory.Account) *memoryInfo {
	if n.largest.Objects == 0 {
		return nil
	}
	may := account.May()
	out := &memoryInfo{By: may.By}
	if may.Limited() {
		out.May = may.Bytes
	}
	for _, w := range memory.All() {
		bytes := w.Process(n.largest)
		out.Needs = append(out.Needs, needInfo{w.String(), bytes, bytes <= may.Bytes})
	}
	return out
}

// Table prints a line per kind of work. It marks those that do not fit.
func (m *memoryInfo) Table(out io.Writer) {
	may := "as much as available"
	if m.May > 0 {
		may = words.Size(m.May)
	}
	fmt.Fprintf(out, "\nmemory needed, of %s allowed (%s)\n", may, m.By)
	for _, n := range m.Needs {
		mark := ""
		if !n.Fits {
			mark = "\ttoo much"
		}
		fmt.Fprintf(out, "%s\t%s%s\n", n.Work, words.Size(n.Bytes), mark)
	}
}
