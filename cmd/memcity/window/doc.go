// Package window opens the window and gives it what it works with: the session, the recorder of programs and the user's
// definition files. demo opens it with a bundled recording.
package window
