//go:build linux

// Package diagnosticstest serves the diagnostics protocol of .NET on a socket of this process, with a trace that a test chooses.
package diagnosticstest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"memcity/trace/guard"
)

// Server is a runtime that serves sessions. Set the fields before the first connection.
type Server struct {
	// Trace is the content of each session with a snapshot. The last Held bytes are sent after the session was stopped.
	Trace []byte
	Held  int
	// Older means that the runtime knows only the older command. Busy is the number of sessions that it refuses. Garbage is sent as a response.
	Older   bool
	Busy    int
	Garbage string
	// Cut means that the runtime ends within the trace.
	Cut bool

	mu       sync.Mutex
	sessions map[uint64]chan struct{}
	commands []string
}

// Start serves until the end of the test. It changes TMPDIR.
func (s *Server) Start(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		t.Skip("there is no /proc")
	}
	ticks := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))[19]
	l, err := net.Listen("unix", filepath.Join(folder, fmt.Sprintf("dotnet-diagnostic-%d-%s-socket", os.Getpid(), ticks)))
	if err != nil {
		t.Fatal(err)
	}
	s.sessions = map[uint64]chan struct{}{}
	t.Cleanup(func() { l.Close() })
	guard.Go(func() error {
		for {
			conn, err := l.Accept()
			if err != nil {
				return nil
			}
			guard.Go(func() error { s.serve(conn); return nil }, nil)
		}
	}, nil)
}

// Commands returns the received commands, and the number of sessions that were not stopped.
func (s *Server) Commands() (commands string, open int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.commands, " "), len(s.sessions)
}

func (s *Server) serve(conn net.Conn) {
	defer conn.Close()
	head := make([]byte, 20)
	if _, err := io.ReadFull(conn, head); err != nil {
		return
	}
	data := make([]byte, int(binary.LittleEndian.Uint16(head[14:]))-len(head))
	if _, err := io.ReadFull(conn, data); err != nil {
		return
	}
	switch command := binary.BigEndian.Uint16(head[16:]); command {
	case 0x0201:
		s.note("stop")
		s.mu.Lock()
		number := binary.LittleEndian.Uint64(data)
		if stopped := s.sessions[number]; stopped != nil {
			close(stopped)
			delete(s.sessions, number)
		}
		s.mu.Unlock()
		respond(conn, 0, number, 8)
	case 0x0202:
		s.note("collect")
		s.collect(conn, data[12:])
	case 0x0203:
		s.note("collect2")
		if s.Older {
			respond(conn, 0xff, 0x80131385, 4)
			return
		}
		s.collect(conn, data[13:])
	}
}

func (s *Server) note(command string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commands = append(s.commands, command)
}

// collect serves a session. provider begins with the keywords.
func (s *Server) collect(conn net.Conn, provider []byte) {
	if s.Garbage != "" {
		_, _ = io.WriteString(conn, s.Garbage)
		return
	}
	s.mu.Lock()
	refused := s.Busy > 0
	s.Busy--
	number, stopped := uint64(1000+len(s.commands)), make(chan struct{})
	if !refused {
		s.sessions[number] = stopped
	}
	s.mu.Unlock()
	if refused {
		respond(conn, 0xff, 0x80004005, 4)
		return
	}
	respond(conn, 0, number, 8)
	if binary.LittleEndian.Uint64(provider) == 0x1980001 {
		_, _ = conn.Write(s.Trace[:len(s.Trace)-s.Held])
		if s.Cut {
			return
		}
		<-stopped
		_, _ = conn.Write(s.Trace[len(s.Trace)-s.Held:])
		return
	}
	<-stopped
}

// respond sends a response with a number of the given size in bytes.
func respond(conn net.Conn, code byte, number uint64, size int) {
	b := []byte("DOTNET_IPC_V1\x00")
	b = binary.LittleEndian.AppendUint16(b, uint16(20+size))
	b = append(b, 0xff, code, 0, 0)
	_, _ = conn.Write(append(b, binary.LittleEndian.AppendUint64(nil, number)[:size]...))
}
