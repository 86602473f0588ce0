// Package serve implements the WebSocket protocol of AntTracks (see package antsocket). It has one tab per recording, with memory trees of
// a chosen grouping. Memory Cities, WebTreeViz and this program can be clients.
//
// In addition to AntTracks, it restricts its clients. A browser sends the origin of the connecting page. The origin must be the server
// itself, by an address or as localhost, because an attacker could point any other name to the server, or one of the allowed origins. Other
// programs send no origin and are admitted. If there is a token, a client must send it, as "token" in the query of the address or as a
// bearer token. Requests are limited in size and time, clients that do not read are dropped, and the number of clients is limited.
//
// Trees are made when they are first requested, and cached. They are written one by one as text while they are sent. [Server.Serve] checks
// growing recordings for new GC points, and sends them to subscribers.
package serve
