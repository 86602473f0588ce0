package v8profile

import (
	"errors"
	"math"

	"memcity/trace/internal/sites"
)

// profile is the JSON of a file.
type profile struct {
	Head    *call    `json:"head"`
	Samples []sample `json:"samples"` // nil in files of old versions
}

// call is a function in a call tree.
type call struct {
	Frame struct {
		Function string  `json:"functionName"`
		Script   string  `json:"scriptId"`
		URL      string  `json:"url"`
		Line     float64 `json:"lineNumber"` // 0-based line of the function; -1 if unknown
	} `json:"callFrame"`
	Self     float64 `json:"selfSize"` // estimate in bytes
	Children []call  `json:"children"`
}

// sample is a sampled allocation.
type sample struct {
	Size float64 `json:"size"` // bytes that it stands for
}

// parse decodes a file.
func parse(data []byte) (*profile, error) {
	p := &profile{}
	if err := sites.ParseJSON(data, p); err != nil {
		return nil, err
	}
	if p.Head == nil {
		return nil, errors.New("expected a member head with the calls of the program")
	}
	return p, nil
}

// interval returns an upper limit of the mean number of allocated bytes between two samples, because files do not contain it. A sample stands
// for at least that many bytes. It is close to the limit if the program allocates small objects.
func (p *profile) interval() int64 {
	least := math.Inf(1)
	for _, s := range p.Samples {
		if s.Size > 0 {
			least = min(least, s.Size)
		}
	}
	if math.IsInf(least, 1) {
		p.visit(func(stack []*call) bool {
			if size := stack[len(stack)-1].Self; size > 0 {
				least = min(least, size)
			}
			return true
		})
	}
	if math.IsInf(least, 1) {
		return 0
	}
	return number(least)
}

// visit calls yield with each call and its callers, outermost first, until yield returns false. The root, which is no function, is left out.
// The stack is valid until yield returns.
func (p *profile) visit(yield func(stack []*call) bool) {
	var stack []*call
	var visit func(c *call) bool
	visit = func(c *call) bool {
		if c != p.Head || c.Frame.Function != root {
			stack = append(stack, c)
			defer func() { stack = stack[:len(stack)-1] }()
			if !yield(stack) {
				return false
			}
		}
		for i := range c.Children {
			if !visit(&c.Children[i]) {
				return false
			}
		}
		return true
	}
	visit(p.Head)
}

// root is the name of the root of the tree.
const root = "(root)"

// number returns a number of a file as an integer; 0 for negative ones.
func number(n float64) int64 {
	switch {
	case !(n > 0):
		return 0
	case n >= 1<<62:
		return 1 << 62
	}
	return int64(n)
}
