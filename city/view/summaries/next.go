package summaries

import (
	"memcity/analysis/guide/findings"
	"memcity/words"
)

// Formats with their own advice, by the readers' names.
const (
	heapDump  = "hprof"
	portable  = "phd"
	ownTrace  = "Memory City trace"
	histogram = "class histogram"
	tree      = "memory tree"
)

// Into marks, in a command, that the next element is the file for its output.
const Into = ">"

// judged is the number of GC points needed to judge whether something leaks.
const judged = 3

// takeSnapshots returns what to do with programs of V8, which have one command for everything.
func takeSnapshots() []Next {
	return []Next{
		{"To see growth, take a second heap snapshot after some load and open both. Three or more snapshots show whether the program leaks. " +
			"The program takes one with v8.writeHeapSnapshot(), and Chrome DevTools in its Memory panel.",
			[][]string{{"memcity", findings.Path, "second.heapsnapshot"}}},
		{"To get a series of snapshots, record the running program.",
			[][]string{{"memcity", "attach", "PID"}, {"memcity", "record", "--", "node", "PROGRAM.js"}}},
	}
}

// next lists what to record to learn more; nothing if a recording has enough GC points. Looked is true if paths from GC roots are
// available.
func next(r Recorded, looked bool) (list []Next) {
	list = []Next{}
	if r.Sampled {
		return append(list, Next{"To count the objects and see whether they grow, take three or more heap dumps under load and open them together.",
			[][]string{{"jcmd", "PID", "GC.heap_dump", "first.hprof"}, {"memcity", "first.hprof", "second.hprof", "third.hprof"}}})
	}
	if r.Points >= judged || r.Points == 0 {
		return list
	}
	compare := func(text string, take ...[]string) {
		list = append(list, Next{text, append(take, []string{"memcity", findings.Path, "second" + suffix(r.Format)})})
	}
	switch r.Format {
	case words.Snapshots:
		return takeSnapshots()
	case heapDump, portable:
		compare("To see growth, take a second heap dump after some load and open both. Three or more dumps show whether the program leaks.",
			[]string{"jcmd", "PID", "GC.heap_dump", "second" + suffix(r.Format)})
	case histogram:
		compare("To see growth, take a second histogram after some load and open both.", []string{"jcmd", "PID", "GC.class_histogram", Into, "second.txt"})
		list = append(list, Next{"To see who holds the objects, take a heap dump, which has the references between objects.",
			[][]string{{"jcmd", "PID", "GC.heap_dump", "dump.hprof"}, {"memcity", "dump.hprof"}}})
	case tree:
		compare("To see growth, have the program write a second tree after some load and open both.")
		if !looked {
			list = append(list, Next{"To see who holds the objects, take a heap dump of the Java program. Memory trees have no single objects.",
				[][]string{{"jcmd", "PID", "GC.heap_dump", "dump.hprof"}, {"memcity", "dump.hprof"}}})
		}
		return list
	case ownTrace:
		list = append(list, Next{"To see growth, record for longer under load to get more GC points. Three or more show whether the program leaks.",
			[][]string{{"memcity", "attach", "PID"}}})
		return list
	default:
		compare("To see growth, record again after some load and open both.")
		return list
	}
	return append(list, Next{"To see allocation sites, ages and deaths of objects, record the running program.",
		[][]string{{"memcity", "attach", "PID"}, {"memcity", "record", "--", "java", "-jar", "PROGRAM.jar"}}})
}

// suffix returns the suffix of a second file of a format.
func suffix(format string) string {
	switch format {
	case heapDump:
		return ".hprof"
	case portable:
		return ".phd"
	case histogram:
		return ".txt"
	case tree:
		return ".json"
	}
	return ""
}
