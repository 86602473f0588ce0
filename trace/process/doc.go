// Package process starts child processes and prevents them from running code of other local users. No other package starts a process.
//
// A folder is shared if any local user can put files into it, such as /tmp. A program runs code that it finds in its current folder, and
// along search paths such as PATH and PYTHONPATH. Therefore:
//
//   - No child starts in a shared folder.
//   - No child inherits a search path with a shared folder, an empty entry or a relative one.
//   - No program is looked up in a shared folder. A program that the user gives as a path is started from there.
//
// The program that a user records is exempt; see [User].
//
// Folders of a group are not shared, because on many systems a user's own group can write to everything that the user creates. Windows
// has no shared folders by default, and its access lists are not read.
package process
