package unwrap

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

// Text describes how a text is stored. The zero value is a text that is stored as a program wrote it.
type Text struct {
	encoding *encoding // nil for UTF-8 and its relatives
	marked   bool      // a byte order mark of UTF-8 is at the start
	zeros    bool      // zero bytes are at the start
	cr       bool      // lines end with CR alone
	layers   []layer   // outer ones first

	lines Lines
}

// Lines recognizes lines of the program that wrote the text.
type Lines struct {
	// Start returns the offset of the program's own text in a line; -1 if the line is not one that only this program writes.
	Start func(line []byte) int
	// Dated reports whether the date that another program has stored with the line is needed. It becomes a line above it, after DateMark.
	Dated    func(line []byte) bool
	DateMark string
}

// Of returns how a text is encoded, from its first bytes. ok is false if it is not a text.
func Of(head []byte, lines Lines) (t *Text, ok bool) {
	t = &Text{lines: lines}
	if whole := bytes.TrimLeft(head, "\x00"); len(head)-len(whole) >= minZeros {
		t.zeros, head = true, whole
	}
	head = head[:len(head)&^3]
	t.encoding = encodingOf(head)
	t.marked = bytes.HasPrefix(head, byteOrderMark)
	r, _ := t.decoded(bytes.NewReader(head)) // head has no more zeros to skip
	plain, _ := io.ReadAll(r)
	t.cr = bytes.IndexByte(plain, '\r') >= 0 && bytes.IndexByte(plain, '\n') < 0
	controls := 0
	for _, c := range plain {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b {
			controls++
		}
	}
	return t, controls <= len(plain)/100
}

// IsPlain reports whether the text is stored as the program wrote it.
func (t *Text) IsPlain() bool {
	return t.encoding == nil && !t.marked && !t.zeros && !t.cr && len(t.layers) == 0
}

// String names the parts that [Text.Reader] removes, in words for people.
func (t *Text) String() string {
	var parts []string
	if t.zeros {
		parts = append(parts, "zero bytes at the start")
	}
	if t.encoding != nil {
		parts = append(parts, "the encoding "+t.encoding.name)
	}
	if t.marked {
		parts = append(parts, "the byte order mark at the start")
	}
	if t.cr {
		parts = append(parts, "CR at the ends of lines")
	}
	for _, l := range t.layers {
		parts = append(parts, l.String())
	}
	return strings.Join(parts, ", ")
}

// decoded returns a reader of the text in UTF-8, with LF or CRLF at the ends of lines.
func (t *Text) decoded(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReaderSize(r, 64<<10)
	if t.zeros {
		if err := skipZeros(buffered); err != nil && err != io.EOF {
			return nil, err
		}
	}
	mark := byteOrderMark
	if t.encoding != nil {
		mark = t.encoding.mark
	}
	if start, _ := buffered.Peek(len(mark)); bytes.Equal(start, mark) {
		buffered.Discard(len(mark)) // they are in the buffer
	}
	r = buffered
	if t.encoding != nil {
		r = &decoder{encoding: t.encoding, r: buffered}
	}
	if t.cr {
		r = crReader{r}
	}
	return r, nil
}

// Decoded returns a reader of the text in UTF-8, with all that is around its lines.
func (t *Text) Decoded(r io.Reader) (io.Reader, error) { return t.decoded(r) }

// Reader returns a reader of the lines as the program wrote them. Lines that have nothing around them remain. The error is one of r.
func (t *Text) Reader(r io.Reader) (io.Reader, error) {
	r, err := t.decoded(r)
	if err != nil {
		return nil, err
	}
	return t.unwrapped(r), nil
}

func (t *Text) unwrapped(r io.Reader) io.Reader {
	for _, l := range t.layers {
		r = newLineReader(r, l, t.lines)
	}
	return r
}

// maxLayers is the largest number of programs that have put something around the lines one after another.
const maxLayers = 4

// Learn finds the additions of other programs in a part of the text, decoded by [Text.Decoded], and returns the part without them. It
// replaces the results of earlier calls.
func (t *Text) Learn(part []byte) []byte {
	t.layers = nil
	for len(t.layers) < maxLayers {
		l := t.layerOf(part)
		if l == nil {
			break
		}
		t.layers = append(t.layers, l)
		part, _ = io.ReadAll(newLineReader(bytes.NewReader(part), l, t.lines)) // memory does not fail
	}
	return part
}

// layerOf returns the outermost layer of the lines; nil for none.
func (t *Text) layerOf(part []byte) layer {
	lines, objects, cri := 0, 0, 0
	shapes, samples, plain := map[string]int{}, map[string]string{}, 0
	for line := range bytes.Lines(part) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			continue
		}
		lines++
		if line[0] == '{' {
			objects++
		}
		if _, _, _, _, ok := (criLayer{}).unwrap(line); ok {
			cri++
		}
		switch start := t.lines.Start(line); {
		case start == 0:
			plain++
		case start > 0 && line[0] != '{': // text in JSON is escaped
			shape := shapeOf(line[:start])
			shapes[shape]++
			samples[shape] = string(line[:start])
		}
	}
	most := lines - lines/4
	switch {
	case lines == 0:
		return nil
	case cri >= most:
		return criLayer{}
	case objects >= most:
		if key := textKey(part); key != "" {
			return jsonLayer{key}
		}
	}
	best := ""
	for shape, n := range shapes {
		if n > shapes[best] || n == shapes[best] && shape < best {
			best = shape
		}
	}
	if shapes[best] <= plain {
		return nil
	}
	return prefixLayer{best, samples[best]}
}

// sampledObjects is the number of JSON objects that are searched for the member with the text.
const sampledObjects = 100

// textKey returns the member of JSON objects, one per line, that contains lines of a program; empty if there is none.
func textKey(part []byte) string {
	counts, objects := map[string]int{}, 0
	for line := range bytes.Lines(part) {
		var members map[string]json.RawMessage
		if line[0] != '{' || json.Unmarshal(line, &members) != nil {
			continue
		}
		for _, key := range textKeys {
			if _, ok := textOf(members[key]); ok {
				counts[key]++
			}
		}
		if objects++; objects == sampledObjects {
			break
		}
	}
	for _, key := range textKeys {
		if counts[key] > 0 && counts[key] >= objects-objects/4 {
			return key
		}
	}
	return ""
}
