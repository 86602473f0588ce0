// Package live draws a live recording: its bar, the message before the first GC point, the output of the program, and the prompt before
// closing.
package live
