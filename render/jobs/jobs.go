// Package jobs runs slow work of the window on goroutines, such as file dialogs and drawing pictures. It runs one job of each kind at a
// time.
package jobs

import (
	"context"
	"os"
	"sync"

	"memcity/trace/guard"
)

// Kind selects a kind of job.
type Kind uint8

// Kinds of jobs.
const (
	ChooseFiles Kind = iota
	MakePicture
	ListPrograms
	StartRecording
	CommandRecording
	SaveRecording
	ChooseRecordFile
	FindRecordFolder
	SaveDescription
	RulesFile
	ReleaseMemory
	StoryFile
	FindPod
	kinds
)

// Jobs contains the jobs of a window. All methods may be called from any goroutine.
type Jobs struct {
	ctx    context.Context
	cancel context.CancelFunc
	wake   func()
	group  sync.WaitGroup

	mu       sync.Mutex
	busy     [kinds]bool
	messages []string
	results  []func()
}

// New returns a Jobs that calls wake when [Jobs.Take] has something to return. wake must not block.
func New(wake func()) *Jobs {
	j := &Jobs{wake: wake}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	return j
}

// Close cancels all jobs and waits for them to end.
func (j *Jobs) Close() {
	j.cancel()
	j.group.Wait()
}

// Context returns a context that is done once the jobs are closed.
func (j *Jobs) Context() context.Context { return j.ctx }

// Start runs job on a goroutine, unless one of the same kind is running. It shows the user the message that the job returns, if not empty,
// or the message of its panic.
func (j *Jobs) Start(kind Kind, job func() (message string)) (started bool) {
	j.mu.Lock()
	started = !j.busy[kind]
	j.busy[kind] = true
	j.mu.Unlock()
	if !started {
		return false
	}
	j.group.Go(guard.Safe(func() {
		var message string
		if err := guard.Try(func() error { message = job(); return nil }); err != nil {
			guard.Report(os.Stderr, "", err)
			message = err.Error()
		}
		j.mu.Lock()
		j.busy[kind] = false
		if message != "" && j.ctx.Err() == nil {
			j.messages = append(j.messages, message)
		}
		j.mu.Unlock()
		j.wake()
	}))
	return true
}

// Report adds a message for the user before the job ends.
func (j *Jobs) Report(message string) {
	j.mu.Lock()
	j.messages = append(j.messages, message)
	j.mu.Unlock()
	j.wake()
}

// Later adds f to the results of the next [Jobs.Take]. It does not wake the window; the end of the job does.
func (j *Jobs) Later(f func()) {
	j.mu.Lock()
	j.results = append(j.results, f)
	j.mu.Unlock()
}

// Pending reports whether a job is running or a result has not been taken.
func (j *Jobs) Pending() bool { return j.PendingBut(0) }

// PendingBut is like [Jobs.Pending], but ignores the given number of jobs that wait for the user.
func (j *Jobs) PendingBut(waiting int) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	running := 0
	for _, busy := range j.busy {
		if busy {
			running++
		}
	}
	return running > waiting || len(j.messages) > 0 || len(j.results) > 0
}

// Take returns and clears the pending functions, to be called in order on the window's goroutine, and the messages for the user.
func (j *Jobs) Take() (results []func(), messages []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	results, messages = j.results, j.messages
	j.results, j.messages = nil, nil
	return results, messages
}

// TextOf returns the message of an error; "" if err is nil.
func TextOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
