// Memcity shows how a program's heap evolves, as a city.
//
//	memcity [PATH...]          the window; without PATH the start screen
//	memcity COMMAND PATH...    what the window shows as text, JSON, pictures, films and reports, and how to record
//	memcity help [COMMAND]     all commands, or one with its options and examples
//
// The manual is in assets/help, from where docs/ is written too.
package main
