// Package rule holds the rules of memcity check against each pod of a fleet, as far as its tables have what they need.
package rule
