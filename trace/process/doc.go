// Package process starts child processes, and keeps the code of other local users out of them. Nothing else in the program starts one.
//
// A folder is shared if any local user can put files into it, such as /tmp. A program runs code that it finds where it starts, and along
// search paths such as PATH and PYTHONPATH. So:
//
//   - No child starts in a shared folder.
//   - No child inherits a search path with a shared folder, an empty entry or a relative one.
//   - No program is looked up in one. A program that the user names by its path is started from there.
//
// The program that a user records is exempt, see [User].
//
// Folders of a group are not shared: on many systems a user's own group can write to all that the user makes. Windows has no shared
// folders by default, and their access lists are not read there.
package process
