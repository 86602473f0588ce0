package jobs

import (
	"slices"
	"testing"
)

// One job of a kind runs at a time. Its result is taken once, after a wake.
func TestOneOfAKind(t *testing.T) {
	woken := make(chan struct{}, 10)
	j := New(func() { woken <- struct{}{} })
	defer j.Close()
	gate := make(chan struct{})
	ran := 0
	if !j.Start(MakePicture, func() string {
		<-gate
		j.Later(func() { ran++ })
		return "saved"
	}) {
		t.Fatal("the first job is refused")
	}
	if j.Start(MakePicture, func() string { return "never" }) {
		t.Error("a second job of the kind starts")
	}
	if !j.Start(ListPrograms, func() string { return "" }) {
		t.Error("a job of another kind is refused")
	}
	<-woken
	if !j.Pending() {
		t.Error("nothing is pending while a job runs")
	}
	close(gate)
	<-woken
	if !j.Pending() {
		t.Error("nothing is pending before the result is taken")
	}
	results, messages := j.Take()
	for _, f := range results {
		f()
	}
	if ran != 1 || !slices.Equal(messages, []string{"saved"}) {
		t.Errorf("%d results and the messages %q", ran, messages)
	}
	if results, messages = j.Take(); len(results)+len(messages) > 0 || j.Pending() {
		t.Error("something is left after it was taken")
	}
	if !j.Start(MakePicture, func() string { return "" }) {
		t.Error("the kind is not free after its job")
	}
}

// A job that ends because the window closes has no message. Earlier messages remain.
func TestClose(t *testing.T) {
	j := New(func() {})
	j.Start(ChooseFiles, func() string {
		j.Report("drawing")
		<-j.Context().Done()
		return "canceled"
	})
	j.Close()
	if _, messages := j.Take(); !slices.Equal(messages, []string{"drawing"}) {
		t.Errorf("messages are %q", messages)
	}
}

// TestPanic: a job that panics reports a message to the user, and its kind can run again.
func TestPanic(t *testing.T) {
	woken := make(chan struct{}, 2)
	j := New(func() { woken <- struct{}{} })
	defer j.Close()
	for range 2 {
		if !j.Start(MakePicture, func() string { panic("injected") }) {
			t.Fatal("it does not start")
		}
		<-woken
		if _, messages := j.Take(); len(messages) != 1 || messages[0] != "internal error: injected" || j.Pending() {
			t.Errorf("messages: %q, pending: %v", messages, j.Pending())
		}
	}
}
