// Package live draws a recording that grows: its bar, what stands there before the first GC point, what the program wrote, and
// the prompt before it ends.
package live
