#ifndef _WIN32
#define _GNU_SOURCE
#include "platform.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach/mach.h>
#include <mach/mach_vm.h>
#endif

#ifndef MSG_NOSIGNAL // macOS has SO_NOSIGPIPE instead
#define MSG_NOSIGNAL 0
#endif

void mutex_lock(mutex_t *m) { pthread_mutex_lock(m); }
void mutex_unlock(mutex_t *m) { pthread_mutex_unlock(m); }
void signal_all(signal_t *s) { pthread_cond_broadcast(s); }

void signal_wait(signal_t *s, mutex_t *m, long ms) {
	if (ms < 0) {
		pthread_cond_wait(s, m);
		return;
	}
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += ms / 1000;
	until.tv_nsec += (ms % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	pthread_cond_timedwait(s, m, &until);
}

void thread_rest(long ms) {
	static mutex_t m = MUTEX_INIT;
	static signal_t never = SIGNAL_INIT;
	mutex_lock(&m);
	signal_wait(&never, &m, ms);
	mutex_unlock(&m);
}

struct start {
	void (*f)(void *);
	void *arg;
};

static void *thread_main(void *p) {
	struct start s = *(struct start *)p;
	free(p);
	s.f(s.arg);
	return NULL;
}

bool thread_start(void (*f)(void *), void *arg) {
	struct start *s = malloc(sizeof *s);
	if (s == NULL)
		return false;
	s->f = f;
	s->arg = arg;
	pthread_attr_t attributes;
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attributes, 1 << 20);
	sigset_t all, before;
	sigfillset(&all);
	sigdelset(&all, SIGSEGV); // the JVM needs these itself
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGILL);
	sigdelset(&all, SIGFPE);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pthread_t thread;
	bool ok = pthread_create(&thread, &attributes, thread_main, s) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	if (!ok)
		free(s);
	return ok;
}

void *vm_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

bool memory_read(uint64_t at, void *to, size_t bytes) {
#ifdef __linux__ // some containers forbid this call
	struct iovec here = {to, bytes}, there = {(void *)(uintptr_t)at, bytes};
	return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)bytes;
#elif defined(__APPLE__)
	mach_vm_size_t copied = 0;
	return mach_vm_read_overwrite(mach_task_self(), at, bytes, (mach_vm_address_t)(uintptr_t)to, &copied) == KERN_SUCCESS && copied == bytes;
#else
	(void)at, (void)to, (void)bytes;
	return false;
#endif
}

uint64_t stack_end(void) {
#ifdef __linux__
	pthread_attr_t attributes;
	void *low = NULL;
	size_t size = 0;
	if (pthread_getattr_np(pthread_self(), &attributes) != 0)
		return 0;
	bool known = pthread_attr_getstack(&attributes, &low, &size) == 0;
	pthread_attr_destroy(&attributes);
	return known ? (uint64_t)(uintptr_t)low + size : 0;
#elif defined(__APPLE__)
	return (uint64_t)(uintptr_t)pthread_get_stackaddr_np(pthread_self());
#else
	return 0;
#endif
}

int64_t clock_us(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t thread_cpu_us(void) {
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t unix_ms(void) {
	struct timeval t;
	gettimeofday(&t, NULL);
	return (int64_t)t.tv_sec * 1000 + t.tv_usec / 1000;
}

// first_numbers reads up to two numbers from the start of a small file and returns their count.
static int first_numbers(const char *path, double *a, double *b) {
	FILE *file = fopen(path, "re");
	if (file == NULL)
		return 0;
	int n = fscanf(file, "%lf %lf", a, b);
	fclose(file);
	return n < 0 ? 0 : n;
}

// quota_of returns the limit of a cgroup folder, of version 1 or 2; 0 for none.
static double quota_of(const char *folder) {
	char path[700];
	double quota = 0, period = 0;
	snprintf(path, sizeof path, "%s/cpu.max", folder);
	if (first_numbers(path, &quota, &period) == 2 && quota > 0 && period > 0)
		return quota / period;
	snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
	if (first_numbers(path, &quota, &period) < 1 || quota <= 0)
		return 0;
	snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
	return first_numbers(path, &period, &quota) >= 1 && period > 0 ? quota / period : 0;
}

// least_quota returns the smallest limit of a cgroup and its ancestors; 0 for none. It truncates group.
static double least_quota(const char *mount, char *group) {
	double least = 0;
	for (;;) {
		char folder[600];
		snprintf(folder, sizeof folder, "%s%s", mount, group);
		double quota = quota_of(folder);
		if (quota > 0 && (least == 0 || quota < least))
			least = quota;
		char *slash = strrchr(group, '/');
		if (slash == NULL)
			return least;
		*slash = 0;
	}
}

double processor_limit(void) {
	double least = 0;
	FILE *groups = fopen("/proc/self/cgroup", "re"); // lines such as 3:cpu,cpuacct:/docker/1234 or 0::/user.slice
	char line[512];
	while (groups != NULL && fgets(line, sizeof line, groups) != NULL) {
		line[strcspn(line, "\n")] = 0;
		char *kinds = strchr(line, ':'), *group = kinds == NULL ? NULL : strchr(kinds + 1, ':');
		if (group == NULL)
			continue;
		*group++ = 0;
		bool second = kinds[1] == 0;
		if (!second && strncmp(kinds + 1, "cpu", 3) != 0)
			continue;
		// In a container, the group's path may be the path on the host. Its files are then at the top of the mount.
		double quota = least_quota(second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu", group);
		if (quota > 0 && (least == 0 || quota < least))
			least = quota;
	}
	if (groups != NULL)
		fclose(groups);
	return least;
}

unsigned process_id(void) { return (unsigned)getpid(); }

socket_t socket_open(const char *name, char *error, size_t size) {
	struct sockaddr_un local = {.sun_family = AF_UNIX};
	struct sockaddr_in internet = {.sin_family = AF_INET};
	const struct sockaddr *address = (const struct sockaddr *)&local;
	socklen_t length = sizeof local;
	const char *colon = strrchr(name, ':');
	if (colon != NULL && strchr(name, '/') == NULL) {
		internet.sin_port = htons((uint16_t)atoi(colon + 1));
		internet.sin_addr.s_addr = htonl(INADDR_LOOPBACK); // never another machine
		address = (const struct sockaddr *)&internet;
		length = sizeof internet;
	} else if (strlen(name) >= sizeof local.sun_path) {
		snprintf(error, size, "the path is longer than %d bytes", (int)sizeof local.sun_path - 1);
		return NO_SOCKET;
	} else {
		strcpy(local.sun_path, name);
	}
#ifdef SOCK_CLOEXEC // the program may start child processes at any time
	int s = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
	int s = socket(address->sa_family, SOCK_STREAM, 0);
#endif
	if (s >= 0) {
		fcntl(s, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
		int yes = 1;
		setsockopt(s, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
		if (connect(s, address, length) == 0)
			return s;
	}
	snprintf(error, size, "%s", strerror(errno));
	if (s >= 0)
		close(s);
	return NO_SOCKET;
}

bool socket_write(socket_t s, const void *data, size_t length) {
	const char *at = data;
	while (length > 0) {
		ssize_t n = send((int)s, at, length, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		length -= (size_t)n;
	}
	return true;
}

bool socket_read(socket_t s, void *data, size_t length) {
	char *at = data;
	while (length > 0) {
		ssize_t n = recv((int)s, at, length, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		length -= (size_t)n;
	}
	return true;
}

void socket_shut(socket_t s) { shutdown((int)s, SHUT_RDWR); }
void socket_close(socket_t s) { close((int)s); }

static const uint8_t *map_file(const char *path, size_t *size) {
	int f = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (f < 0)
		return NULL;
	struct stat info;
	void *data = MAP_FAILED;
	if (fstat(f, &info) == 0 && info.st_uid == geteuid() && info.st_size >= 32 && info.st_size < 1 << 28)
		data = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, f, 0);
	close(f);
	if (data == MAP_FAILED)
		return NULL;
	*size = (size_t)info.st_size;
	return data;
}

// is_own reports whether this process has mapped a file. Containers that share the folder have files with the same name.
static bool is_own(const char *path) {
	FILE *maps = fopen("/proc/self/maps", "re");
	const char *tail = strstr(path, "/hsperfdata_");
	if (maps == NULL || tail == NULL)
		return maps == NULL;
	char line[1024];
	bool found = false;
	while (!found && fgets(line, sizeof line, maps) != NULL) {
		const char *at = strstr(line, tail);
		found = at != NULL && strcmp(at + strlen(tail), "\n") == 0;
	}
	fclose(maps);
	return found;
}

const uint8_t *performance_file(size_t *size) {
	char buffer[4096], path[600];
	struct passwd entry, *user = NULL;
	if (getpwuid_r(geteuid(), &entry, buffer, sizeof buffer, &user) != 0 || user == NULL)
		return NULL;
	const char *folder = "/tmp";
#ifdef __APPLE__
	char own[512];
	if (confstr(_CS_DARWIN_USER_TEMP_DIR, own, sizeof own) > 0)
		folder = own;
#endif
	snprintf(path, sizeof path, "%s/hsperfdata_%s/%d", folder, user->pw_name, (int)getpid());
	return is_own(path) ? map_file(path, size) : NULL;
}

void performance_unmap(const uint8_t *data, size_t size) { munmap((void *)data, size); }
#endif
