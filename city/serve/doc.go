// Package serve speaks over WebSockets as AntTracks does (see package antsocket): one tab for each recording, whose
// memory trees are those of a chosen grouping. Memory Cities, WebTreeViz and this program can be its clients.
//
// Beyond AntTracks it knows whom it serves. A browser sends the origin of the page that connects: it must be the server
// itself, by an address or as localhost, since another name may be one that an attacker points here, or one of those
// allowed. Other programs send none and are let in. If there is a token, a client must have it, as "token" in the query
// of the address or as a bearer token. What a client sends is short and must come in time; one that does not read is
// dropped; there are only so many.
//
// Trees are made when they are first requested, kept, and written one after the other as text while they are sent.
// [Server.Serve] looks for new GC points of recordings that grow, and sends them to those that have subscribed.
package serve
