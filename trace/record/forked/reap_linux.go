package forked

import "syscall"

// Adopt sets whether orphaned copies become children of this process, which then waits for them. Otherwise they become children of process 1,
// and stay zombies in containers whose process 1 does not wait for its children.
func Adopt(on bool) {
	const setChildSubreaper = 36
	value := uintptr(0)
	if on {
		value = 1
	}
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, value, 0)
}

// reap waits for the end of a process, if it is a child of this one. If kill is true, it ends the process first.
func reap(pid int, kill bool) {
	if kill {
		if ended, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil); err != nil || ended == pid {
			return
		}
		_ = syscall.Kill(pid, syscall.SIGKILL) // it is a child that has not been waited for, so no other process has its number
	}
	for {
		if _, err := syscall.Wait4(pid, nil, 0, nil); err != syscall.EINTR {
			return
		}
	}
}
