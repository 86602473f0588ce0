package trace

// For tests in package trace_test.
var (
	OpenHPROF  = openHPROF
	LoadHPROF  = loadHPROF
	SniffHPROF = sniffHPROF
	JavaName   = javaName
)
