package massif

import (
	"bytes"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

// maxDepth is the largest depth of a tree. Valgrind records at most 500 callers.
const maxDepth = 2000

// node is a line of a tree, such as "n2: 6000 0x109270: buffer(unsigned long) (m.cc:7)".
type node struct {
	children int64
	bytes    int64
	text     string
}

// tree reads the tree of a snapshot. Its first line is the whole heap, and its children are the allocating functions. The children of a
// function are its callers.
func (p *parser) tree(s *snapshot) error {
	heap, err := p.node(0)
	if err != nil {
		return err
	}
	if heap.bytes != s.bytes {
		return p.fault("the tree has %d bytes, expected mem_heap_B, %d", heap.bytes, s.bytes)
	}
	p.stack = p.stack[:0]
	return p.callers(s.point, heap, 1)
}

// callers reads the children of a node. Bytes without a child, and bytes below Massif's threshold, belong to the stack up to the node.
func (p *parser) callers(point *sites.Point, n node, depth int) error {
	if depth > maxDepth {
		return p.fault("the tree has more than %d levels", maxDepth)
	}
	rest := n.bytes
	for range n.children {
		child, err := p.node(depth)
		if err != nil {
			return err
		}
		f, isCall := frame(child.text)
		switch {
		case !isCall && child.children == 0:
			continue
		case !isCall:
			return p.fault("expected a function with its address, such as 0x109270: f (f.c:7)")
		}
		if rest -= child.bytes; rest < 0 {
			return p.fault("the callers have more bytes than the function that they call, %d", n.bytes)
		}
		p.stack = append(p.stack, f)
		if err := p.callers(point, child, depth+1); err != nil {
			return err
		}
		p.stack = p.stack[:len(p.stack)-1]
	}
	point.Add(p.table.Site(p.stack), 0, rest)
	return nil
}

// node reads a line of a tree at a depth, which is its indentation.
func (p *parser) node(depth int) (n node, err error) {
	line, ok, err := p.advance()
	if err != nil {
		return n, err
	}
	if !ok {
		return n, p.fault("the file ends within a tree; the copy or download may be incomplete")
	}
	text := bytes.TrimLeft(line, " ")
	count, rest, _ := strings.Cut(string(text), ": ")
	size, text2, _ := strings.Cut(rest, " ")
	children, ok := strings.CutPrefix(count, "n")
	if len(line)-len(text) != depth || !ok {
		return n, p.fault("expected a line of the tree at level %d, such as n2: 6000 0x109270: f (f.c:7)", depth)
	}
	if n.children, err = strconv.ParseInt(children, 10, 32); err != nil || n.children < 0 {
		return n, p.fault("n%s: expected the number of callers", trace.ClipName(children))
	}
	n.bytes, err = p.number("bytes", size)
	n.text = text2
	return n, err
}

// frame returns the frame of a line such as "0x109270: buffer(unsigned long) (m.cc:7)" or "0x48F87B9: ??? (in /usr/lib/libc.so)". ok is
// false for lines about several places.
func frame(text string) (f trace.Frame, ok bool) {
	address, name, ok := strings.Cut(text, ": ")
	if !ok || !strings.HasPrefix(address, "0x") {
		return trace.Frame{}, false
	}
	library, file, line := "", "", int64(0)
	if at := strings.LastIndex(name, " ("); at >= 0 && strings.HasSuffix(name, ")") {
		place := name[at+len(" (") : len(name)-1]
		if in, ok := strings.CutPrefix(place, "in "); ok {
			library, name = in, name[:at]
		} else if colon := strings.LastIndexByte(place, ':'); colon > 0 {
			if n, err := strconv.ParseInt(place[colon+1:], 10, 32); err == nil {
				file, line, name = place[:colon], n, name[:at]
				library = file // the profile names no library beside a source file
			}
		}
	}
	if name == "???" || name == "" {
		name = address
	}
	return sites.NativeFrame(name, library, file, line), true
}
