// Package antsocket speaks the WebSocket protocol of AntTracks, over which Memory Cities and WebTreeViz request memory trees.
// It knows messages and connections and no meaning; the trees in them are those of package memtree.
//
// A client sends requests as text messages, the server responds to each with one message, both JSON:
//
//	REQUEST  {"capability": string, "tabId": int, "parameters": [any, ...]}
//	RESPONSE {"request": REQUEST, "status": "success" | "failed", "sender": int, "data": any | null, "error": string}
//
// with members in any order. "tabId" is -1 where it is missing, "parameters" are empty. The whole request is echoed,
// members that the protocol does not know included. "sender" is the tab that responds, -1 for none. "error" comes with
// "failed" only. Binary messages are read like text.
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
// A tab without "capabilities" responds to no requests.
//
// An extension, of which a client that does not request it sees nothing but its name in a tab: SUBSCRIBE, with the time in
// ms of the newest tree that the client has as parameter, or none. The response has no data. From then on the server sends
// messages like responses to that request with one more member, "pushed": the name of a capability whose data has grown,
// with what is new as data; or END, without data, when nothing more can come. The maps of a tree come before it.
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

// End is what "pushed" says when nothing more can come.
const End = "END"

// NoTab is the tab of requests and responses that are about none.
const NoTab = -1

// Parameters returns the names of the parameters of a capability, and whether there is such a one.
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

// Error says what is wrong with a message or a connection.
type Error struct {
	Offset int64 // of the first byte of the message that is not as expected, or shortly before; -1 if none applies
	Text   string
}

func (e *Error) Error() string {
	if e.Offset < 0 {
		return e.Text
	}
	return fmt.Sprintf("offset %d: %s", e.Offset, e.Text)
}
