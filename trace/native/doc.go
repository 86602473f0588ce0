// Package native reads and writes native traces, this project's own format: one file is a recording with any number of GC
// points, and grows while it is written. The chunks are those of trace/wire/memcity.
//
// native opens files and follows those that grow; entry, names and parts take what chunks report; load and block make heap
// states; life reads allocations and deaths. write, state and dict are the [Writer], copy writes any recording, anonymous
// replaces names. claim reports readers that a file is still being written; spec has the columns by name.
package native
