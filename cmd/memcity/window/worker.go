package window

import (
	"memcity/city/exchange"
	"memcity/city/session"
	"memcity/cmd/memcity/cli"
)

// Worker is a session that opens paths and accepts descriptions of data structures.
type Worker struct {
	*session.Session
	Definitions *cli.Definitions // used by the session
}

// Open opens paths or a bundled recording, and computes a first plan.
func (w Worker) Open(paths []string, grouping exchange.Request) {
	w.Session.Open(cli.Opener(paths), grouping)
}

// Describe stores a description of a data structure in the user's folder and uses it immediately. If there is no such folder, file is
// empty and the description is lost when the program ends.
func (w Worker) Describe(name, text string) (file string, err error) {
	next, file, err := w.Definitions.Describe(name, text)
	if err == nil {
		w.Session.Describe(next.Options())
	}
	return file, err
}
