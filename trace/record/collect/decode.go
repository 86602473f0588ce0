package collect

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// A streamError reports a fault in the stream.
type streamError struct {
	kind byte
	text string
}

func (e *streamError) Error() string {
	return fmt.Sprintf("agent's stream: message %d: %s", e.kind, e.text)
}

// message is the content of a message being read. After an error, all reads return zero values and more returns false.
type message struct {
	kind byte
	data []byte
	err  error
}

func (m *message) fail(text string) {
	if m.err == nil {
		m.err = &streamError{m.kind, text}
	}
	m.data = nil
}

// more reports whether unread data remains.
func (m *message) more() bool { return len(m.data) > 0 }

func (m *message) number() uint64 {
	if len(m.data) > 0 && m.data[0] < 0x80 {
		v := m.data[0]
		m.data = m.data[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(m.data)
	if n <= 0 {
		m.fail("it ends early")
		return 0
	}
	m.data = m.data[n:]
	return v
}

// below reads a number less than limit.
func (m *message) below(limit uint64) uint32 {
	v := m.number()
	if v >= limit {
		m.fail(fmt.Sprintf("number %d is not below %d", v, limit))
		return 0
	}
	return uint32(v)
}

func (m *message) slot() uint32 { return m.below(maxSlot) }

func (m *message) signed() int64 {
	v := m.number()
	return int64(v>>1) ^ -int64(v&1)
}

// size reads a number of bytes or microseconds.
func (m *message) size() int64 {
	v := m.number()
	if v >= 1<<62 {
		m.fail(fmt.Sprintf("size %d is impossible", v))
		return 0
	}
	return int64(v)
}

// count reads the number of items that follow, each at least the given number of bytes long.
func (m *message) count(bytes int) int {
	n := m.number()
	if n > uint64(len(m.data)/bytes) {
		m.fail(fmt.Sprintf("%d items do not fit into %d bytes", n, len(m.data)))
		return 0
	}
	return int(n)
}

func (m *message) text() string {
	n := m.number()
	if n > maxText || n > uint64(len(m.data)) {
		m.fail(fmt.Sprintf("a text of %d bytes does not fit", n))
		return ""
	}
	t := string(m.data[:n])
	m.data = m.data[n:]
	return strings.ToValidUTF8(t, "?")
}

// readMessage reads the next message. Its content is valid until the next call with the same buffer.
func readMessage(r io.Reader, buffer []byte, limit uint32) (*message, []byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, buffer, err
	}
	length := binary.LittleEndian.Uint32(head[1:])
	if length > limit {
		return nil, buffer, &streamError{head[0], fmt.Sprintf("%d bytes exceed the limit of %d", length, limit)}
	}
	buffer = buffer[:0]
	for len(buffer) < int(length) { // allocate only as bytes arrive
		n := min(int(length)-len(buffer), 256<<10)
		at := len(buffer)
		buffer = append(buffer, make([]byte, n)...)
		if _, err := io.ReadFull(r, buffer[at:]); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return nil, buffer, err
		}
	}
	return &message{kind: head[0], data: buffer}, buffer, nil
}
