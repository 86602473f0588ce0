// Package help draws the manual.
package help
