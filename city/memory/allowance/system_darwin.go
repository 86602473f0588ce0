package allowance

import (
	"encoding/binary"
	"syscall"
)

// system limits a to three quarters of the computer's memory, because reading the free memory needs cgo.
func system(a Allowance, _ int64) Allowance {
	text, err := syscall.Sysctl("hw.memsize")
	if err != nil {
		return a
	}
	raw := make([]byte, 8) // Sysctl treats the number as text, and removes a zero at its end
	copy(raw, text)
	return a.Within(int64(binary.LittleEndian.Uint64(raw)/4*3), "physical memory")
}
