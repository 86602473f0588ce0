package v8

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/bits"
	"slices"
	"sync"
	"unicode/utf8"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/v8"
)

const (
	// textBlock is the number of texts between two known offsets.
	textBlock = 1 << 8
	// cutAt is the number of characters to which V8 truncates texts.
	cutAt = 1 << 10
	// leastHeader and mostHeader are the sizes in bytes of the header of a string, and of what may follow its text.
	leastHeader, mostHeader = 12, 24
)

// contents is the [trace.TextSource] of a snapshot. It contains which text each string has, and where blocks of texts begin in the file. It
// takes four bytes per string and a bit per object. The file is open only during reads.
type contents struct {
	file   trace.File
	stamp  fs.FileInfo // of the file when it was loaded; nil if it is not on disk
	packed bool        // the file is compressed

	isString []uint64 // a bit by object
	before   []uint32 // by word of isString: strings before it
	names    []uint32 // by string: index of its text
	long     textSet  // texts that may be truncated
	sizeOf   func(trace.ObjectID) int64

	start, end int64   // of the texts in the uncompressed file
	blocks     []int64 // offset of each block of texts
	texts      uint32  // number of texts

	inflating sync.Mutex
	inflated  []byte // texts of a compressed file; set by Prepare
}

// addContents makes the texts of strings readable. It does nothing for a stream, which cannot be read again.
func (l *loader) addContents() {
	if _, isStream := l.content.(*sequence); isStream {
		return
	}
	words := (l.objects + 63) / 64
	h := l.heap
	c := &contents{file: l.file, stamp: input.Stamp(l.content), packed: l.Compressed(), isString: make([]uint64, words), before: make([]uint32, words),
		long: l.texts.long, sizeOf: h.Size, start: l.texts.begin, end: l.Offset(), blocks: l.texts.blocks, texts: uint32(len(l.texts.start))}
	count := 0
	isString := func(n int) bool { return l.kinds[n] == stringNode && l.flags[n]&isModule == 0 }
	for n := range l.kinds {
		if isString(n) {
			count++
		}
	}
	c.names = make([]uint32, 0, count)
	o := 0
	for n, kind := range l.kinds {
		if kind == syntheticNode {
			continue
		}
		if o%64 == 0 {
			c.before[o/64] = uint32(len(c.names))
		}
		if isString(n) {
			c.isString[o/64] |= 1 << (o % 64)
			c.names = append(c.names, l.names[n])
		}
		o++
	}
	h.Values = trace.NewTexts(h, c)
}

// textOf returns the index of the text of a string; ok is false for other objects and for texts that the file lacks.
func (c *contents) textOf(o trace.ObjectID) (text uint32, ok bool) {
	word, bit := c.isString[o/64], uint64(1)<<(o%64)
	if word&bit == 0 {
		return 0, false
	}
	text = c.names[c.before[o/64]+uint32(bits.OnesCount64(word&(bit-1)))]
	return text, text < c.texts
}

// TextNumber implements [trace.TextSource]. V8 writes equal texts once. A text that may be truncated counts only for a string of just that
// length, according to its size.
func (c *contents) TextNumber(o trace.ObjectID) (uint32, bool) {
	text, ok := c.textOf(o)
	if ok && c.long.has(text) {
		size := c.sizeOf(o)
		ok = size >= cutAt+leastHeader && size <= cutAt+mostHeader
	}
	return text, ok
}

// Ready implements [trace.TextSource].
func (c *contents) Ready() bool {
	c.inflating.Lock()
	defer c.inflating.Unlock()
	return !c.packed || c.inflated != nil
}

// Prepare implements [trace.TextSource]. It reads the texts of a compressed file into memory.
func (c *contents) Prepare(ctx context.Context, progress trace.Progress) error {
	if !c.packed {
		return ctx.Err()
	}
	c.inflating.Lock()
	defer c.inflating.Unlock()
	if c.inflated != nil {
		return nil
	}
	if err := trace.Admit(ctx, trace.Volume{Bytes: c.end - c.start}); err != nil {
		return err
	}
	content, err := c.open()
	if err != nil {
		return err
	}
	defer content.Close()
	progress.Report(0, 0, "reading texts of "+c.file.Base())
	data, err := v8.Inflate(input.NewReader(ctx, io.NewSectionReader(content, 0, c.file.Size)), c.start, c.end)
	if err != nil {
		return c.explain(ctx, err)
	}
	c.inflated = data
	return nil
}

// Texts implements [trace.TextSource]. It reads the blocks with the texts.
func (c *contents) Texts(ctx context.Context, strings []trace.ObjectID, limit int, visit func(o trace.ObjectID, text []byte)) error {
	type wanted struct {
		text uint32
		of   trace.ObjectID
	}
	var list []wanted
	for _, o := range strings {
		if text, ok := c.textOf(o); ok {
			list = append(list, wanted{text, o})
		}
	}
	if len(list) == 0 {
		return ctx.Err()
	}
	slices.SortFunc(list, func(a, b wanted) int { return cmp.Or(cmp.Compare(a.text, b.text), cmp.Compare(a.of, b.of)) })
	if err := c.Prepare(ctx, nil); err != nil {
		return err
	}
	content, err := c.open()
	if err != nil {
		return err
	}
	defer content.Close()
	var r *v8.TextReader
	next := uint32(0) // text that r reads next
	var text []byte
	for _, w := range list {
		if r == nil || w.text/textBlock > next/textBlock+1 {
			next = w.text / textBlock * textBlock
			r = v8.NewTextReader(c.section(ctx, content, c.blocks[next/textBlock]))
		}
		for ; next <= w.text; next++ {
			if text, err = r.Next(text[:0]); err != nil {
				return c.explain(ctx, err)
			}
		}
		visit(w.of, firstCharacters(text, limit))
	}
	return ctx.Err()
}

// section returns the texts from an offset on.
func (c *contents) section(ctx context.Context, content trace.Content, from int64) io.Reader {
	if c.packed {
		return bytes.NewReader(c.inflated[from-c.start:])
	}
	return input.NewReader(ctx, io.NewSectionReader(content, from, c.end-from))
}

// open opens the file and checks that it has not changed since it was loaded.
func (c *contents) open() (trace.Content, error) {
	content, err := c.file.Open()
	if err != nil {
		return nil, c.fail(fmt.Errorf("cannot read the snapshot again for texts: %s", input.Error(err, "").Text))
	}
	if now := input.Stamp(content); c.stamp != nil && (now == nil || now.Size() != c.stamp.Size() || !now.ModTime().Equal(c.stamp.ModTime())) {
		content.Close()
		return nil, c.fail(errors.New("the snapshot has changed since it was read; open it again"))
	}
	return content, nil
}

func (c *contents) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return c.fail(err)
}

func (c *contents) fail(err error) error {
	return &trace.InputError{Source: c.file.Name, Offset: -1, Text: err.Error()}
}

// firstCharacters returns the first characters of a text, at most limit.
func firstCharacters(text []byte, limit int) []byte {
	if len(text) <= limit {
		return text
	}
	at := 0
	for ; at < len(text) && limit > 0; limit-- {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return text[:at]
}
