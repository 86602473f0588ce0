// Package legend draws the legend.
package legend
