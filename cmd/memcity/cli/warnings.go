package cli

import (
	"io"
	"slices"

	"memcity/city/recording"
	"memcity/trace"
	"memcity/words"
)

// warnings contains the opened recordings of a call and the warnings that were printed.
type warnings struct {
	opened   []*recording.Recording
	printed  map[trace.Warning]bool
	watching bool // Stdout is wrapped in [warningWriter]
}

// watch prints the warnings of a recording before other output: the first ones before the first output, later ones before the next, and
// the rest at the end. A truncated dump, which is noticed only while it is read, is thus reported in the first line of any command.
func (c *Call) watch(o *recording.Recording) {
	if !c.warnings.watching {
		c.Stdout = warningWriter{c, c.Stdout}
		c.warnings.watching = true
	}
	c.warnings.opened = append(c.warnings.opened, o)
}

// warn prints the warnings of the recordings that were not printed yet.
func (c *Call) warn() {
	for _, o := range c.warnings.opened {
		if c.Follows {
			c.Report(o.Growing())
		} else {
			c.Report(o.Warnings())
		}
	}
	if f := c.limits.folder; f != nil && f.Err() != nil {
		c.Report([]trace.Warning{{Source: f.Path(), Text: "some columns were kept in memory: " + f.Err().Error()}})
	}
}

// Report prints warnings to standard error, each once.
func (c *Call) Report(warnings []trace.Warning) {
	for _, w := range warnings {
		if c.warnings.printed[w] {
			continue
		}
		if c.warnings.printed == nil {
			c.warnings.printed = map[trace.Warning]bool{}
		}
		c.warnings.printed[w] = true
		c.say("warning: " + w.String())
	}
}

// Notify prints a line to standard error. It replaces terminal control characters.
func (c *Call) Notify(text string) {
	c.warn()
	c.say(text)
}

func (c *Call) say(text string) {
	c.meter.clear()
	io.WriteString(c.Stderr, "memcity: "+words.Printable(text)+"\n")
}

// warningWriter is a writer that prints pending warnings before each write.
type warningWriter struct {
	c   *Call
	out io.Writer
}

func (w warningWriter) Write(p []byte) (int, error) {
	w.c.warn()
	return w.out.Write(p)
}

// Release prints the warnings of a recording and drops it, so that its memory can be reused for the next one.
func (c *Call) Release(o *recording.Recording) {
	c.warn()
	c.warnings.opened = slices.DeleteFunc(c.warnings.opened, func(opened *recording.Recording) bool { return opened == o })
}
