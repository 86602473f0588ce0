package assets

import _ "embed"

// Fonts of the panels and labels in OpenType format: Inter (SIL Open Font License 1.1).
var (
	//go:embed fonts/Inter-Regular.otf
	InterRegular []byte
	//go:embed fonts/Inter-Medium.otf
	InterMedium []byte
	//go:embed fonts/Inter-SemiBold.otf
	InterSemiBold []byte
)
