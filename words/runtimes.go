package words

import "memcity/trace"

// Taking tells how to take heap states of programs of a runtime.
type Taking struct {
	File     string // name of a file with one heap state
	Files    string // the same in the plural
	Clause   string // way to take one, as in "take more with CLAUSE"
	Recorded bool   // whether memcity record supports the runtime
}

// TakingOf returns how to take heap states of programs of a runtime. format is that of the recording; heap profiles stay heap profiles.
func TakingOf(r trace.Runtime, format string) Taking {
	if r == trace.Golang && isProfile(format) {
		return Taking{"heap profile", "heap profiles", "curl -o 1.pb.gz http://HOST:PORT/debug/pprof/heap", false}
	}
	switch r {
	case trace.JVM:
		return Taking{"heap dump", "heap dumps", "jcmd PID GC.heap_dump", true}
	case trace.V8:
		return Taking{"heap snapshot", "heap snapshots", "v8.writeHeapSnapshot() in the program, or the Memory panel of Chrome DevTools", true}
	case trace.CRuby:
		return Taking{"heap dump", "heap dumps", "ObjectSpace.dump_all(output: file) in the program", true}
	case trace.DotNet:
		return Taking{"heap snapshot", "heap snapshots", "dotnet-gcdump collect -p PID", true}
	case trace.CPython:
		return Taking{"file of objects", "files of objects", "the writer of the program", true}
	case trace.Golang:
		return Taking{"heap dump", "heap dumps", "debug.WriteHeapDump(file.Fd()) in the program", false}
	case trace.Native:
		return Taking{"heap profile", "heap profiles", "the profiler of the allocator, such as jemalloc's or tcmalloc's", false}
	}
	return Taking{"file of objects", "files of objects", "the writer of the program", false}
}

// NoGCs returns a clause that an input has no GC events, and how to get them if the runtime has a way.
func NoGCs(r trace.Runtime) string {
	const text = "no GC events in this input"
	switch r {
	case trace.JVM:
		return text + "; open it together with a GC log or flight recording (JFR) of the same run, or record the running program"
	case trace.V8:
		return text + "; record the running program"
	}
	return text
}

// NoHolders returns sentences that heap profiles lack holders, and what to do about it, for programs of a runtime.
func NoHolders(r trace.Runtime) string {
	text := "Who holds the memory: heap profiles contain call stacks, but no references. Follow where the code at the site stores its result."
	if r == trace.Golang {
		text += " For more samples, start the program with runtime.MemProfileRate = 4096."
	}
	return text
}
