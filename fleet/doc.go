// Package fleet is the home of what is known of many recordings together: tables that any engine reads, and questions about them.
package fleet
