package headless

import (
	"os"
	"runtime"
	"testing"
)

func TestContextClosesTwice(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for range 2 {
		c, err := New()
		if err != nil {
			if os.Getenv("MEMCITY_GL_REQUIRED") == "1" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
		c.Close()
		c.Close()
	}
}
