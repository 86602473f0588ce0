package jvm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// Counters contains the performance counters of a HotSpot VM at one moment.
type Counters struct {
	numbers map[string]int64
	texts   map[string]string
}

// Number returns a counter. Time counters are in ticks; see sun.os.hrt.frequency.
func (c *Counters) Number(name string) (value int64, ok bool) {
	value, ok = c.numbers[name]
	return value, ok
}

// Text returns the text with the given name; empty if there is none.
func (c *Counters) Text(name string) string { return c.texts[name] }

const (
	// maxCounters is the largest size of a file of counters in bytes. HotSpot uses 32 kB by default.
	maxCounters   = 8 << 20
	prologueSize  = 32
	entrySize     = 20
	countersMagic = 0xcafec0c0
	typeNumber    = 'J' // data types are letters of Java descriptors
	typeByte      = 'B'
)

// errStarting reports that a VM has not filled its counters yet.
var errStarting = errors.New("it is still starting")

// ParseCounters parses a file of counters. The VM may be updating it: each number is valid, but they may be from different moments.
func ParseCounters(data []byte) (*Counters, error) {
	switch {
	case len(data) < prologueSize:
		return nil, errStarting
	case binary.BigEndian.Uint32(data) != countersMagic:
		return nil, errors.New("its performance counters have an unknown header")
	case data[5] != 2:
		return nil, fmt.Errorf("its performance counters have version %d, expected 2", data[5])
	case data[7] == 0:
		return nil, errStarting
	}
	var order binary.ByteOrder = binary.BigEndian
	if data[4] == 1 {
		order = binary.LittleEndian
	}
	at, count := uint64(order.Uint32(data[24:])), order.Uint32(data[28:])
	c := &Counters{numbers: map[string]int64{}, texts: map[string]string{}}
	for i := range count {
		if at > uint64(len(data)) || uint64(len(data))-at < entrySize {
			return nil, fmt.Errorf("performance counter %d of %d is beyond the end of the file", i+1, count)
		}
		length := uint64(order.Uint32(data[at:]))
		if length < entrySize || length > uint64(len(data))-at {
			return nil, fmt.Errorf("performance counter %d of %d claims %d bytes", i+1, count, length)
		}
		c.add(data[at:at+length], order)
		at += length
	}
	return c, nil
}

// add adds an entry. It ignores an invalid one.
func (c *Counters) add(entry []byte, order binary.ByteOrder) {
	name, length := order.Uint32(entry[4:]), uint64(order.Uint32(entry[8:]))
	kind, data := entry[12], order.Uint32(entry[16:])
	if uint64(name) >= uint64(len(entry)) || uint64(data) >= uint64(len(entry)) {
		return
	}
	text, _, _ := bytes.Cut(entry[name:], []byte{0})
	value := entry[data:]
	switch {
	case kind == typeNumber && length == 0 && len(value) >= 8:
		c.numbers[string(text)] = int64(order.Uint64(value))
	case kind == typeByte && length <= uint64(len(value)):
		value, _, _ = bytes.Cut(value[:length], []byte{0})
		c.texts[string(text)] = string(value)
	}
}

// readCounters reads the file at path, which must not be a link.
func readCounters(path string) (*Counters, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxCounters {
		return nil, errors.New("its performance counters are not a HotSpot file")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxCounters))
	if err != nil {
		return nil, err
	}
	return ParseCounters(data)
}

// A Watch repeatedly reads the performance counters of a VM.
type Watch struct {
	target target
	file   *os.File
	buffer []byte
}

// NewWatch opens the counters of a VM. It costs the VM nothing.
func NewWatch(pid int) (*Watch, error) {
	t, err := find(pid)
	if err != nil {
		return nil, err
	}
	if t.counters == "" {
		return nil, about(pid, errors.New(t.whyNoCounters(t.commandLine())))
	}
	if _, err := readCounters(t.counters); err != nil {
		return nil, about(pid, plain(err))
	}
	file, err := os.Open(t.counters)
	if err != nil {
		return nil, about(pid, plain(err))
	}
	return &Watch{target: t, file: file}, nil
}

// Read returns the current counters. The error is [ErrEnded] once the VM has ended.
func (w *Watch) Read() (*Counters, error) {
	pid := w.target.pid
	if _, err := os.Lstat(w.target.counters); err != nil || exists(pid) != nil {
		return nil, about(pid, ErrEnded)
	}
	info, err := w.file.Stat()
	if err != nil {
		return nil, about(pid, plain(err))
	}
	w.buffer = slices.Grow(w.buffer[:0], int(min(info.Size(), maxCounters)))
	n, err := w.file.ReadAt(w.buffer[:cap(w.buffer)], 0)
	if err != nil && err != io.EOF {
		return nil, about(pid, plain(err))
	}
	c, err := ParseCounters(w.buffer[:n])
	if err != nil {
		return nil, about(pid, err)
	}
	return c, nil
}

// Close closes the file of counters.
func (w *Watch) Close() error { return w.file.Close() }

// Runs reports whether the process is a running VM.
func Runs(pid int) bool {
	t, err := find(pid)
	return err == nil && t.runs()
}
