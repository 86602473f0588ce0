package gcdump

import (
	"bytes"
	"fmt"
	"io"
	"time"
)

const (
	magic = "!FastSerialization.1"
	// maxTypes is the largest number of types.
	maxTypes = 1 << 24
	// MaxNodes is the largest number of nodes.
	MaxNodes = 1<<31 - 1
	// maxText is the largest length of a name in UTF-16 units.
	maxText = 1 << 20
	// maxLog is the largest length of the log in UTF-16 units.
	maxLog = 1 << 28
	// maxSegments is the largest number of segments of the heap.
	maxSegments = 1 << 20
	// oldest is the oldest version of GCHeapDump that is read, from 2013.
	oldest = 9
)

// Sniff reports whether head, the first bytes of a file, is the start of a heap snapshot.
func Sniff(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\x14\x00\x00\x00"+magic)) && bytes.Contains(head[:min(len(head), 128)], []byte("GCHeapDump"))
}

// Fault is an error in a file.
type Fault struct {
	Offset int64 // in the file
	Text   string
}

func (f *Fault) Error() string { return fmt.Sprintf("offset %d: %s", f.Offset, f.Text) }

// Type is a type of objects, or of nodes for GC roots.
type Type struct {
	Name   string
	Size   int32 // in bytes, of most objects
	Module string
}

// Dump is the content of a file. It takes about 12 bytes per node and the size of the blob.
type Dump struct {
	Root      int // index of the node above all GC roots
	Types     []Type
	Labels    []uint32 // offset of each node's description in Blob
	Blob      []byte
	Addresses []uint64

	Info Info
}

// Info describes how a file was made. Unknown values are zero.
type Info struct {
	Time    time.Time // without a time zone: as the clock of the computer showed it
	Machine string
	Program string
	Process int
}

// Read reads a file. Grow asks for memory in bytes before it is taken; nil for no question. An error is a [*Fault], [io.ErrUnexpectedEOF] or an
// error of r or Grow. If the fields after the graph are damaged, Info is zero.
func Read(r io.Reader, grow func(bytes int64) error) (*Dump, error) {
	d := newDecoder(r, grow)
	if head := d.bytes(4 + len(magic)); d.err == nil && string(head[4:]) != magic {
		return nil, d.fault(0, "expected the text %q", magic)
	}
	name, version, _ := d.begin()
	if d.err == nil && name != "GCHeapDump" {
		d.fail("it starts with %q; expected GCHeapDump", name)
	}
	if d.err == nil && version < oldest {
		d.fail("the format has version %d; expected at least %d", version, oldest)
	}
	dump := &Dump{}
	d.graph(dump)
	if d.err != nil {
		return nil, d.err
	}
	if info := d.info(); d.err == nil {
		dump.Info = info
	}
	return dump, nil
}

// graph reads the object with the graph.
func (d *decoder) graph(dump *Dump) {
	name, _, least := d.begin()
	if d.err == nil && name != "Graphs.MemoryGraph" {
		d.fail("the graph has the class %q; expected Graphs.MemoryGraph", name)
	}
	if d.err == nil && least > 0 {
		d.fail("the names of types are in other files, as for programs of .NET Native")
	}
	d.uint64() // total size
	dump.Root = int(int32(d.uint32()))
	types := d.count("types", maxTypes)
	for i := 0; i < types && d.err == nil; i++ {
		dump.Types = append(dump.Types, Type{d.text(maxText), int32(d.uint32()), d.text(maxText)})
	}
	nodes := d.count("nodes", MaxNodes)
	d.admit(12 * int64(nodes))
	for i := 0; i < nodes && d.err == nil; i++ {
		dump.Labels = append(dump.Labels, d.uint32())
	}
	size := d.count("bytes of the blob", MaxNodes)
	d.admit(int64(size))
	dump.Blob = d.blob(size)
	addresses := d.count("addresses", MaxNodes)
	if d.err == nil && addresses != nodes {
		d.fail("there are %d addresses for %d nodes", addresses, nodes)
	}
	for i := 0; i < addresses && d.err == nil; i++ {
		dump.Addresses = append(dump.Addresses, d.uint64())
	}
	if d.peek() == tagByte {
		d.bytes(2)
	}
	d.end()
}

// info reads the fields after the graph.
func (d *decoder) info() (info Info) {
	d.bytes(1 + 4 + 4)
	if name, _, _ := d.begin(); name != "" {
		d.end() // JSHeapInfo, which has no fields
	}
	if name, _, _ := d.begin(); name != "" {
		d.uint64()
		for range d.count("segments", maxSegments) {
			_, version, _ := d.begin()
			d.bytes(8 * 6)
			if version >= 1 {
				d.uint64()
			}
			d.end()
			if d.err != nil {
				break
			}
		}
		d.end()
	}
	d.text(maxLog)
	ticks := d.uint64() &^ (3 << 62) // the high bits are the kind of time
	info.Machine, info.Program, info.Process = d.text(maxText), d.text(maxText), int(int32(d.uint32()))
	if ticks > 0 && ticks < endOfTime {
		info.Time = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(ticks/ticksPerDay)).Add(time.Duration(ticks%ticksPerDay) * 100)
	}
	return info
}

const (
	ticksPerDay = 24 * 60 * 60 * 10_000_000
	endOfTime   = 9999 * 366 * ticksPerDay
)

// Node is an object, or a node for GC roots.
type Node struct {
	Type       int
	Size       int64
	References []int // indices of nodes; valid until the next call of [Dump.Node]
}

// TypeOf returns the type of the node with an index. defined is false if it has no description, or a wrong one.
func (d *Dump) TypeOf(i int) (kind int, defined bool) {
	if d.Labels[i] == 0 {
		return 0, false
	}
	b := blobReader{bytes: d.Blob, at: int(d.Labels[i])}
	kind = int(b.number()) >> 1
	return kind, !b.bad && kind >= 0 && kind < len(d.Types)
}

// Node decodes the node with an index into n. defined is false if it has no description. An error is a [*Fault] with an offset in the blob.
func (d *Dump) Node(i int, n *Node) (defined bool, err error) {
	n.References = n.References[:0]
	at := int(d.Labels[i])
	if at == 0 {
		return false, nil
	}
	b := blobReader{d.Blob, at, at > len(d.Blob)}
	typeAndSize := int(b.number())
	n.Type = typeAndSize >> 1
	if n.Type < 0 || n.Type >= len(d.Types) {
		return false, &Fault{int64(at), fmt.Sprintf("node %d has the type %d of %d", i, n.Type, len(d.Types))}
	}
	n.Size = int64(d.Types[n.Type].Size)
	if typeAndSize&1 != 0 {
		n.Size = int64(b.number())
	}
	n.Size = max(n.Size, 0)
	count := int(b.number())
	if count < 0 || count > len(d.Blob) {
		return false, &Fault{int64(at), fmt.Sprintf("node %d has %d references", i, count)}
	}
	for range count {
		to := i + int(b.number())
		if b.bad {
			break
		}
		if to >= 0 && to < len(d.Labels) {
			n.References = append(n.References, to)
		}
	}
	if b.bad {
		return false, &Fault{int64(at), fmt.Sprintf("the blob ends in node %d", i)}
	}
	return true, nil
}

// blobReader reads the numbers of the blob.
type blobReader struct {
	bytes []byte
	at    int
	bad   bool // true once a number was longer than the rest
}

// number reads a signed number of at most 5 bytes.
func (b *blobReader) number() int32 {
	var n int32
	for i := range 5 {
		if b.bad || b.at >= len(b.bytes) {
			b.bad = true
			return 0
		}
		c := b.bytes[b.at]
		b.at++
		if i == 0 {
			n = int32(c) << 25 >> 25
		} else {
			n = n<<7 + int32(c&0x7f)
		}
		if c&0x80 == 0 {
			break
		}
	}
	return n
}
