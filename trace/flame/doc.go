// Package flame reads flame graphs of memory in use as points with counts by allocation site: the JSON of Pyroscope and folded call stacks. They
// contain bytes by call stack, but no numbers of objects.
package flame
