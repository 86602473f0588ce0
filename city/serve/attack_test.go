package serve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"memcity/trace"
	"memcity/trace/callers"
)

// few are limits that are reached quickly.
var few = callers.Limits{Waiting: 6, WaitingEach: 4, Inside: 5, InsideEach: 3}

// TestSilentFlood: a thousand silent connections take no memory or places, and do not block other clients.
func TestSilentFlood(t *testing.T) {
	r := start(t, Options{}, nil, one())
	served := r.connect()
	var silent []net.Conn
	for range 1000 {
		conn := r.call()
		defer conn.Close()
		silent = append(silent, conn)
	}
	if got := r.connect().exchange(`{"capability":"GET-TAB-LIST"}`); got.Status != "success" {
		t.Errorf("a client in the flood: %+v", got)
	}
	if got := served.exchange(`{"capability":"GET-TAB-LIST"}`); got.Status != "success" {
		t.Errorf("a client from before: %+v", got)
	}
	for _, conn := range silent[:1000-maxWaitingEach-1] { // the last ones still wait, one of them in the place of the served connection
		if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal("a silent connection is not closed")
		}
	}
	if waiting, inside := r.callers.Open(); waiting > maxWaitingEach || inside != 2 {
		t.Errorf("%d connections wait, %d are inside", waiting, inside)
	}
}

// TestCrowd: an address can have only a limited number of connections. When one ends, another one is admitted.
func TestCrowd(t *testing.T) {
	r := start(t, Options{}, func(l *limits) { l.Limits = few }, one())
	var in []*peer
	for range few.InsideEach {
		in = append(in, r.connect())
	}
	for range 20 {
		if _, status := r.dial("/"); status != 503 {
			t.Fatalf("one more: status %d", status)
		}
	}
	in[1].conn.Close()
	for {
		if p, _ := r.dial("/"); p != nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if got := in[0].exchange(`{"capability":"GET-TAB-LIST"}`); got.Status != "success" {
		t.Errorf("the first: %+v", got)
	}
}

// TestDrops: connections that send one byte at a time, or never complete a request, are closed after their time limit.
func TestDrops(t *testing.T) {
	const handshake, stall, first = 5 * time.Second, 7 * time.Second, 11 * time.Second
	upgrade := "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
	long := frameOf(0x81, `{"capability":"GET-TAB-LIST","fill":"`+strings.Repeat("x", 500)+`"}`)
	for name, test := range map[string]struct {
		at   int    // bytes that come at once, then one each second
		all  []byte // sent bytes
		ends time.Duration
	}{
		"a handshake":   {0, []byte(upgrade), handshake},
		"a frame":       {len(upgrade) + 8, append([]byte(upgrade), long...), stall},
		"empty parts":   {len(upgrade) + 6, append([]byte(upgrade), append(frameOf(0x01, ""), bytes.Repeat(frameOf(0, ""), 100)...)...), stall},
		"pings":         {len(upgrade), append([]byte(upgrade), bytes.Repeat(frameOf(0x89, ""), 100)...), first},
		"pings at once": {1 << 20, append([]byte(upgrade), bytes.Repeat(frameOf(0x89, "0123456789"), 100)...), first},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := startPiped(t, func(l *limits) { l.Handshake, l.Stall, l.First = handshake, stall, first }, one())
			conn := r.call()
			begin := time.Now()
			go func() {
				at := min(test.at, len(test.all))
				if _, err := conn.Write(test.all[:at]); err != nil {
					return
				}
				for _, b := range test.all[at:] {
					if _, err := conn.Write([]byte{b}); err != nil {
						return
					}
					time.Sleep(time.Second)
				}
			}()
			io.Copy(io.Discard, conn)
			if took := time.Since(begin); took > test.ends+time.Second || took < test.ends-time.Second {
				t.Errorf("%s: it ends after %v, want %v", name, took, test.ends)
			}
			conn.Close()
		})
	}
}

// TestGuesses: guessing tokens is slow, and the number of parallel guesses is limited.
func TestGuesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startPipedFor(t, Options{Token: "open sesame"}, func(l *limits) { l.Penalty = time.Minute }, one())
		begin := time.Now()
		if _, status := r.dial("/?token=open+barley"); status != 401 || time.Since(begin) != time.Minute {
			t.Errorf("status %d after %v", status, time.Since(begin))
		}
		begin = time.Now()
		if _, status := r.dial("/?token=open+sesame"); status != 101 || time.Since(begin) != 0 {
			t.Errorf("the right one: status %d after %v", status, time.Since(begin))
		}
	})
}

// allocated returns the bytes that all goroutines allocate during a function, and the bytes still in use afterwards.
func allocated(do func()) (all, held int64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	do()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc), int64(after.HeapAlloc) - int64(before.HeapAlloc)
}

// TestHugeFrame: a frame that announces a GiB allocates no memory for it, and ends at the limit.
func TestHugeFrame(t *testing.T) {
	r := start(t, Options{}, nil, one())
	for _, first := range []byte{0x81, 0x82, 0x01} {
		p := r.connect()
		got, _ := allocated(func() {
			p.conn.Write([]byte{first, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4})
			chunk := make([]byte, 32<<10)
			for sent := 0; sent < 2*maxRequest; sent += len(chunk) {
				if _, err := p.conn.Write(chunk); err != nil {
					break
				}
			}
			if text, code := p.receive(); code != 1009 && code != -1 { // or it was reset with bytes under way
				t.Errorf("%q with %d", text, code)
			}
		})
		if got > 16*maxRequest {
			t.Errorf("first byte %#x: %d bytes were allocated", first, got)
		}
	}
}

// TestCompressed: the server does not negotiate compression, so no message grows. It treats a compressed frame as an error.
func TestCompressed(t *testing.T) {
	r := start(t, Options{}, nil, one())
	conn := r.call()
	defer conn.Close()
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n")
	var head []byte
	for b := make([]byte, 1); !bytes.HasSuffix(head, []byte("\r\n\r\n")); head = append(head, b...) {
		if _, err := conn.Read(b); err != nil {
			t.Fatal(err)
		}
	}
	if text := string(head); !strings.HasPrefix(text, "HTTP/1.1 101") || strings.Contains(strings.ToLower(text), "extensions") {
		t.Errorf("%s", text)
	}
	p := r.connect()
	p.conn.Write(frameOf(0xc1, "\xaaV\x4a\xce"))
	if text, code := p.receive(); code != 1002 {
		t.Errorf("%q with %d", text, code)
	}
}

// TestManyDeafReaders: clients that request all trees and read nothing keep no copies in memory.
func TestManyDeafReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		big := (&grower{n: 1}).recording(trace.NewNames())
		for range 3000 {
			big.Points = append(big.Points, big.Points[0])
		}
		for i := range big.Points {
			big.Points[i].Time = trace.Millis(i)
		}
		r := startPiped(t, nil, big)
		request := `{"capability":"GET-ALL-TREES","tabId":1}`
		size := int64(0)
		reader := r.connect()
		reader.send(request)
		text, _ := reader.receive()
		size = int64(len(text)) // and all trees are made
		reader.conn.Close()
		synctest.Wait()
		var deaf []*peer
		for range 10 {
			deaf = append(deaf, r.connect())
		}
		_, got := allocated(func() {
			for _, p := range deaf {
				p.write(request)
			}
			synctest.Wait() // all of them are being sent
		})
		if _, n := r.callers.Open(); n != len(deaf) {
			t.Errorf("%d clients", n)
		}
		if most := int64(len(deaf)) * 3 * frame; got > most || size < 20*frame {
			t.Errorf("%d bytes for %d clients, want at most %d; a response has %d", got, len(deaf), most, size)
		}
		time.Sleep(2 * maxStall)
		if _, n := r.callers.Open(); n != 0 {
			t.Errorf("%d clients are left", n)
		}
		for _, p := range deaf {
			p.conn.Close()
		}
	})
}

// TestGarbage: arbitrary bytes, before and after the handshake, end only their own connection.
func TestGarbage(t *testing.T) {
	r := start(t, Options{}, func(l *limits) { l.Penalty = 0 }, one())
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		garbage := make([]byte, random.IntN(3000))
		for k := range garbage {
			garbage[k] = byte(random.Uint32())
		}
		conn := net.Conn(nil)
		if i%2 == 0 {
			conn = r.call()
		} else {
			conn = r.connect().conn
			if len(garbage) > 2 { // a header that is nearly right
				garbage[0] = []byte{0x81, 0x01, 0x00, 0x80, 0x89, 0x88, 0x82, 0xc1}[random.IntN(8)]
				garbage[1] |= 0x80
			}
		}
		conn.Write(garbage)
		conn.(*net.TCPConn).CloseWrite()
		io.Copy(io.Discard, conn)
		conn.Close()
	}
	if got := r.connect().exchange(`{"capability":"GET-TAB-LIST"}`); got.Status != "success" {
		t.Errorf("%+v", got)
	}
}
