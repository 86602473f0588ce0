package render

import (
	"context"
	"path/filepath"
	"sync"
)

// Files asks for files and keeps pictures, on the side; each function may wait as long as it likes.
type Files struct {
	Open      func(ctx context.Context, folder string) ([]string, error)
	Save      func(ctx context.Context, folder, name string) (string, error)
	CopyImage func(png []byte) error
}

// errands are questions to the user or the system, and pictures, that are under way. There is at most one of each kind.
type errands struct {
	ctx    context.Context
	cancel context.CancelFunc
	group  sync.WaitGroup

	mu     sync.Mutex
	busy   [errandKinds]bool
	chosen []string // files to be opened
	told   []string // messages for the user
	done   []func() // what errands bring, for the main goroutine
}

type errandKind uint8

const (
	askForFiles errandKind = iota
	makePicture
	listPrograms
	startRecording
	tellRecording
	saveRecording
	chooseRecordFile
	findRecordFolder
	describeStructure
	rulesErrand
	errandKinds
)

func newErrands() *errands {
	e := &errands{}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	return e
}

func (e *errands) close() {
	e.cancel()
	e.group.Wait()
}

// start runs errand on the side, unless one of its kind is under way. What it returns is told to the user, if anything.
func (e *errands) start(kind errandKind, wake func(), errand func() (message string)) (started bool) {
	e.mu.Lock()
	started = !e.busy[kind]
	e.busy[kind] = true
	e.mu.Unlock()
	if !started {
		return false
	}
	e.group.Go(func() {
		message := errand()
		e.mu.Lock()
		e.busy[kind] = false
		if message != "" && e.ctx.Err() == nil {
			e.told = append(e.told, message)
		}
		e.mu.Unlock()
		wake()
	})
	return true
}

// tell is for errands that take long.
func (e *errands) tell(message string, wake func()) {
	e.mu.Lock()
	e.told = append(e.told, message)
	e.mu.Unlock()
	wake()
}

// later runs f on the main goroutine, soon.
func (e *errands) later(f func()) {
	e.mu.Lock()
	e.done = append(e.done, f)
	e.mu.Unlock()
}

// open lets files be opened.
func (e *errands) open(paths []string) {
	e.mu.Lock()
	e.chosen = paths
	e.mu.Unlock()
}

// pending reports whether something is under way or has not been taken in.
func (e *errands) pending() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, busy := range e.busy {
		if busy {
			return true
		}
	}
	return len(e.told) > 0 || len(e.chosen) > 0 || len(e.done) > 0
}

// takeErrands brings in what was answered.
func (a *App) takeErrands() {
	e := a.errands
	e.mu.Lock()
	chosen, told, done := e.chosen, e.told, e.done
	e.chosen, e.told, e.done = nil, nil, nil
	e.mu.Unlock()
	for _, f := range done {
		f()
	}
	for _, text := range told {
		a.toast(text)
	}
	if err := a.memory.forgetTrouble(); err != nil {
		a.toast("Could not save settings: " + err.Error())
	}
	a.stale = a.memory.wasChecked() || a.stale
	a.Open(chosen...)
}

// chooseFiles asks for files and opens them.
func (a *App) chooseFiles() {
	a.askForPaths("Drop files or folders on the window to open them.", func(paths []string) {
		a.memory.lookedIn(filepath.Dir(paths[0]))
		a.errands.open(paths)
	})
}

// askForPaths asks for files or folders in the folder that was last looked in, and takes those that were chosen, at least one, on
// the side. Where nothing can be asked for, otherwise is told.
func (a *App) askForPaths(otherwise string, take func(paths []string)) {
	if a.options.Files.Open == nil {
		a.toast(otherwise)
		return
	}
	folder := a.memory.store.Window().Folder
	a.errands.start(askForFiles, a.options.Wake, func() string {
		paths, err := a.options.Files.Open(a.errands.ctx, folder)
		if err != nil {
			return err.Error()
		}
		if len(paths) > 0 {
			take(paths)
		}
		return ""
	})
}
