package lines

import (
	"bufio"
	"io"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"memcity/trace/wire/jsonlines"
)

// Writer writes lines. After an error, all calls return it.
type Writer struct {
	w     *bufio.Writer
	texts *Texts
	b     []byte // the line
	err   error
}

// NewWriter returns a writer of records whose texts are in a dictionary.
func NewWriter(w io.Writer, texts *Texts) *Writer {
	return &Writer{w: bufio.NewWriterSize(w, jsonlines.FirstBuffer), texts: texts}
}

// Write writes a line. It leaves out members that have the value of a missing one.
func (w *Writer) Write(r *Record) error {
	w.b = append(w.b[:0], '{')
	switch r.Kind {
	case Header:
		w.head(&r.Head)
	case Object:
		w.object(r)
	case Root:
		w.first("root", r.What)
		w.number("ref", int64(r.Ref))
		w.text("owner", r.Owner)
		w.text("member", r.Member)
		w.text("name", r.Name)
		w.text("thread", r.Thread)
		if r.Frame >= 0 {
			w.number("frame", int64(r.Frame))
		}
	case Thread:
		w.first("thread", r.Thread)
		w.text("name", r.Name)
		if r.HasRef {
			w.number("object", int64(r.Ref))
		}
		w.frames(r.Frames)
	case Site:
		w.first("site", r.Site)
		w.frames(r.Frames)
	case Class:
		w.first("class", r.Name)
		w.text("super", r.Super)
	case Library:
		w.first("library", r.Name)
	}
	w.b = append(w.b, "}\n"...)
	if w.err == nil {
		_, w.err = w.w.Write(w.b)
	}
	return w.err
}

// Flush writes buffered lines.
func (w *Writer) Flush() error {
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}

func (w *Writer) key(key string) {
	if len(w.b) > 1 {
		w.b = append(w.b, ',')
	}
	w.b = append(w.b, '"')
	w.b = append(w.b, key...)
	w.b = append(w.b, `":`...)
}

func (w *Writer) quote(text string) {
	w.b, _ = jsontext.AppendQuote(w.b, text) // replaces invalid UTF-8
}

// first writes the member that decides the kind of the line.
func (w *Writer) first(key string, text Text) {
	if w.text(key, text); text == 0 {
		w.key(key)
		w.b = append(w.b, "null"...)
	}
}

func (w *Writer) text(key string, text Text) { w.string(key, w.texts.Of(text)) }

func (w *Writer) string(key, text string) {
	if text != "" {
		w.key(key)
		w.quote(text)
	}
}

// number writes n as an unsigned number.
func (w *Writer) number(key string, n int64) {
	w.key(key)
	w.b = strconv.AppendUint(w.b, uint64(n), 10)
}

func (w *Writer) positive(key string, n int64) {
	if n > 0 {
		w.number(key, n)
	}
}

func (w *Writer) seconds(key string, s float64) {
	if !math.IsNaN(s) {
		w.key(key)
		w.b = strconv.AppendFloat(w.b, s, 'f', -1, 64)
	}
}

func (w *Writer) flag(key string, set bool) {
	if set {
		w.key(key)
		w.b = append(w.b, "true"...)
	}
}

func (w *Writer) head(h *Head) {
	w.string("format", Format)
	w.number("version", Version)
	w.string("runtime", h.Runtime)
	w.string("program", h.Program)
	w.seconds("time", h.Time)
	w.seconds("uptime", h.Uptime)
	w.positive("gc", int64(h.GC))
	w.flag("final", h.Final)
	w.flag("stable_ids", h.StableIDs)
	w.positive("site_interval", h.Interval)
}

func (w *Writer) object(r *Record) {
	w.number("id", int64(r.ID))
	w.text("type", r.Type)
	w.number("size", r.Size)
	w.text("kind", r.What)
	w.text("name", r.Name)
	w.text("site", r.Site)
	w.text("thread", r.Thread)
	if r.Birth >= 0 {
		w.number("birth", r.Birth)
	}
	w.strong(r.References)
	w.weak(r.References)
}

// strong writes the references that are not weak, and their names if any has one.
func (w *Writer) strong(refs []Reference) {
	n, named := 0, false
	for _, r := range refs {
		if !r.Weak {
			n++
			named = named || r.Name != 0
		}
	}
	if n == 0 {
		return
	}
	w.key("refs")
	w.list(refs, false, func(r *Reference) {
		if r.Null {
			w.b = append(w.b, "null"...)
			return
		}
		w.b = strconv.AppendUint(w.b, r.To, 10)
	})
	if !named {
		return
	}
	w.key("names")
	w.list(refs, false, func(r *Reference) {
		if r.Name == 0 {
			w.b = append(w.b, "null"...)
			return
		}
		w.quote(w.texts.Of(r.Name))
	})
}

// weak writes the weak references as pairs of name and id.
func (w *Writer) weak(refs []Reference) {
	some := false
	for _, r := range refs {
		some = some || r.Weak
	}
	if !some {
		return
	}
	w.key("weak")
	w.list(refs, true, func(r *Reference) {
		switch {
		case r.Null:
			w.b = append(w.b, "null"...)
		case r.Name == 0:
			w.b = strconv.AppendUint(w.b, r.To, 10)
		default:
			w.b = append(w.b, '[')
			w.quote(w.texts.Of(r.Name))
			w.b = append(w.b, ',')
			w.b = strconv.AppendUint(w.b, r.To, 10)
			w.b = append(w.b, ']')
		}
	})
}

func (w *Writer) list(refs []Reference, weak bool, write func(r *Reference)) {
	w.b = append(w.b, '[')
	first := true
	for i := range refs {
		if refs[i].Weak == weak {
			if !first {
				w.b = append(w.b, ',')
			}
			first = false
			write(&refs[i])
		}
	}
	w.b = append(w.b, ']')
}

func (w *Writer) frames(frames []Text) {
	if len(frames) == 0 {
		return
	}
	w.key("frames")
	w.b = append(w.b, '[')
	for i, f := range frames {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.quote(w.texts.Of(f))
	}
	w.b = append(w.b, ']')
}
