// Package source opens the lines of allocation sites and fields in the user's editor.
package source

import (
	"os"

	"memcity/trace/guard"
)

// Editor opens places in the source of the recorded program. Its zero value opens nothing.
type Editor struct {
	// Missing is the reason that nothing can be opened, with instructions; "" if places can be opened.
	Missing string
	// Find returns the place of a name of [words.SourceNames], as FILE:LINE, and a function that opens it in the editor and blocks until the
	// editor ends. It returns an error if no source file is found. It may be called from any goroutine.
	Find func(name string) (at string, open func() error, err error)
}

// unset explains how to set an editor that is missing without a reason.
const unset = "No editor is set. The manual says how to set it, on the page Editors."

// Why returns the reason that nothing can be opened, with instructions; "" if places can be opened.
func (e *Editor) Why() string {
	if e.Find == nil && e.Missing == "" {
		return unset
	}
	return e.Missing
}

// Controller opens places for the user.
type Controller struct {
	editor Editor
	report func(message string)
}

// New returns a controller. It passes messages for the user to report, which may be called from any goroutine.
func New(editor Editor, report func(message string)) *Controller { return &Controller{editor, report} }

// Why returns the reason that nothing can be opened, with instructions; "" if places can be opened.
func (c *Controller) Why() string { return c.editor.Why() }

// Open opens a name of [words.SourceNames] in the editor, in the background: the search for the file can take time, and many editors run
// until the user closes the file. An editor outlives the window.
func (c *Controller) Open(name string) {
	if why := c.Why(); why != "" {
		c.report(why)
		return
	}
	guard.Go(func() error {
		at, open, err := c.editor.Find(name)
		if err != nil {
			return err
		}
		c.report("Opening " + at)
		return open()
	}, func(err error) {
		if err != nil {
			guard.Report(os.Stderr, "", err)
			c.report(err.Error())
		}
	})
}
