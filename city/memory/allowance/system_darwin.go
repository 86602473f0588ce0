package allowance

import (
	"encoding/binary"
	"syscall"
)

// system takes three quarters of the memory of the computer: what of it is free cannot be read without cgo.
func system(a Allowance, _ int64) Allowance {
	text, err := syscall.Sysctl("hw.memsize")
	if err != nil {
		return a
	}
	raw := make([]byte, 8) // Sysctl takes the number for a text, and removes a zero at its end
	copy(raw, text)
	return a.Within(int64(binary.LittleEndian.Uint64(raw)/4*3), "memory of the computer")
}
