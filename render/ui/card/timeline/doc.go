// Package timeline draws the bar along the bottom: the heap over time, the GC point and the window.
package timeline
