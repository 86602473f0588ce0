// Memcity shows a program's heap over time as a city.
//
// memcity [PATH...]          opens the window; without PATH the start screen
// memcity COMMAND PATH...    prints the analyses of the window as text, JSON, pictures, films and reports, and records programs
// memcity help [COMMAND]     lists all commands, or describes one with its options and examples
//
// The manual is in assets/help, from which docs/ is generated.
//
// Each family of commands is a package below, with a list named Commands. Shared code is in cli. The tests here drive the whole program:
// the window by script, mouse and keys, and the command line by transcripts in testdata/script.
package main
