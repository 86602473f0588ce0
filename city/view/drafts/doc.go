// Package drafts has queries and reports on groupings that a user is still putting together: which groups there would be, and how large.
package drafts
