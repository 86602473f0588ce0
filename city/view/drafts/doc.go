// Package drafts defines queries and reports that preview a grouping while the user composes it: its groups and their sizes.
package drafts
