package memcity

import (
	"bufio"
	"fmt"
	"io"
)

// Entries returns the chunks written so far, without the index. The slice belongs to w.
func (w *Writer) Entries() []Entry { return w.index }

// Copy copies the chunks for which keep returns true to another file, without decoding them. from is the file that the Writer wrote. size
// is the size of the copy in bytes. commit makes the Writer continue after the copy: everything written later must follow the copy. Data
// that was not flushed is missing from the copy.
func (w *Writer) Copy(from io.ReaderAt, to io.Writer, keep func(i int) bool) (size int64, commit func(), err error) {
	if w.err != nil || w.closed {
		return 0, nil, fmt.Errorf("copy: the trace has ended")
	}
	out := bufio.NewWriterSize(to, bufferSize)
	if _, err := out.Write(appendFileHeader(nil)); err != nil {
		return 0, nil, err
	}
	size = fileHeader
	var index []Entry
	for i := 0; i < len(w.index); {
		if !keep(i) {
			i++
			continue
		}
		begin, end := w.index[i].Offset, w.index[i].Offset
		for ; i < len(w.index) && w.index[i].Offset == end && keep(i); i++ { // adjacent chunks are copied together
			e := w.index[i]
			end = e.end()
			e.Offset = size + e.Offset - begin
			index = append(index, e)
		}
		n, err := io.Copy(out, io.NewSectionReader(from, begin, end-begin))
		if err == nil && n < end-begin {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, nil, err
		}
		size += n
	}
	if err := out.Flush(); err != nil {
		return 0, nil, err
	}
	return size, func() { w.index, w.size = index, size }, nil
}
