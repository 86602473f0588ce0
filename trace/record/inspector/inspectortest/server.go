// Package inspectortest serves the inspector protocol of V8 on a loopback address, with responses that a test chooses.
package inspectortest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
)

// Server is an inspector. Methods without a handler return an empty object. Set the fields before the first connection.
type Server struct {
	URL     string // http://127.0.0.1:PORT
	Version string // response to /json/version
	List    string // response to /json/list; SOCKET is replaced by the address of a target
	Handle  map[string]func(s *Session, params json.RawMessage)

	mu    sync.Mutex
	calls []string // methods in their order
}

// Session is a connection with a request that waits for a response.
type Session struct {
	ID  int64
	ctx context.Context
	ws  *websocket.Conn
}

// Socket is the path of the target.
const Socket = "/3db481f6"

// New starts an inspector of Node.js without handlers.
func New(t testing.TB) *Server {
	s := &Server{Version: `{"Browser":"node.js/v20.1.0","Protocol-Version":"1.1"}`,
		List:   `[{"type":"node","title":"/srv/app.js","url":"file:///srv/app.js","webSocketDebuggerUrl":"SOCKET"}]`,
		Handle: map[string]func(*Session, json.RawMessage){}}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	s.URL = web.URL
	return s
}

// ServeHTTP serves the lists and the WebSocket.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/json/version":
		fmt.Fprint(w, s.Version)
	case "/json/list":
		fmt.Fprint(w, strings.ReplaceAll(s.List, "SOCKET", "ws://"+r.Host+Socket))
	case Socket:
		s.serve(w, r)
	default:
		http.NotFound(w, r)
	}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer ws.CloseNow()
	for {
		_, data, err := ws.Read(r.Context())
		if err != nil {
			return
		}
		var request struct {
			ID     int64
			Method string
			Params json.RawMessage
		}
		if json.Unmarshal(data, &request) != nil {
			return
		}
		s.mu.Lock()
		s.calls = append(s.calls, request.Method)
		s.mu.Unlock()
		session := &Session{request.ID, r.Context(), ws}
		if handle := s.Handle[request.Method]; handle != nil {
			handle(session, request.Params)
		} else {
			session.Reply(`{}`)
		}
	}
}

// Calls returns how often a method was called.
func (s *Server) Calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, call := range s.calls {
		if call == method {
			n++
		}
	}
	return n
}

// Send sends a message as it is.
func (s *Session) Send(text string) { _ = s.ws.Write(s.ctx, websocket.MessageText, []byte(text)) }

// Reply sends the result of the request.
func (s *Session) Reply(result string) { s.Send(fmt.Sprintf(`{"id":%d,"result":%s}`, s.ID, result)) }

// Fail sends an error.
func (s *Session) Fail(code int, text string) {
	s.Send(fmt.Sprintf(`{"id":%d,"error":{"code":%d,"message":%q}}`, s.ID, code, text))
}

// Event sends an event.
func (s *Session) Event(method, params string) {
	s.Send(fmt.Sprintf(`{"method":%q,"params":%s}`, method, params))
}

// Chunk sends a part of a snapshot, as V8 writes it.
func (s *Session) Chunk(text string) {
	quoted, _ := json.Marshal(text)
	s.Event("HeapProfiler.addHeapSnapshotChunk", fmt.Sprintf(`{"chunk":%s}`, quoted))
}

// Cut closes the connection without notice.
func (s *Session) Cut() { s.ws.CloseNow() }
