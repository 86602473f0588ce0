package words

import "memcity/trace"

// Taking tells how to take heap states of programs of a runtime.
type Taking struct {
	File    string   // what a file with one heap state is called, in the singular
	Clause  string   // how to take one, as in "take more with CLAUSE"
	Command []string // command that takes one, before its file; nil if the program has to do it
	Suffix  string   // suffix of the file
}

// TakingOf returns how to take heap states of programs of a runtime.
func TakingOf(r trace.Runtime) Taking {
	switch r {
	case trace.JVM:
		return Taking{"heap dump", "jcmd PID GC.heap_dump", []string{"jcmd", "PID", "GC.heap_dump"}, ".hprof"}
	case trace.V8:
		return Taking{"heap snapshot", "v8.writeHeapSnapshot() in the program, or the Memory panel of Chrome DevTools", nil, ".heapsnapshot"}
	}
	return Taking{"file of objects", "the writer of the program", nil, ".objects.jsonl"}
}
