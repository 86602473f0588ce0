// Package fleet groups the packages for the data of many recordings: tables that any engine can read, and questions about them.
package fleet
