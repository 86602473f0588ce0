package open

import (
	"context"
	"fmt"
	"io"

	"memcity/trace"
	"memcity/trace/internal/input"
)

// Limits of what is unpacked into memory, over all archives of one recording. Nothing is ever written to a disk.
const (
	maxMembers = 100_000
	// maxUnpacked bounds the bytes of all members together.
	maxUnpacked = 4 << 30
	// freeUnpacked is unpacked whatever the ratio. Series of similar dumps pack to less than a hundredth, so that a
	// ratio says little about small archives.
	freeUnpacked = 256 << 20
	// plainUnpacked is how much is held in memory without compressing it again, which takes longer than unpacking it.
	plainUnpacked = 64 << 20
	// maxRatio is the most bytes beyond freeUnpacked for each byte of the archive that was read for them.
	maxRatio = 250
)

// budget counts what was unpacked, and what was read for it, while that goes on: an archive that unpacks to more than there
// may be is given up before it takes the memory.
type budget struct {
	free    int64 // bytes that are unpacked whatever the ratio
	members int
	bytes   int64
	packed  []*watched
	next    int64 // bytes from which on it is asked for more memory
}

// admitEvery is how much is unpacked between two looks whether there is memory for it.
const admitEvery = 1 << 20

func newBudget() *budget { return &budget{free: freeUnpacked} }

// watch counts what is read of the archives in content, which have size bytes.
func (b *budget) watch(content io.ReaderAt, size int64) io.ReaderAt {
	w := &watched{ReaderAt: content, size: size}
	b.packed = append(b.packed, w)
	return w
}

// watched is an archive that is read. It is used from one goroutine at a time.
type watched struct {
	io.ReaderAt
	size, read int64
}

func (w *watched) ReadAt(p []byte, offset int64) (int, error) {
	n, err := w.ReaderAt.ReadAt(p, offset)
	w.read = min(w.read+int64(n), w.size) // members may share bytes
	return n, err
}

// take counts bytes that were unpacked. Nothing above the limits is left in the budget then.
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

// metered counts what is unpacked.
type metered struct {
	ctx context.Context
	r   io.Reader
	b   *budget
}

func (m metered) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if over := m.b.take(m.ctx, int64(n)); over != nil {
		return 0, over
	}
	return n, err
}

// read reads a member within the budget. Of one that is no recording only the head is kept, for a message; the rest
// counts all the same.
func (b *budget) read(ctx context.Context, r io.Reader) (*input.Pieces, error) {
	if b.members++; b.members > maxMembers {
		return nil, limitError(fmt.Sprintf("more than %d files in archives", maxMembers))
	}
	r = metered{ctx, input.NewReader(ctx, r), b}
	data := &input.Pieces{Plain: plainUnpacked - b.bytes}
	_, err := data.ReadFrom(io.LimitReader(r, input.HeadSize))
	switch {
	case err != nil || data.Size() < input.HeadSize:
	case kindOf(data.Head()) != nil:
		_, err = data.ReadFrom(r)
	default:
		_, err = io.Copy(io.Discard, r)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// limitError says that a limit was met, in words for people.
type limitError string

func (e limitError) Error() string { return string(e) }
