package inspector

import "context"

// Site is a place in the program that allocated memory.
type Site struct {
	Frames []Frame // innermost first; at least one
	Bytes  int64   // estimate
}

// Frame is a function in a stack.
type Frame struct {
	Function string // empty for an anonymous function
	URL      string // of its script
	Line     int32  // 1-based line of the function; 0 if unknown
}

// StartSampling starts to sample allocations. interval is the mean number of bytes between two samples.
func (c *Conn) StartSampling(ctx context.Context, interval int64) error {
	return c.Call(ctx, "HeapProfiler.startSampling", map[string]any{"samplingInterval": interval,
		"includeObjectsCollectedByMajorGC": true, "includeObjectsCollectedByMinorGC": true}, nil)
}

// profileNode is a function call in a sampling profile.
type profileNode struct {
	Frame struct {
		Function string  `json:"functionName"`
		URL      string  `json:"url"`
		Line     float64 `json:"lineNumber"` // 0-based; -1 if unknown
	} `json:"callFrame"`
	Self     float64       `json:"selfSize"`
	Children []profileNode `json:"children"`
}

// StopSampling stops sampling and returns the sites of all allocations since it started, dead objects included. depth is the largest number
// of frames per site.
func (c *Conn) StopSampling(ctx context.Context, depth int) ([]Site, error) {
	var reply struct {
		Profile struct {
			Head profileNode `json:"head"`
		} `json:"profile"`
	}
	if err := c.Call(ctx, "HeapProfiler.stopSampling", nil, &reply); err != nil {
		return nil, err
	}
	return sites(&reply.Profile.Head, depth), nil
}

// sites returns the sites in a profile. The recursion is bounded by package json, which limits the depth of a document.
func sites(head *profileNode, depth int) []Site {
	var all []Site
	var stack []Frame // outermost first
	var visit func(n *profileNode)
	visit = func(n *profileNode) {
		f := Frame{Function: oneLine(n.Frame.Function), URL: n.Frame.URL[:min(len(n.Frame.URL), maxURL)]}
		if line := n.Frame.Line; line >= 0 && line < 1<<30 {
			f.Line = int32(line + 1)
		}
		if f.Function != "(root)" {
			stack = append(stack, f)
			defer func() { stack = stack[:len(stack)-1] }()
		}
		if bytes := bounded(n.Self); bytes > 0 && len(stack) > 0 {
			s := Site{Bytes: bytes}
			for i := len(stack) - 1; i >= 0 && len(s.Frames) < depth; i-- {
				s.Frames = append(s.Frames, stack[i])
			}
			all = append(all, s)
		}
		for i := range n.Children {
			visit(&n.Children[i])
		}
	}
	visit(head)
	return all
}

// maxURL is the largest length of a script's URL, in bytes. The URL may contain the script itself.
const maxURL = 1000
