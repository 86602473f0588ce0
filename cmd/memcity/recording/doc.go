// Package recording contains the commands that record a running program: record, attach and mark.
package recording
