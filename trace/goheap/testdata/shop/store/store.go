// Package store has a registry of listeners that only grows.
package store

// Event is what listeners get.
type Event struct {
	ID   int
	Text string
}

// Listener is called for each event.
type Listener interface{ Handle(e *Event) }

// Server has listeners.
type Server struct {
	Name      string
	listeners []Listener
	byName    map[string]*Event
}

// Listen adds a listener.
func (s *Server) Listen(l Listener) { s.listeners = append(s.listeners, l) }

// Default is the server of the program.
var Default = &Server{Name: "default", byName: map[string]*Event{}}
