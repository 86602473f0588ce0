package open

import (
	"context"

	"memcity/trace"
)

// openAntTracks rejects files in AntTracks' own formats. Building heap states from them would require replaying every event.
func openAntTracks(_ context.Context, files []trace.File, _ trace.Progress) (*trace.Recording, error) {
	return nil, &trace.InputError{Source: files[0].Name, Offset: -1,
		Text: "a file of AntTracks' own trace format: only memcity inspect reads these"}
}
