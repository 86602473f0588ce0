// Package remote records a program in a container, a pod or on another machine, through the client that the user has for that:
// docker, kubectl or ssh.
//
// The program memcity-record is copied there, runs there, writes the trace to its standard output and is deleted. A shell is needed there,
// and a folder in which programs may be written and run. The standard input of the remote program is kept open: when it ends, because the
// recording is to stop, this program was killed or the connection broke, the remote program stops and cleans up.
package remote
