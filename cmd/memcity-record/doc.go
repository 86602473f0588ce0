// Memcity-record records Java programs on servers, and does all else that needs no graphics: it is built without cgo, as one file
// that needs no library.
//
//	memcity-record COMMAND ...    the commands of memcity but those that draw
//	memcity-record help           lists them
//
// The commands are the packages below cmd/memcity.
package main
