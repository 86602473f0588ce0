package assets

import "embed"

// Demo is a bundled recording.
type Demo struct {
	Name  string // name on command lines
	Title string
	Text  string // one sentence on what it shows
	Kind  DemoKind
}

// DemoKind selects the purpose of a bundled recording.
type DemoKind uint8

// Kinds of bundled recordings.
const (
	Example  DemoKind = iota // example to explore
	Fixed                    // example whose program was changed so that it does not leak
	Exercise                 // program with a known fault that the user must find
	Fleet                    // memory trees of many programs, each of which is a bundled recording
)

// DemoPrefix before the name of a bundled recording forms its path.
const DemoPrefix = "demo:"

//go:embed demos
var demos embed.FS

// list contains the bundled recordings, those for beginners first.
var list = []Demo{
	{Name: "persons", Title: "A list that only grows",
		Text: "Persons are added to a linked list and never removed. Their strings are the most visible; find the list that holds them."},
	{Name: "two-caches", Title: "Two caches, one leak",
		Text: "Every product stays in a map by id and in a map by name, so that neither map alone keeps it alive."},
	{Name: "steady", Title: "A healthy program",
		Text: "Sessions start and expire, tasks are queued and completed, a cache evicts entries: the heap goes up and down, but does not grow."},
	{Name: "carts", Title: "A map in Node.js",
		Text: "A shop keeps the cart of each customer in a map, even when the cart has been ordered; find the variable that holds it."},
	{Name: "holds", Title: "A dict in Python",
		Text: "A theater keeps seats on hold in a dict, even when they have been paid for; a script of fifty lines wrote the recording."},
	{Name: "persons-fixed", Title: "Persons, fixed", Kind: Fixed,
		Text: "The program of the list that only grows, which now clears the list when the persons are no longer needed."},
	{Name: "two-caches-fixed", Title: "Two caches, fixed", Kind: Fixed,
		Text: "The program of the two caches, both of which now have a bound."},
	{Name: "fleet-release", Title: "A fleet after a release", Kind: Fleet,
		Text: "With its newest version, a service leaks on seven of ten pods. Select the building to see them, and choose one to open its recording."},
	{Name: "fleet-outlier", Title: "A fleet with one outlier", Kind: Fleet,
		Text: "One of twelve pods has far more of a type than the others: its building glows."},
	{Name: "chat", Title: "Chat", Kind: Exercise,
		Text: "At most forty users are online at a time, yet the heap grows with everyone who ever connected."},
	{Name: "gate", Title: "Gate", Kind: Exercise,
		Text: "Four threads serve requests one after the other, and each request leaves something behind."},
	{Name: "search", Title: "Search", Kind: Exercise,
		Text: "The same sixty questions are asked again and again, and the heap grows with each."},
	{Name: "plugins", Title: "Plug-in", Kind: Exercise,
		Text: "A plug-in is reloaded now and then, and the heap grows each time."},
	{Name: "reports", Title: "Reports", Kind: Exercise,
		Text: "After one day with long reports the heap remains twice as large."},
	{Name: "catalog", Title: "Catalogue", Kind: Exercise,
		Text: "Articles with hardly any data take more memory than the rest of the program."},
	{Name: "orders", Title: "Orders", Kind: Exercise,
		Text: "Two thousand orders of three words each take a third of the heap."},
	{Name: "editor", Title: "Editor", Kind: Exercise,
		Text: "A closed document should leave only a line in a menu, but the heap grows by whole documents."},
	{Name: "prices", Title: "Prices", Kind: Exercise,
		Text: "While medians are computed the garbage collector runs all the time, though the heap does not grow."},
	{Name: "travel", Title: "Travel agency", Kind: Exercise,
		Text: "Two maps grow with every search; one of them is a cache in use, the other is never read."},
	{Name: "alerts", Title: "Alerts", Kind: Exercise,
		Text: "Thirty pages of a Node.js program are open at a time, yet the heap grows with each visitor."},
	{Name: "receipts", Title: "Receipts", Kind: Exercise,
		Text: "A Node.js program keeps a small function for each sale, and each keeps more than a kilobyte alive."},
	{Name: "meters", Title: "Meters", Kind: Exercise,
		Text: "A Node.js program shows 25 meters at a time, and nothing in it refers to the old ones."},
	{Name: "board", Title: "Board", Kind: Exercise,
		Text: "A page in Chromium shows twenty notes, but each note that was taken off takes memory."},
}

// Demos returns the bundled recordings, those for beginners first. testdata/README.md describes how they were created.
func Demos() []Demo { return append([]Demo(nil), list...) }

// Data returns a copy of the recording: a .tar.zst archive of heap dumps or of a trace.
func (d Demo) Data() []byte { return demoFile(d.Name + ".tar.zst") }

// Picture returns a picture of the city as PNG; nil except for examples.
func (d Demo) Picture() []byte {
	if d.Kind != Example {
		return nil
	}
	return demoFile(d.Name + ".png")
}

// demoFile returns a copy of an embedded file; nil if it does not exist, which a test excludes.
func demoFile(name string) []byte {
	data, err := demos.ReadFile("demos/" + name)
	if err != nil {
		return nil
	}
	return data
}
