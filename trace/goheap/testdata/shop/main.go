// Shop leaks in the way that its first argument names, and writes a heap dump after each round:
//
//	shop cache|goroutines|locals|listeners|healthy FOLDER [ROUNDS] [OBJECTS]
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"

	"example.com/shop/store"
)

// Line is a part of an order.
type Line struct{ Of, N int }

// Order is an entry of the cache.
type Order struct {
	ID    int
	Label string
	Lines []*Line
}

// registry is the cache that nobody clears.
var registry = map[string]*Order{}

func newOrder(id int) *Order {
	return &Order{ID: id, Label: fmt.Sprint("order-", id), Lines: []*Line{{id, 0}, {id, 1}}}
}

// session is a listener.
type session struct {
	id   int
	last *store.Event
}

func (s *session) Handle(e *store.Event) { s.last = e }

// job is held by a blocked goroutine.
type job struct {
	id   int
	body []byte
}

func serve(j *job, done chan *job) {
	done <- j // nobody receives
	runtime.KeepAlive(j)
}

func start(j *job, done chan *job) { go serve(j, done) }

// ticket is held by a local variable only.
type ticket struct {
	id    int
	owner *job
}

func wait(t *ticket, done chan struct{}) {
	for {
		select {
		case <-done: // nobody sends
			return
		case queue <- nil:
			fmt.Println(t.id, t.owner.id)
		}
	}
}

var never = make(chan struct{})

var queue = make(chan *job)

// recent is bounded.
var recent [64]*Order

func round(kind string, n, per int) {
	for i := n; i < n+per; i++ {
		switch kind {
		case "cache":
			o := newOrder(i)
			registry[o.Label] = o
		case "goroutines":
			start(&job{id: i, body: make([]byte, 64)}, queue)
		case "locals":
			go wait(&ticket{i, &job{id: i}}, never)
		case "listeners":
			store.Default.Listen(&session{id: i, last: &store.Event{ID: i, Text: fmt.Sprint("event-", i)}})
		default:
			recent[i%len(recent)] = newOrder(i)
		}
	}
}

func write(folder string, k int) {
	runtime.Gosched()
	runtime.GC()
	runtime.GC()
	f, err := os.Create(filepath.Join(folder, fmt.Sprint(k, ".goheap")))
	if err != nil {
		panic(err)
	}
	defer f.Close()
	debug.WriteHeapDump(f.Fd())
}

func main() {
	kind, folder, rounds, per := os.Args[1], os.Args[2], 4, 500
	if len(os.Args) > 3 {
		rounds, _ = strconv.Atoi(os.Args[3])
	}
	if len(os.Args) > 4 {
		per, _ = strconv.Atoi(os.Args[4])
	}
	for k := range rounds {
		round(kind, k*per, per)
		write(folder, k+1)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	json.NewEncoder(os.Stdout).Encode(map[string]any{"version": runtime.Version(), "objects": m.HeapObjects, "total": rounds * per})
}
