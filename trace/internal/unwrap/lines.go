package unwrap

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
)

// maxLine is the largest length of a line in bytes. Longer lines are passed on unchanged.
const maxLine = 1 << 20

// layer removes the additions of one program from lines.
type layer interface {
	// unwrap returns the content of a line and the text that may contain its time. ok is false if the line has another form. part means
	// that the next line of the same stream continues the content.
	unwrap(line []byte) (content, date []byte, stream string, part, ok bool)
	// String names the removed parts, in words for people.
	String() string
}

// lineReader reads lines without a layer.
type lineReader struct {
	layer layer
	lines Lines
	r     *bufio.Reader
	long  bool // the last line read has no end yet
	out   []byte
	rest  []byte // of out
	parts map[string][]byte
	err   error
}

func newLineReader(r io.Reader, l layer, lines Lines) *lineReader {
	return &lineReader{layer: l, lines: lines, r: bufio.NewReaderSize(r, 64<<10), parts: map[string][]byte{}}
}

// Read implements io.Reader.
func (r *lineReader) Read(b []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.out = r.out[:0]
		r.next()
		r.rest = r.out
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// next appends the content of the next line to out.
func (r *lineReader) next() {
	var line []byte
	for {
		part, err := r.r.ReadSlice('\n')
		if line == nil && err == nil {
			line = part
			break
		}
		line = append(line[:len(line):len(line)], part...)
		if r.err = err; err != bufio.ErrBufferFull {
			break
		}
		if r.err = nil; len(line) > maxLine {
			r.out, r.long = append(r.out, line...), true
			return
		}
	}
	if r.long || len(line) > maxLine {
		r.out, r.long = append(r.out, line...), false
	} else if len(line) > 0 {
		r.add(bytes.TrimRight(line, "\r\n"))
	}
	if r.err != nil {
		for _, stream := range [...]string{"", "stdout", "stderr"} {
			r.flush(stream, nil)
		}
	}
}

// flush appends the parts of a line to out.
func (r *lineReader) flush(stream string, date []byte) {
	if text := r.parts[stream]; len(text) > 0 {
		r.append(text, date)
		r.parts[stream] = text[:0]
	}
}

func (r *lineReader) append(content, date []byte) {
	if len(date) > 0 && r.lines.Dated(content) {
		r.out = append(append(append(r.out, r.lines.DateMark...), date...), '\n')
	}
	r.out = append(append(r.out, content...), '\n')
}

// add appends the content of a line to out.
func (r *lineReader) add(line []byte) {
	content, date, stream, part, ok := r.layer.unwrap(line)
	if !ok {
		r.out = append(append(r.out, line...), '\n')
		return
	}
	if stream != "stdout" && stream != "stderr" {
		stream = ""
	}
	if text := r.parts[stream]; part || len(text) > 0 {
		text = append(text, content...)
		if r.parts[stream] = text; part && len(text) <= maxLine {
			return
		}
		r.flush(stream, date)
		return
	}
	r.append(content, date)
}

// criLayer removes what container runtimes of Kubernetes write: 2026-01-02T03:04:05.678901234Z stdout F TEXT. The tag P marks a part of a
// line.
type criLayer struct{}

func (criLayer) String() string { return "time, stream and tag before each line (container log)" }

func (criLayer) unwrap(line []byte) (content, date []byte, stream string, part, ok bool) {
	date, rest, _ := bytes.Cut(line, []byte(" "))
	name, rest, _ := bytes.Cut(rest, []byte(" "))
	tag, content, _ := bytes.Cut(rest, []byte(" "))
	if len(date) < len("2026-01-02T03:04:05Z") || date[4] != '-' || date[10] != 'T' || len(tag) == 0 {
		return nil, nil, "", false, false
	}
	stream = string(name)
	isTag := (tag[0] == 'F' || tag[0] == 'P') && (len(tag) == 1 || tag[1] == ':')
	return content, date, stream, tag[0] == 'P', isTag && (stream == "stdout" || stream == "stderr")
}

// jsonLayer removes JSON objects around lines, one object per line.
type jsonLayer struct{ key string }

func (l jsonLayer) String() string { return "JSON objects around the lines (member " + l.key + ")" }

// textKeys are the members with the text in the JSON of Docker, journald, and programs that collect logs.
var textKeys = [...]string{"log", "MESSAGE", "message", "msg", "textPayload", "line", "text", "body"}

// dateKeys are the members with the time.
var dateKeys = [...]string{"time", "__REALTIME_TIMESTAMP", "@timestamp", "timestamp", "ts"}

func (l jsonLayer) unwrap(line []byte) (content, date []byte, stream string, part, ok bool) {
	var members map[string]json.RawMessage
	if line = bytes.TrimSpace(line); len(line) == 0 || line[0] != '{' || json.Unmarshal(line, &members) != nil {
		return nil, nil, "", false, false
	}
	if content, ok = textOf(members[l.key]); !ok {
		return nil, nil, "", false, false
	}
	for _, key := range dateKeys {
		if text, isText := textOf(members[key]); isText {
			if date = text; key == "__REALTIME_TIMESTAMP" && len(date) > 3 { // in µs
				date = date[:len(date)-3]
			}
			break
		}
	}
	if name, isText := textOf(members["stream"]); isText {
		stream = string(name)
	}
	whole := bytes.TrimSuffix(content, []byte("\n"))
	return bytes.TrimSuffix(whole, []byte("\r")), date, stream, l.key == "log" && stream != "" && len(whole) == len(content), true
}

// textOf returns a JSON string, or an array of bytes as journald writes for text that is not UTF-8.
func textOf(value json.RawMessage) ([]byte, bool) {
	if len(value) == 0 {
		return nil, false
	}
	switch value[0] {
	case '"':
		var text string
		err := json.Unmarshal(value, &text)
		return []byte(text), err == nil
	case '[':
		var numbers []uint16 // a []byte would be read from Base64
		err := json.Unmarshal(value, &numbers)
		text := make([]byte, len(numbers))
		for i, n := range numbers {
			text[i] = byte(n)
		}
		return text, err == nil
	}
	return nil, false
}
