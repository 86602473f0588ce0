package group

// NewLimited is New with a different limit on groups.
var NewLimited = newGrouping
