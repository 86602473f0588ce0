// Package remote records a program in a container, in a pod or on another machine. It uses the user's client for that host: docker, kubectl
// or ssh.
//
// It copies the program memcity-record to the host and runs it there. memcity-record writes the trace to its standard output and is deleted
// afterwards. The host needs a shell and a folder in which programs can be written and run. The standard input of the remote program stays
// open. When it ends, the remote program stops and cleans up. That happens if the recording is to stop, this program was killed or the
// connection broke.
package remote
