// Package findings has the commands that say what is wrong: analyze, check, report, and structures.
package findings
