package antsocket

import (
	"bufio"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"

	"memcity/trace"
)

// antServer is a stand-in for AntTracks, written from the description of its protocol without the code under test. It has its own WebSocket
// implementation and answers every request with the result of response.
type antServer struct {
	t        *testing.T
	l        net.Listener
	response func(r antRequest) antReply
	// greet replaces the response to the handshake, unless it is empty.
	greet string
	// begin is called with every connection after the handshake instead of responding, unless it is nil.
	begin func(conn net.Conn, r *bufio.Reader)

	mu      sync.Mutex
	queries []string
}

type antRequest struct {
	Capability string `json:"capability"`
	TabID      int    `json:"tabId"`
	Parameters []any  `json:"parameters"`
	text       string
}

// antReply is a message in frames.
type antReply struct {
	text    string
	binary  bool
	pieces  int  // number of frames; 0 for one
	closing bool // closes the connection in the middle
}

func newAntServer(t *testing.T, response func(r antRequest) antReply) *antServer {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &antServer{t: t, l: l, response: response}
	var all sync.WaitGroup
	var mu sync.Mutex
	open := map[net.Conn]bool{}
	all.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open[conn] = true
			mu.Unlock()
			all.Go(func() {
				s.serve(conn)
				conn.Close()
				mu.Lock()
				delete(open, conn)
				mu.Unlock()
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		mu.Lock()
		for conn := range open {
			conn.Close()
		}
		mu.Unlock()
		all.Wait()
	})
	return s
}

func (s *antServer) address() string { return "ws://" + s.l.Addr().String() }

func (s *antServer) serve(conn net.Conn) {
	r := bufio.NewReader(conn)
	request, err := http.ReadRequest(r)
	if err != nil {
		return
	}
	s.mu.Lock()
	s.queries = append(s.queries, request.URL.RequestURI())
	s.mu.Unlock()
	if s.greet != "" {
		io.WriteString(conn, s.greet)
		return
	}
	sum := sha1.Sum([]byte(request.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	fmt.Fprintf(conn, "HTTP/1.1 101 Web Socket Protocol Handshake\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Accept: %s\r\n\r\n", base64.StdEncoding.EncodeToString(sum[:]))
	if s.begin != nil {
		s.begin(conn, r)
		return
	}
	for {
		text, err := readFrame(r)
		if err != nil {
			return
		}
		var q antRequest
		if err := json.Unmarshal([]byte(text), &q); err != nil {
			s.t.Errorf("request %s: %v", text, err)
			return
		}
		q.text = text
		reply := s.response(q)
		if writeReply(conn, reply) != nil || reply.closing {
			return
		}
	}
}

// readFrame reads a masked frame from a client, which must be a complete text message.
func readFrame(r *bufio.Reader) (string, error) {
	head := make([]byte, 2)
	if _, err := io.ReadFull(r, head); err != nil {
		return "", err
	}
	length := uint64(head[1] & 0x7f)
	if length >= 126 {
		long := make([]byte, map[uint64]int{126: 2, 127: 8}[length])
		if _, err := io.ReadFull(r, long); err != nil {
			return "", err
		}
		length = binary.BigEndian.Uint64(append(make([]byte, 8-len(long)), long...))
	}
	body := make([]byte, 4+length)
	if _, err := io.ReadFull(r, body); err != nil {
		return "", err
	}
	for i := range body[4:] {
		body[4+i] ^= body[i%4]
	}
	if head[0] != 0x81 {
		return "", fmt.Errorf("frame begins with %#x", head[0])
	}
	return string(body[4:]), nil
}

// frameHead returns the head of an unmasked frame.
func frameHead(first byte, length uint64) []byte {
	switch {
	case length < 126:
		return []byte{first, byte(length)}
	case length < 1<<16:
		return binary.BigEndian.AppendUint16([]byte{first, 126}, uint16(length))
	}
	return binary.BigEndian.AppendUint64([]byte{first, 127}, length)
}

func writeReply(w io.Writer, reply antReply) error {
	code := byte(1)
	if reply.binary {
		code = 2
	}
	n := max(reply.pieces, 1)
	for i := range n {
		part := reply.text[i*len(reply.text)/n : (i+1)*len(reply.text)/n]
		first := code
		if i == n-1 {
			first |= 0x80
		}
		if reply.closing && i == n-1 {
			return nil // the last frame is never sent
		}
		if _, err := w.Write(append(frameHead(first, uint64(len(part))), part...)); err != nil {
			return err
		}
		code = 0
	}
	return nil
}

// success returns a response in AntTracks' form, with its members in another order than this project's.
func success(r antRequest, sender int, data string) string {
	return fmt.Sprintf(`{"status":"success","sender":%d,"data":%s,"request":%s}`, sender, data, r.text)
}

func failed(r antRequest, why string) string {
	return fmt.Sprintf(`{"error":%q,"status":"failed","sender":-1,"request":%s}`, why, r.text)
}

// antTree returns a tree in the AntTracks format with the given number of persons, who have names.
func antTree(time, persons int) string {
	return fmt.Sprintf(`{"classifiers":[{"name":"Type","id":0}],"time":%d,"root":{"key":"Overall","fullKey":["Overall"],
		"fullKeyAsString":"Overall","classifierId":-1,"bytes":%d,"objects":%d,"transitiveClosureSize":-1,"retainedSize":-1,
		"children":[{"key":"Person","fullKey":["Overall","Person"],"fullKeyAsString":"Overall#Person","classifierId":0,
		"bytes":%d,"objects":%d,"transitiveClosureSize":-1,"retainedSize":-1},{"key":"Name","fullKey":["Overall","Name"],
		"fullKeyAsString":"Overall#Name","classifierId":0,"bytes":%d,"objects":%d,"transitiveClosureSize":-1,"retainedSize":-1}]}}`,
		time, 40*persons, 2*persons, 24*persons, persons, 16*persons, persons)
}

func antMap(time, persons int, from, to string) string {
	return fmt.Sprintf(`{"time":%d,"pointerMap":{"Overall":{},"Overall#%s":{"Overall#%s":%d}}}`, time, from, to, persons)
}

// evolution responds like a heap evolution tab with trees for the given times and numbers of persons, in the given order.
func evolution(points [][2]int) func(r antRequest) antReply {
	each := func(write func(time, persons int) string) string {
		text := "["
		for i, p := range points {
			if i > 0 {
				text += ","
			}
			text += write(p[0], p[1])
		}
		return text + "]"
	}
	return func(r antRequest) antReply {
		switch r.Capability {
		case "GET-TAB-LIST-WITH-CAPABILITY":
			if r.Parameters[0] == "GET-ALL-TREES" {
				return antReply{text: success(r, -1, `[{"tabId":7,"name":"Evolution","shortDescription":"s","longDescription":"l",
					"capabilities":[{"text":"GET-ALL-TREES","parameters":[]},{"text":"GET-ALL-POINTS-TO-MAPS","parameters":[]},
					{"text":"GET-ALL-POINTED-FROM-MAPS","parameters":[]}]}]`)}
			}
			return antReply{text: success(r, -1, "[]")}
		case "GET-ALL-TREES":
			return antReply{text: success(r, 7, each(antTree)), binary: true, pieces: 7}
		case "GET-ALL-POINTS-TO-MAPS":
			return antReply{text: success(r, 7, each(func(time, n int) string { return antMap(time, n, "Person", "Name") }))}
		case "GET-ALL-POINTED-FROM-MAPS":
			return antReply{text: success(r, 7, each(func(time, n int) string { return antMap(time, n, "Name", "Person") }))}
		}
		return antReply{text: failed(r, "requested capability was null")}
	}
}

func openNow(address string) (*trace.Recording, error) {
	return Open(context.Background(), []string{address}, nil)
}
