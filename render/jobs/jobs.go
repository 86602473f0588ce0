// Package jobs runs what the window must not wait for, such as dialogs for files and the drawing of pictures, on goroutines of
// its own: one job of each kind at a time.
package jobs

import (
	"context"
	"os"
	"sync"

	"memcity/trace/guard"
)

// Kind is a kind of job.
type Kind uint8

// The kinds of jobs.
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

// Jobs are the jobs of a window. All methods may be called from any goroutine.
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

// New returns jobs that call wake, which must not block, when there is something to [Jobs.Take].
func New(wake func()) *Jobs {
	j := &Jobs{wake: wake}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	return j
}

// Close cancels all jobs and waits until they end.
func (j *Jobs) Close() {
	j.cancel()
	j.group.Wait()
}

// Context is done when the jobs are closed.
func (j *Jobs) Context() context.Context { return j.ctx }

// Start runs job on a goroutine, unless one of its kind runs already. The message that it returns, or that of its panic, is for the user,
// if it is not empty.
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

// Report adds a message for the user at once, for jobs that take long.
func (j *Jobs) Report(message string) {
	j.mu.Lock()
	j.messages = append(j.messages, message)
	j.mu.Unlock()
	j.wake()
}

// Later keeps f, which takes over what a job found, for the next [Jobs.Take]. It does not wake: the end of the job does.
func (j *Jobs) Later(f func()) {
	j.mu.Lock()
	j.results = append(j.results, f)
	j.mu.Unlock()
}

// Pending reports whether a job runs, or something has not been taken.
func (j *Jobs) Pending() bool { return j.PendingBut(0) }

// PendingBut is like [Jobs.Pending], but for so many jobs that wait for the user.
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

// Take returns once what is to be run on the goroutine of the window, in order, and the messages for the user.
func (j *Jobs) Take() (results []func(), messages []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	results, messages = j.results, j.messages
	j.results, j.messages = nil, nil
	return results, messages
}
