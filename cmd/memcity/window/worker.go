package window

import (
	"memcity/city/exchange"
	"memcity/city/session"
	"memcity/cmd/memcity/cli"
)

// Worker is a session that opens paths, and takes in descriptions of data structures.
type Worker struct {
	*session.Session
	Definitions *cli.Definitions // that the session works with
}

// Open opens paths, or a bundled recording, and makes a first plan.
func (w Worker) Open(paths []string, grouping exchange.Request) {
	w.Session.Open(cli.Opener(paths), grouping)
}

// Describe keeps a description of a data structure as a file of the user's, and works with it from now on. File is empty if
// there is no folder of the user's: it is known until the program ends then.
func (w Worker) Describe(name, text string) (file string, err error) {
	next, file, err := w.Definitions.Describe(name, text)
	if err == nil {
		w.Session.Describe(next.Options())
	}
	return file, err
}
