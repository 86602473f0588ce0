// Package held defines queries and reports on the staleness of the collections that hold the objects of groups.
package held
