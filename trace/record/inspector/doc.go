// Package inspector sends requests to V8's inspector, which Node.js, Deno and Chrome serve on a loopback address.
//
// The protocol consists of JSON messages over a WebSocket. [List] returns the targets at an address, and [Dial] connects to a [Target]. The
// client connects to loopback addresses only. It runs no code in the program, with one exception: [Conn.CloseInspector].
//
// Nothing that the program sends is trusted: messages are limited in size, addresses in responses must be on the requested host and port,
// and a message that is not part of a request is dropped.
package inspector
