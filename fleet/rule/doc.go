// Package rule evaluates the rules of memcity check for each pod of a fleet, as far as the tables contain the data.
package rule
