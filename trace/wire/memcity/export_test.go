package memcity

// For the tests of the text form, whose parser imports this package.
var (
	Sample      = sample
	EqualTables = equalTables
)
