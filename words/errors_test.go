package words_test

import (
	"errors"
	"strings"
	"testing"

	"memcity/words"
)

func TestClip(t *testing.T) {
	for n, want := range map[int]string{0: "", 99: strings.Repeat("é", 99), 100: strings.Repeat("é", 100), 101: strings.Repeat("é", 99) + "…"} {
		if got := words.Clip(strings.Repeat("é", n)); got != want {
			t.Errorf("%d characters are %q", n, got)
		}
	}
}

// TestErrorf checks that only what %q quotes is clipped, and that errors are wrapped.
func TestErrorf(t *testing.T) {
	long, cause := strings.Repeat("x", 200), errors.New("cause")
	short := words.Clip(long)
	for _, tt := range []struct {
		format string
		args   []any
		want   string
	}{
		{"%q", []any{long}, `"` + short + `"`},
		{"%s %q", []any{long, long}, long + ` "` + short + `"`},
		{"%d%% of %q: %w", []any{5, long, cause}, `5% of "` + short + `": cause`},
		{"%5.1f %-3d %q %s", []any{1.5, 2, "a", long}, `  1.5 2   "a" ` + long},
		{"%.60q", []any{long}, `"` + long[:60] + `"`},
		{"nothing", nil, "nothing"},
	} {
		err := words.Errorf(tt.format, tt.args...)
		if err.Error() != tt.want {
			t.Errorf("%q: %q, want %q", tt.format, err, tt.want)
		}
		if errors.Is(err, cause) != strings.Contains(tt.format, "%w") {
			t.Errorf("%q: the cause is lost", tt.format)
		}
	}
}
