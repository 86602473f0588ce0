package serve

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"memcity/trace/callers"
	"memcity/trace/guard"
	"memcity/trace/wire/antsocket"
)

// Options say who is let in.
type Options struct {
	// Origins are those of pages that may connect in addition to the server's own, as browsers write them: https://example.org, or
	// null for pages without one, such as local files.
	Origins []string
	// Token is what every client must have; empty for none.
	Token string
	// Notify gets what the server's user should know, in words. It may be called from several goroutines.
	Notify func(text string)
}

// limits are what a client may request of the server.
type limits struct {
	callers.Limits               // connections; those inside have shown origin and token
	Request        int64         // bytes of a request
	Subscriptions  int           // of one connection
	Idle           time.Duration // without a request or subscription
	First          time.Duration // until the first request
	Stall          time.Duration // in the middle of a message, in either direction
	Handshake      time.Duration // until the HTTP request has come
	Header         int           // bytes of the HTTP request
	Penalty        time.Duration // before a wrong token is refused, so that tokens cannot be tried quickly
	Look           time.Duration // between looks for new GC points
	Farewell       time.Duration // for clients to take leave when the server ends
}

// SECURITY.md has these in its table, and the manual in its page on WebSockets. They are generous for requests, of which the longest
// name a node by its key: call chains make keys of some kB.
const (
	maxRequest       = 256 << 10
	maxHeader        = 16 << 10
	maxConnections   = 32
	maxOfAddress     = 16
	maxWaiting       = 32
	maxWaitingEach   = 16
	maxSubscriptions = 8
	maxIdle          = 10 * time.Minute
	maxFirst         = time.Minute
	maxStall         = 30 * time.Second
	maxHandshake     = 5 * time.Second
	penalty          = time.Second
)

var defaultLimits = limits{
	Limits:  callers.Limits{Waiting: maxWaiting, WaitingEach: maxWaitingEach, Inside: maxConnections, InsideEach: maxOfAddress},
	Request: maxRequest, Header: maxHeader, Subscriptions: maxSubscriptions, Idle: maxIdle, First: maxFirst, Stall: maxStall,
	Handshake: maxHandshake, Penalty: penalty, Look: time.Second, Farewell: 2 * time.Second}

// Server serves its tabs to clients.
type Server struct {
	tabs    []*tab
	options Options
	limits  limits

	mu      sync.Mutex
	clients map[*client]struct{}
	refused map[string]struct{} // what has been reported about clients that were not let in
	callers *callers.Listener
	closed  bool
	running sync.WaitGroup
	context context.Context
	cancel  context.CancelFunc
}

// New returns a server with a tab for each source, numbered from 1. A grouping that its recording cannot have is an error.
func New(sources []Source, options Options) (*Server, error) {
	s := &Server{options: options, limits: defaultLimits, clients: map[*client]struct{}{},
		refused: map[string]struct{}{}}
	if s.options.Notify == nil {
		s.options.Notify = func(string) {}
	}
	for i, source := range sources {
		t, err := newTab(antsocket.Whole(i+1), source, s.options.Notify)
		if err != nil {
			return nil, err
		}
		s.tabs = append(s.tabs, t)
	}
	s.context, s.cancel = context.WithCancel(context.Background())
	return s, nil
}

// Serve serves connections of l until the context ends, then notifies the clients and returns nil. It closes l. A server
// serves once. Without a token, a listener that other computers can reach is an error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if s.options.Token == "" && !Local(l.Addr()) {
		l.Close()
		return fmt.Errorf("%s: other computers can connect; expected a token", l.Addr())
	}
	// A connection is for one request, and these limits of time end when it becomes a WebSocket.
	web := &http.Server{Handler: s, ReadTimeout: s.limits.Handshake, WriteTimeout: s.limits.Handshake + s.limits.Penalty,
		MaxHeaderBytes: s.limits.Header, ErrorLog: log.New(io.Discard, "", 0),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, caller{}, c) }}
	web.SetKeepAlivesEnabled(false)
	looking, stopLooking := context.WithCancel(ctx)
	var looks sync.WaitGroup
	for _, t := range s.tabs {
		looks.Go(guard.Safe(func() { s.watch(looking, t) }))
	}
	failed := make(chan error, 1)
	s.mu.Lock()
	s.callers = callers.Limit(l, s.limits.Limits)
	s.mu.Unlock()
	guard.Go(func() error { return web.Serve(s.callers) }, func(err error) { failed <- err })
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	stopLooking()
	web.Close()
	s.close()
	looks.Wait()
	return err
}

// Local reports whether only programs on this computer can connect to an address.
func Local(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// watch looks for new GC points of a tab. What goes wrong is reported once in a row, and tried again more rarely.
func (s *Server) watch(ctx context.Context, t *tab) {
	pause, notified := s.limits.Look, ""
	for {
		more, err := t.look(ctx)
		switch {
		case !more || ctx.Err() != nil:
			return
		case err == nil:
			pause, notified = s.limits.Look, ""
		default:
			if err.Error() != notified {
				notified = err.Error()
				s.options.Notify(notified)
			}
			pause = min(2*pause, 30*s.limits.Look)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// caller is the key of the connection in the context of a request.
type caller struct{}

// delay waits before a wrong token is refused. As few wait at a time from one address as connections may.
func (s *Server) delay(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(s.limits.Penalty):
	}
}

// ServeHTTP serves one client until it leaves.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if status, why := s.check(r); why != "" {
		s.reportRefused(r, why)
		if status == http.StatusUnauthorized {
			s.delay(r.Context())
		}
		http.Error(w, why, status)
		return
	}
	conn, ok := r.Context().Value(caller{}).(*callers.Conn)
	c := &client{server: s}
	if !ok || !conn.LetIn() || !s.enter(c) {
		http.Error(w, "too many connections", http.StatusServiceUnavailable)
		return
	}
	defer s.leave(c)
	// The origin has been checked. On errors the library responds.
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return
	}
	ws.SetReadLimit(s.limits.Request)
	s.mu.Lock()
	c.ws = ws
	closed := s.closed
	s.mu.Unlock()
	if !closed {
		c.run(s.context)
	}
	ws.CloseNow()
}

// maxRefused is the number of different refusals that are reported.
const maxRefused = 50

// reportRefused reports once that a client is not let in.
func (s *Server) reportRefused(r *http.Request, why string) {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	text := fmt.Sprintf("a client at %s is refused: %s", host, why)
	s.mu.Lock()
	_, known := s.refused[text]
	known = known || len(s.refused) >= maxRefused
	if !known {
		s.refused[text] = struct{}{}
	}
	s.mu.Unlock()
	if !known {
		s.options.Notify(text)
	}
}

// enter counts a client in, unless the server ends.
func (s *Server) enter(c *client) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.clients[c] = struct{}{}
	s.running.Add(1)
	return true
}

func (s *Server) leave(c *client) {
	s.mu.Lock()
	delete(s.clients, c)
	s.mu.Unlock()
	s.running.Done()
}

// close takes leave of all clients and waits for them to be gone.
func (s *Server) close() {
	s.mu.Lock()
	s.closed = true
	for c := range s.clients {
		if c.ws != nil {
			guard.Go(func() error { return c.ws.Close(websocket.StatusGoingAway, "the server ends") }, nil)
		}
	}
	s.mu.Unlock()
	timer := time.AfterFunc(s.limits.Farewell, s.cancel)
	s.running.Wait()
	timer.Stop()
	s.cancel()
}

// check says why a client is not let in.
func (s *Server) check(r *http.Request) (status int, why string) {
	if !s.origin(r) {
		return http.StatusForbidden, fmt.Sprintf("pages of %.100q may not connect", r.Header.Get("Origin"))
	}
	if s.options.Token != "" && !sameToken(s.options.Token, tokenOf(r)) {
		return http.StatusUnauthorized, "it needs the server's token"
	}
	return 0, ""
}

// origin reports whether the page that connects, if it is one, may.
func (s *Server) origin(r *http.Request) bool {
	all := r.Header.Values("Origin")
	if len(all) == 0 {
		return true
	}
	if len(all) > 1 {
		return false
	}
	if slices.ContainsFunc(s.options.Origins, func(o string) bool { return strings.EqualFold(strings.TrimSuffix(o, "/"), all[0]) }) {
		return true
	}
	u, err := url.Parse(all[0])
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host) && isAddress(u.Hostname())
}

// isAddress reports whether a host is one that no name server can point elsewhere.
func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || strings.EqualFold(host, "localhost")
}

// tokenOf returns the token that a client shows.
func tokenOf(r *http.Request) string {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return token
	}
	return r.URL.Query().Get("token")
}

// sameToken takes the same time whatever the tokens have in common.
func sameToken(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
