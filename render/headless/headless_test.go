package headless

import (
	"os"
	"runtime"
	"testing"
)

func TestContextComesAndGoes(t *testing.T) {
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
		if err := c.MakeCurrent(); err != nil {
			t.Error(err)
		}
		c.Close()
		c.Close()
		if err := c.MakeCurrent(); err == nil {
			t.Error("a closed context could be made current")
		}
	}
}
