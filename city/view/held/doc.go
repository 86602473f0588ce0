// Package held has queries and reports on the collections that hold the objects of groups: for how long their elements were not read.
package held
