package allowance

import (
	"syscall"
	"unsafe"
)

// memoryStatus is MEMORYSTATUSEX of sysinfoapi.h.
type memoryStatus struct {
	length, load                               uint32
	totalPhysical, freePhysical                uint64
	totalPage, freePage                        uint64
	totalVirtual, freeVirtual, extendedVirtual uint64
}

// system limits a to the free memory of the computer.
func system(a Allowance, held int64) Allowance {
	var s memoryStatus
	s.length = uint32(unsafe.Sizeof(s))
	ok, _, _ := syscall.NewLazyDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx").Call(uintptr(unsafe.Pointer(&s)))
	if ok == 0 {
		return a
	}
	return a.Within(int64(min(s.freePhysical, s.freePage))+held, "free memory")
}
