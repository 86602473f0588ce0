package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"memcity/words"
)

// SourceFlag adds the option --source-root. With it the command also prints where its frames and fields are in the source.
func (c *Call) SourceFlag(set *pflag.FlagSet) {
	c.sources = &Sources{}
	c.sources.Register(set)
}

// placer is a writer that finds the source places of the frames and fields in the text it passes on.
type placer struct {
	out     io.Writer
	sources *Sources
	line    []byte // the part of the last line so far
	seen    map[string]bool
	places  []SourcePlace // in the order of the text, deduplicated
}

// maxLine is the maximum length of a buffered line, in bytes. In a longer one, names at the seam are not found.
const maxLine = 1 << 20

func newPlacer(out io.Writer, sources *Sources) *placer {
	return &placer{out: out, sources: sources, seen: map[string]bool{}}
}

// Write implements [io.Writer].
func (p *placer) Write(text []byte) (int, error) {
	end := bytes.LastIndexByte(text, '\n') + 1
	if end == 0 && len(p.line)+len(text) > maxLine {
		end = len(text)
	}
	p.line = append(p.line, text[:end]...)
	if end > 0 {
		p.find(p.line)
		p.line = p.line[:0]
	}
	p.line = append(p.line, text[end:]...)
	return p.out.Write(text)
}

func (p *placer) find(text []byte) {
	for _, name := range words.SourceNames(string(text)) {
		if p.seen[name] {
			continue
		}
		p.seen[name] = true
		if at, ok := p.sources.Place(name); ok {
			p.places = append(p.places, at)
		}
	}
}

// PrintPlaces prints places below a title, as file:line, which terminals and editors turn into links. It prints nothing for no places.
func PrintPlaces(out io.Writer, places []SourcePlace) error {
	if len(places) == 0 {
		return nil
	}
	if _, err := fmt.Fprint(out, "\nIn the source:\n"); err != nil {
		return err
	}
	for _, at := range places {
		if _, err := fmt.Fprintf(out, "%s:%d  %s\n", words.Printable(at.File), at.Line, words.Printable(at.Name)); err != nil {
			return err
		}
	}
	return nil
}

// table prints a table, followed by the source places of its frames and fields.
func (c *Call) table(p Output) error {
	if !c.sources.Known() {
		return p.Table(c.Text())
	}
	text := newPlacer(c.Text(), c.sources)
	if err := p.Table(text); err != nil {
		return err
	}
	return PrintPlaces(c.Text(), text.places)
}

// json prints a value as JSON. If it is an object, the source places of its frames and fields become its last member.
func (c *Call) json(v any) error {
	if !c.sources.Known() {
		return c.PrintJSON(v)
	}
	text := newPlacer(c.Stdout, c.sources)
	end := &tailWriter{out: text}
	if err := WriteJSON(end, v); err != nil {
		return err
	}
	if len(text.places) > 0 && string(end.kept) == objectEnd {
		places, err := json.MarshalIndent(text.places, "  ", "  ")
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(words.NewJSONCleaner(c.Stdout), ",\n  \"places\": %s", places); err != nil {
			return err
		}
	}
	_, err := c.Stdout.Write(end.kept)
	return err
}

// objectEnd is the end of an object in indented JSON.
const objectEnd = "\n}\n"

// tailWriter is a writer that passes on everything except the last bytes, which may end an object.
type tailWriter struct {
	out  io.Writer
	kept []byte
}

// Write implements [io.Writer].
func (e *tailWriter) Write(text []byte) (int, error) {
	e.kept = append(e.kept, text...)
	if n := len(e.kept) - len(objectEnd); n > 0 {
		if _, err := e.out.Write(e.kept[:n]); err != nil {
			return 0, err
		}
		e.kept = append(e.kept[:0], e.kept[n:]...)
	}
	return len(text), nil
}
