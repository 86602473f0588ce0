package agents

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"memcity/words"
)

// maxLine is the maximum length of a client's message, in bytes.
const maxLine = 16 << 20

// lines is a reader of a client's messages, one per line. It answers invalid messages with a JSON-RPC error and skips them, since the
// library would end the session.
type lines struct {
	in   *bufio.Reader
	out  io.Writer
	left []byte // unread rest of the current messages
}

func newLines(in io.Reader, out io.Writer) *lines { return &lines{in: bufio.NewReader(in), out: out} }

// Read implements [io.Reader].
func (l *lines) Read(p []byte) (int, error) {
	for len(l.left) == 0 {
		line, whole, err := l.line()
		if fault := l.take(line, whole); fault != nil {
			return 0, fault
		}
		if err != nil && len(l.left) == 0 {
			return 0, err
		}
	}
	n := copy(p, l.left)
	l.left = l.left[n:]
	return n, nil
}

// line reads a line. If the line is longer than maxLine, it skips the rest and whole is false.
func (l *lines) line() (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := l.in.ReadSlice('\n')
		if whole = whole && len(line)+len(part) <= maxLine; whole {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return line, whole, err
		}
	}
}

// take appends the messages of a line to those to be read, or answers with an error. A batch is split into its messages.
func (l *lines) take(line []byte, whole bool) error {
	line = bytes.TrimSpace(line)
	var batch []json.RawMessage
	switch {
	case !whole:
		return l.refuse(nil, jsonrpc.CodeParseError, "the message is longer than "+words.Size(maxLine))
	case len(line) == 0:
		return nil
	case !json.Valid(line):
		return l.refuse(nil, jsonrpc.CodeParseError, "the message is not valid JSON")
	case json.Unmarshal(line, &batch) != nil:
		batch = []json.RawMessage{line}
	case len(batch) == 0:
		return l.refuse(nil, jsonrpc.CodeInvalidRequest, "the batch is empty")
	}
	for _, message := range batch {
		var compact bytes.Buffer
		if _, err := jsonrpc.DecodeMessage(message); err != nil || json.Compact(&compact, message) != nil {
			if err := l.refuse(message, jsonrpc.CodeInvalidRequest, "the message is not a JSON-RPC 2.0 request"); err != nil {
				return err
			}
			continue
		}
		l.left = append(append(l.left, compact.Bytes()...), '\n')
	}
	return nil
}

// refuse answers a message with an error.
func (l *lines) refuse(message []byte, code int, text string) error {
	var request struct {
		ID any `json:"id"`
	}
	if json.Unmarshal(message, &request) != nil {
		request.ID = nil
	}
	switch request.ID.(type) {
	case string, float64:
	default:
		request.ID = nil
	}
	type fault struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	answer, err := json.Marshal(struct {
		Version string `json:"jsonrpc"`
		ID      any    `json:"id"`
		Error   fault  `json:"error"`
	}{"2.0", request.ID, fault{code, text}})
	if err == nil {
		_, err = l.out.Write(append(answer, '\n'))
	}
	return err
}

// oneByOne is a writer that is safe for concurrent use. Closing it does not close the underlying writer.
type oneByOne struct {
	mu sync.Mutex
	w  io.Writer
}

func (o *oneByOne) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(p)
}

func (*oneByOne) Close() error { return nil }
