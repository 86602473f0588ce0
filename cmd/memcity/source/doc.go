// Package source finds call sites and fields in the folders of a program's source, and opens them in an editor. Names come from recordings
// and may contain anything. They only lead to files in the folders that the user named, and never reach a shell.
package source
