// Memcity shows how a program's heap evolves, as a city.
//
//	memcity [PATH...]          the window; without PATH the start screen
//	memcity COMMAND PATH...    what the window shows as text, JSON, pictures, films and reports, and how to record
//	memcity help [COMMAND]     all commands, or one with its options and examples
//
// The manual is in assets/help, from where docs/ is written too.
//
// Each family of commands is a package below, with the list Commands; what they share is in cli. The tests here drive the
// whole program: the window by script, mouse and keys, the command line by transcripts in testdata/script.
package main
