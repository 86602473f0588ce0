// Package findings contains the commands that find problems: analyze, check, report, and structures.
package findings
