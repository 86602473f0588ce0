// Package antsocket implements the WebSocket protocol of AntTracks, which Memory Cities and WebTreeViz use to request memory trees. It
// handles messages and connections without interpreting them; package memtree reads the trees in them.
//
// A client sends requests as text messages. The server answers each with one message. Both are JSON:
//
//	REQUEST  {"capability": string, "tabId": int, "parameters": [any, ...]}
//	RESPONSE {"request": REQUEST, "status": "success" | "failed", "sender": int, "data": any | null, "error": string}
//
// with members in any order. A missing "tabId" means -1, missing "parameters" an empty list. The response repeats the whole request,
// including members unknown to the protocol. "sender" is the responding tab; -1 for none. "error" is present only with "failed". Binary
// messages are read like text.
//
//	capability                    parameters    data
//	GET-TAB-LIST                                [TAB, ...]
//	GET-TAB-LIST-WITH-CAPABILITY  [capability]  [TAB, ...]
//	GET-SINGLE-TREE                             a tree in the AntTracks format; {} if there is none yet
//	GET-SINGLE-TREE-POINTER-MAP   [nodeId]      {KEY: int, ...}: objects that the node's objects refer to
//	GET-ALL-TREES                               [tree in the AntTracks format, ...] in any order
//	GET-ALL-POINTS-TO-MAPS                      [{"time": int, "pointerMap": ...}, ...]
//	GET-ALL-POINTED-FROM-MAPS                   [{"time": int, "pointerMap": ...}, ...]
//
//	TAB = {"tabId": int, "name", "shortDescription", "longDescription": string,
//	       "capabilities": [{"text": string, "parameters": [string, ...]}, ...]}
//
// A tab without "capabilities" answers no requests.
//
// SUBSCRIBE is an extension. A client that does not use it sees only its name in a tab. Its parameter is the time in ms of the newest tree
// that the client has, or missing if it has none. The response has no data. The server then sends messages like responses to that request,
// with one more member "pushed". Its value is the capability that has new data, which the message contains. It is END, without data, when
// the input has ended. The maps of a tree are sent before the tree.
package antsocket

import "fmt"

// Capabilities that can be requested.
const (
	TabList               = "GET-TAB-LIST"
	TabListWithCapability = "GET-TAB-LIST-WITH-CAPABILITY"
	SingleTree            = "GET-SINGLE-TREE"
	SingleTreePointerMap  = "GET-SINGLE-TREE-POINTER-MAP"
	AllTrees              = "GET-ALL-TREES"
	AllPointsToMaps       = "GET-ALL-POINTS-TO-MAPS"
	AllPointedFromMaps    = "GET-ALL-POINTED-FROM-MAPS"
	Subscribe             = "SUBSCRIBE"
)

// End is the value of "pushed" when nothing more can follow.
const End = "END"

// NoTab is the tab of requests and responses that do not concern a tab.
const NoTab = -1

// Parameters returns the names of the parameters of a capability. ok is false if the capability is unknown.
func Parameters(capability string) (names []string, ok bool) {
	switch capability {
	case TabList, SingleTree, AllTrees, AllPointsToMaps, AllPointedFromMaps:
		return nil, true
	case TabListWithCapability:
		return []string{"capability"}, true
	case SingleTreePointerMap:
		return []string{"nodeId"}, true
	case Subscribe:
		return []string{"time"}, true
	}
	return nil, false
}

// Error reports a fault in a message or connection.
type Error struct {
	Offset int64 // of the first unexpected byte of the message, or shortly before it; -1 if none applies
	Text   string
}

func (e *Error) Error() string {
	if e.Offset < 0 {
		return e.Text
	}
	return fmt.Sprintf("offset %d: %s", e.Offset, e.Text)
}
