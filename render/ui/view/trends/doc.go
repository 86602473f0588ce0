// Package trends draws the trends view: how groups grow over the window, level by level, as charts with tables.
package trends
