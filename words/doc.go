// Package words writes numbers, units and names for people. Bytes and objects are in steps of 1,000: kB is 1,000 bytes.
package words
