package allowance

import (
	"os"
	"syscall"
)

// threadSpace is the address space for threads that start while a command works. With a limit of 2 GB, a command with an estimated need of
// 310 MB failed at 70 MB in use, because no space was left to reserve.
const threadSpace = 384 << 20

func system(a Allowance, held int64) Allowance {
	root := os.DirFS("/")
	status := statusOf(root)
	var resources []resource
	for _, r := range []struct {
		name       string
		kind       int
		used, lost int64
	}{{"RLIMIT_AS", syscall.RLIMIT_AS, status["VmSize"], threadSpace}, {"RLIMIT_DATA", syscall.RLIMIT_DATA, status["VmData"], 0}} {
		var limit syscall.Rlimit
		if syscall.Getrlimit(r.kind, &limit) == nil {
			resources = append(resources, resource{r.name, limit.Cur, r.used, r.lost})
		}
	}
	return a.within(held, resources).onLinux(root, held)
}
