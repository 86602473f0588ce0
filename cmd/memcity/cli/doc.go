// Package cli contains the code that commands share: a [Call] with its flags, paths and help, opening with progress and warnings,
// printing as table, JSON or CSV, errors with exit statuses, and the user's definition files. It knows no command.
//
// A command is a [Command] in the list Commands of its package; main joins the lists. Its page is in
// assets/help/commands.
package cli
