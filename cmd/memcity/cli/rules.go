package cli

import (
	"os"

	"memcity/analysis/userfile"
	"memcity/city/budget"
)

// OpenRulesFile reads a rules file; - stands for standard input. Errors are a [UsageError].
func (c *Call) OpenRulesFile(path string) (*budget.RulesFile, error) {
	in := c.Stdin
	if path == "-" {
		path = StandardInput
	} else {
		file, err := os.Open(path)
		if err != nil {
			return nil, UsageError{Err: userfile.FaultsOf(path, err)}
		}
		defer file.Close()
		in = file
	}
	rules, err := budget.ReadRulesFile(path, in)
	if err != nil {
		return nil, UsageError{Err: err}
	}
	return rules, nil
}
