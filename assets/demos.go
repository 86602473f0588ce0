package assets

import _ "embed"

// Demo is a bundled recording.
type Demo struct {
	Name  string // for command lines
	Title string
	Text  string // one sentence on what there is to see
	Data  []byte // an archive of heap dumps, .tar.zst; not to be changed

	Picture []byte // of the city, PNG
}

var (
	//go:embed demos/persons.tar.zst
	persons []byte
	//go:embed demos/two-caches.tar.zst
	twoCaches []byte
	//go:embed demos/steady.tar.zst
	steady []byte

	//go:embed demos/persons.png
	personsPicture []byte
	//go:embed demos/two-caches.png
	twoCachesPicture []byte
	//go:embed demos/steady.png
	steadyPicture []byte
)

// Demos lists the bundled recordings, the one to begin with first. How they were made is told in testdata/README.md.
func Demos() []Demo {
	return []Demo{
		{"persons", "A list that only grows",
			"Persons are added to a linked list and never removed: their strings stand out, and the list behind them is to be found.",
			persons, personsPicture},
		{"two-caches", "Two caches, one leak",
			"Every product stays in a map by id and in a map by name, so that neither map alone keeps it alive.",
			twoCaches, twoCachesPicture},
		{"steady", "A healthy program",
			"Sessions come and expire, work waits and is done, a cache forgets: the heap goes up and down and does not grow.",
			steady, steadyPicture},
	}
}
