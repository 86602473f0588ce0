// Package native reads and writes native traces, the format of this project. A file is a recording with any number of GC points and grows
// while it is written. Package trace/wire/memcity reads and writes the chunks.
//
// native opens files and follows growing ones. entry, names and parts read the chunks. load and block build heap states. life reads
// allocations and deaths. write, state and dict are the [Writer]. copy writes any recording, and anonymous replaces names. claim shows
// readers that a file is still being written. spec names the columns.
package native
