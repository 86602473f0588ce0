// Memcity-record records Java programs on servers, and does everything else that needs no graphics. It is built without cgo, as one file
// without library dependencies.
//
// memcity-record COMMAND ...    runs a command of memcity, except those that draw
// memcity-record help           lists the commands
//
// The commands are in the packages below cmd/memcity.
package main
