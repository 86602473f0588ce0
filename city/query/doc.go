// Package query is what window and session say to each other. [Wish] and [Ask] are what the window wants to know, made of its
// state; [Result] and [Answers] are what is known of that so far. All are values: the same ask has the same answer.
//
// What a single view asks and is answered is in the view's package; here is only the whole.
package query
