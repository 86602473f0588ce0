package open

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"memcity/trace"
	"memcity/trace/goheap"
	"memcity/trace/internal/input"
	"memcity/trace/internal/unwrap"
)

// Limits for unpacking into memory, over all archives of a recording. Nothing is written to disk.
const (
	maxMembers = 100_000
	// maxUnpacked is the largest total size of all members in bytes.
	maxUnpacked = 4 << 30
	// freeUnpacked is the number of bytes unpacked regardless of the ratio. Series of similar dumps shrink to less than 1 %, so the
	// ratio says little about small archives.
	freeUnpacked = 256 << 20
	// plainUnpacked is the number of bytes held in memory uncompressed. Compressing takes longer than unpacking.
	plainUnpacked = 64 << 20
	// maxRatio is the largest number of unpacked bytes beyond freeUnpacked per byte read from the archive.
	maxRatio = 250
)

// budget counts the bytes unpacked and the bytes read for them. An archive that unpacks to too much is rejected before it takes the memory.
type budget struct {
	free    int64 // bytes unpacked regardless of the ratio
	members int
	bytes   int64
	packed  []*watchedArchive
	next    int64 // number of bytes at which more memory is requested
}

// admitEvery is the number of bytes unpacked between memory checks.
const admitEvery = 1 << 20

func newBudget() *budget { return &budget{free: freeUnpacked} }

// watch counts the bytes read from an archive of size bytes.
func (b *budget) watch(content io.ReaderAt, size int64) io.ReaderAt {
	w := &watchedArchive{ReaderAt: content, size: size}
	b.packed = append(b.packed, w)
	return w
}

// watchedArchive is an archive being read. It is not safe for concurrent use.
type watchedArchive struct {
	io.ReaderAt
	size, read int64
}

func (w *watchedArchive) ReadAt(p []byte, offset int64) (int, error) {
	n, err := w.ReaderAt.ReadAt(p, offset)
	w.read = min(w.read+int64(n), w.size) // members may share bytes
	return n, err
}

// take counts unpacked bytes. It returns an error if a limit is exceeded.
func (b *budget) take(ctx context.Context, n int64) error {
	b.bytes += n
	if b.bytes > b.next {
		b.next = b.bytes + admitEvery
		if err := trace.Admit(ctx, trace.Volume{Bytes: b.bytes}); err != nil {
			return err
		}
	}
	if b.bytes > maxUnpacked {
		return limitError(fmt.Sprintf("more than %d GB when unpacked; unpack it to a folder and open that", maxUnpacked>>30))
	}
	allowed := b.free
	for _, w := range b.packed {
		allowed += maxRatio * w.read
	}
	if b.bytes > allowed {
		return limitError(fmt.Sprintf("unpacks to more than %d times its size; unpack it to a folder and open that", maxRatio))
	}
	return nil
}

// meteredReader counts the unpacked bytes.
type meteredReader struct {
	ctx context.Context
	r   io.Reader
	b   *budget
}

func (m meteredReader) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if over := m.b.take(m.ctx, int64(n)); over != nil {
		return 0, over
	}
	return n, err
}

// isText reports whether a file may contain lines of a VM somewhere.
func isText(head []byte) bool {
	_, ok := unwrap.Of(head, vmLines)
	return ok && len(bytes.Trim(head, "\x00")) > 0
}

// read reads a member within the budget. If the member is neither a recording nor a text, it keeps only the head, for a message, but counts the rest as
// well.
func (b *budget) read(ctx context.Context, r io.Reader) (*input.Pieces, error) {
	if b.members++; b.members > maxMembers {
		return nil, limitError(fmt.Sprintf("more than %d files in archives", maxMembers))
	}
	r = meteredReader{ctx, input.NewReader(ctx, r), b}
	data := &input.Pieces{Plain: plainUnpacked - b.bytes}
	_, err := data.ReadFrom(io.LimitReader(r, input.HeadSize))
	switch {
	case err != nil || data.Size() < input.HeadSize:
	case kindOf(data.Head()) != nil || isText(data.Head()) || isGoProgram(data.Head()):
		_, err = data.ReadFrom(r)
	default:
		_, err = io.Copy(io.Discard, r)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// isGoProgram reports whether head is the start of an executable of Go for Linux, by the note with its build ID. It may have written the
// heap dumps in the same archive.
func isGoProgram(head []byte) bool {
	return goheap.IsProgram(head) && bytes.Contains(head, []byte("\x04\x00\x00\x00Go\x00\x00"))
}

// limitError reports an exceeded limit in words for people.
type limitError string

func (e limitError) Error() string { return string(e) }
