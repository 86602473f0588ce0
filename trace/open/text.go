package open

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/internal/unwrap"
	"memcity/trace/wire/gclog"
	"memcity/trace/wire/histogram"
)

const (
	// textPart is the number of bytes of a text that are searched at a time for the lines of a GC log or class histogram.
	textPart = 1 << 20
	// maxSearched is the largest number of bytes that are searched in all files of a recording together. This takes seconds.
	maxSearched = 1 << 30
)

// vmLines recognizes the lines of a Java VM.
var vmLines = unwrap.Lines{Start: vmLineStart, Dated: isHistogramHeading, DateMark: histogram.StoredAt}

// vmLineStart returns the offset of the VM's text in a line; -1 if the line is not part of a GC log or class histogram.
func vmLineStart(line []byte) int {
	if start := gclog.LineStart(line); start >= 0 {
		return start
	}
	if at := bytes.Index(line, []byte(" num ")); at >= 0 && isHistogramHeading(line[at:]) {
		return at
	}
	return -1
}

func isHistogramHeading(line []byte) bool {
	return len(line) < textPart/1024 && bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("num ")) && histogram.Sniff(line)
}

// textKind returns the kind of the lines of a VM in a text; nil for none.
func textKind(text []byte) *kind {
	switch {
	case gclog.Sniff(text):
		return gcLogKind
	case histogram.Find(text):
		return histogramKind
	}
	return nil
}

// identifyText searches a whole text for lines of a VM. Other programs may have stored it in another encoding or with additions to the lines.
// ok is false if there are none. If additions have to be removed, the found file is in memory.
func (l *listing) identifyText(ctx context.Context, file trace.File, head []byte, s *search) (f found, ok bool, err error) {
	text, isText := unwrap.Of(head, vmLines)
	if !isText {
		return found{}, false, nil
	}
	content, err := file.Open()
	if err != nil {
		return found{}, false, err
	}
	defer content.Close()
	whole := func() io.Reader { return input.NewReader(ctx, io.NewSectionReader(content, 0, file.Size)) }
	kind, err := s.find(text, file, whole())
	if kind == nil || err != nil {
		return found{}, false, err
	}
	if text.IsPlain() {
		return found{file, kind}, true, nil
	}
	r, err := text.Reader(whole())
	if err != nil {
		return found{}, false, err
	}
	lines := &input.Pieces{Plain: plainUnpacked}
	if _, err := lines.ReadFrom(&admitted{ctx: ctx, r: r}); err != nil {
		return found{}, false, err
	}
	unwrapped := lines.File(file.Name)
	unwrapped.Modified = file.Modified
	l.notes = append(l.notes, trace.Warning{Source: file.Base(), Text: "unwrapped: removed " + text.String()})
	return found{unwrapped, kind}, true, nil
}

// search counts the bytes searched in the files of a recording.
type search struct {
	done     int64
	progress trace.Progress
}

// find reads a text until it contains lines of a VM, and learns the additions of other programs. It returns nil if there are none.
func (s *search) find(text *unwrap.Text, file trace.File, r io.Reader) (*kind, error) {
	counted := &countedReader{Reader: io.LimitReader(r, maxSearched-s.done)}
	defer func() { s.done += counted.n }()
	decoded, err := text.Decoded(counted)
	if err != nil {
		return nil, err
	}
	part, kept := make([]byte, min(textPart, file.Size+1)), 0
	for {
		n, err := io.ReadFull(decoded, part[kept:])
		end := kept + n
		if err == nil { // not the end of the text
			if at := bytes.LastIndexByte(part, '\n'); at >= 0 {
				end = at + 1
			}
		} else if err != io.EOF && err != io.ErrUnexpectedEOF {
			return nil, err
		}
		if kind := textKind(endLine(text.Learn(part[:end]))); kind != nil {
			return kind, nil
		}
		if err != nil {
			return nil, nil
		}
		kept = copy(part, part[end:])
		s.progress.Report(counted.n, file.Size, "searching "+file.Base()+" for a GC log")
	}
}

// endLine adds the end of the last line if it is missing.
func endLine(text []byte) []byte {
	if len(text) > 0 && text[len(text)-1] != '\n' {
		return append(text[:len(text):len(text)], '\n')
	}
	return text
}

// admitted asks for memory before more is taken.
type admitted struct {
	ctx  context.Context
	r    io.Reader
	n    int64
	next int64
}

func (a *admitted) Read(b []byte) (int, error) {
	n, err := a.r.Read(b)
	if a.n += int64(n); a.n > a.next {
		a.next = a.n + admitEvery
		if err := trace.Admit(a.ctx, trace.Volume{Bytes: a.n}); err != nil {
			return 0, err
		}
	}
	if a.n > maxUnpacked {
		return 0, limitError(fmt.Sprintf("more than %d GB of lines; split it", maxUnpacked>>30))
	}
	return n, err
}
