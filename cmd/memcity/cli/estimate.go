package cli

// EstimatedText explains the mark ~ in tables.
const EstimatedText = "~ is an estimate from sampled allocations: the true number is within ± of it in 95 of 100 cases.\n"
