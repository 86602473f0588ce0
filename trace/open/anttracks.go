package open

import (
	"context"

	"memcity/trace"
)

// openAntTracks refuses files of AntTracks' own formats: to make heap states of them, every event would have to be
// replayed.
func openAntTracks(_ context.Context, files []trace.File, _ trace.Progress) (*trace.Recording, error) {
	return nil, &trace.InputError{Source: files[0].Name, Offset: -1,
		Text: "a file of AntTracks' own trace format: only memcity inspect reads these"}
}
