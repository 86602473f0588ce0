package profiling

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestSource(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:6060":                  "http://127.0.0.1:6060/debug/pprof/heap",
		"http://a:1/":                     "http://a:1/debug/pprof/heap",
		"https://a/debug/pprof/":          "https://a/debug/pprof/heap",
		"http://a/internal/heap?token=x1": "http://a/internal/heap?token=x1",
	} {
		s, err := NewSource(address)
		if err != nil || s.url.String() != want {
			t.Errorf("%s: %v, %v, want %s", address, s, err, want)
		}
	}
	for _, address := range []string{"ftp://a", "http://", "http://%zz", "file:///etc/passwd"} {
		if _, err := NewSource(address); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestFetch checks the answers of a server, and that redirects stay on its host.
func TestFetch(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("another host was asked") }))
	defer other.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/heap", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("heap gc=" + r.URL.Query().Get("gc"))) })
	mux.HandleFunc("/here", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/debug/pprof/heap", http.StatusFound)
	})
	mux.HandleFunc("/there", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) })
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	mux.HandleFunc("/secret", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
	mux.HandleFunc("/broken", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	server := httptest.NewServer(mux)
	defer server.Close()
	for path, want := range map[string]string{"": "heap gc=1", "/here": "heap gc=", "/there": "give that address instead", "/loop": "more than 5 times",
		"/none": "net/http/pprof", "/secret": "access denied (401)", "/broken": "the server answered 500"} {
		s, err := NewSource(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		data, err := s.Fetch(t.Context(), true)
		text := string(data)
		if err != nil {
			text = err.Error()
		}
		if !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %s", path, text, want)
		}
	}
	server.Close()
	s, err := NewSource(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Fetch(t.Context(), false); err == nil || !strings.Contains(err.Error(), "connection refused") {
		t.Error(err)
	}
}
