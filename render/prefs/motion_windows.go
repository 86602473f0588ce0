package prefs

import (
	"syscall"
	"unsafe"
)

func readReducedMotion() bool {
	const getClientAreaAnimation = 0x1042 // SPI_GETCLIENTAREAANIMATION
	animated := int32(1)
	call := syscall.NewLazyDLL("user32.dll").NewProc("SystemParametersInfoW")
	if call.Find() != nil {
		return false
	}
	ok, _, _ := call.Call(getClientAreaAnimation, 0, uintptr(unsafe.Pointer(&animated)), 0)
	return ok != 0 && animated == 0
}
