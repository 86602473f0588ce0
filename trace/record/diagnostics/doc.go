// Package diagnostics takes heap snapshots of running .NET programs through their diagnostics sockets, and finds these sockets.
//
// The runtime listens on the socket dotnet-diagnostic-PID-START-socket in the folder for temporary files. START is the start time of the process in
// ticks of the kernel, so that the socket of an earlier process with the same number is not mistaken for it. Only the owner of the process can connect.
//
// A message is the text DOTNET_IPC_V1 with a 0, its size in 2 bytes, the set and number of the command, and 2 bytes of 0. The response to
// CollectTracing is the number of the session, after which the connection carries the trace. The session ends with the command
// StopTracing on another connection, or with the connection itself. One session takes one snapshot: the runtime collects garbage in all
// generations, stops all threads, and writes the objects. It does not reuse the session.
package diagnostics
