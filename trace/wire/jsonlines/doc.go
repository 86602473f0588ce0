// Package jsonlines finds the lines of files of JSON lines, and reads the JSON of a line without building values.
package jsonlines
