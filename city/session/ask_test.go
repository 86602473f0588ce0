package session

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"memcity/city/query"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/wait"
)

// There may be any number of questions: the last of them is answered, or fails once, like all others.
func TestManyQuestions(t *testing.T) {
	usual := questions
	defer func() { questions = usual }()
	asked := make(chan int, 1000)
	questions = nil
	const many = 40
	for i := range many {
		questions = append(questions, &question{
			same:   func(a, b *query.Ask) bool { return a.Sizes == b.Sizes },
			wanted: func(a *query.Ask) bool { return a.Sizes },
			done:   func(*query.Answers) bool { return false },
			forget: func(*query.Answers) {},
			answer: func(context.Context, *Opened, *query.Ask, teller) error {
				asked <- i
				return fmt.Errorf("question %d: %w", i, errNoAnswer)
			},
		})
	}
	changed := make(chan struct{}, 1)
	s := New(func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}, Options{})
	defer s.Close()
	until := func(what string, done func(r query.Result) bool) {
		t.Helper()
		for late := wait.TooLate(t); !done(s.Result()); {
			select {
			case <-changed:
			case <-late:
				t.Fatalf("%s: %+v", what, s.Result())
			}
		}
	}
	s.Open(func(context.Context, trace.Progress) (*trace.Recording, error) {
		b := tracetest.NewHeap()
		b.Root(b.Object(b.Type("app.A", 16)), trace.RootStaticField, "app.Main.a")
		heap := b.Heap()
		return &trace.Recording{Name: "one", Format: "test", Names: trace.NewNames(), Knows: trace.KnowsObjects,
			Points: []trace.Point{{Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
				return heap, nil, nil
			}}}}, nil
	}, query.Wish{})
	until("the recording is not opened", func(r query.Result) bool { return r.Whole })
	for range 2 { // forgotten in between, they are asked again
		s.Ask(query.Ask{Sizes: true})
		until("questions are left", func(r query.Result) bool { return !r.Answers.Busy && r.Answers.Err != nil })
		for want := range many {
			if got := <-asked; got != want {
				t.Fatalf("question %d is asked, want %d", got, want)
			}
		}
		if err := s.Result().Answers.Err; !errors.Is(err, errNoAnswer) || len(asked) > 0 {
			t.Errorf("error %v, %d questions are asked again", err, len(asked))
		}
		s.Ask(query.Ask{})
	}
}
