package findings

import (
	"strings"

	"memcity/trace"
)

// ThreadsNamed returns text for threads that pile up, given the type of the pile and its GC root; empty for anything else.
func ThreadsNamed(kind, root string) string {
	if !IsThread(kind) || root != "thread" && !strings.HasPrefix(root, "thread ") {
		return ""
	}
	return ThreadsOf(ThreadName(root))
}

// IsThread reports whether a type is that of plain threads.
func IsThread(kind string) bool {
	return kind == "java.lang.Thread" || kind == "java.lang.VirtualThread"
}

// ThreadName returns the name of the threads in a GC root such as "thread worker-N"; empty for threads without a name.
func ThreadName(root string) string {
	return strings.TrimSpace(strings.TrimPrefix(root, trace.RootThread.String()))
}

// ThreadsOf returns text for threads that share a name, with N for each number.
func ThreadsOf(name string) string {
	switch name {
	case "":
		return "threads without a name"
	case trace.UnnamedVirtual:
		return "virtual threads"
	}
	return "threads named " + name
}
