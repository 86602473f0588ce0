// Package jvm finds the Java virtual machines of this computer and sends them commands. It does not need a JDK.
//
// It supports only HotSpot: OpenJDK and VMs based on it. The performance counters of a VM contain its description and whether it accepts
// commands. They are in hsperfdata_USER/PID in the folder for temporary files, a file that the VM keeps up to date. (Layout:
// PerfDataPrologue and PerfDataEntry in HotSpot's perfMemory.hpp and perfData.hpp.) VMs in containers are found through /proc/PID/root.
//
// Commands use HotSpot's attach API (attachListener_posix.cpp). A file .attach_pidN asks the VM to listen, the signal QUIT wakes it up, and
// it then listens at the Unix socket .java_pidN. A request is the protocol version, the name of a command and three arguments, each
// terminated by NUL. The reply is a status as a line of text, then a text up to the end of the stream. JDK 21 and later support a second
// version, but all support the first. On Windows, a thread would have to be started inside the VM, so the JDK's program jcmd is used
// instead.
//
// A VM that does not expect QUIT prints the stacks of its threads, or dies. The signal is therefore sent only under three conditions: the
// counters show that attaching is enabled, the process catches the signal, and this program has created the file.
package jvm
