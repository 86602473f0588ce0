// Package unwrap finds the lines of a program in a text that other programs have stored: in another encoding, with a prefix before each line,
// or as members of JSON objects. Container runtimes, journals, shells and loggers write texts of this kind.
package unwrap
