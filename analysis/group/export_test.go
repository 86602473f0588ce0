package group

// NewLimited is New with another limit of groups.
var NewLimited = newGrouping
