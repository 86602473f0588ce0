package allowance

import (
	"os"
	"syscall"
)

func system(a Allowance, held int64) Allowance {
	root := os.DirFS("/")
	status := statusOf(root)
	var resources []resource
	for _, r := range []struct {
		name string
		kind int
		used int64
	}{{"RLIMIT_AS", syscall.RLIMIT_AS, status["VmSize"]}, {"RLIMIT_DATA", syscall.RLIMIT_DATA, status["VmData"]}} {
		var limit syscall.Rlimit
		if syscall.Getrlimit(r.kind, &limit) == nil {
			resources = append(resources, resource{r.name, limit.Cur, r.used})
		}
	}
	return a.within(held, resources).onLinux(root, held)
}
