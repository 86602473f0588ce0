// Package source finds in the folders of a program's source where call sites and fields are, and opens them in an editor. Names come from
// recordings, which may be anything: what they lead to lies in a folder that the user named, and no shell sees them.
package source
