// Package window opens the window and connects it to the session, the recorder of programs and the user's definition files. The command
// demo opens the window with a bundled recording.
package window
