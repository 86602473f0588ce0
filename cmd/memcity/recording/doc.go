// Package recording has the commands that record a running program: record and attach.
package recording
