#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
#include <windows.h>

#include "platform.h"

#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mutex_lock(mutex_t *m) { AcquireSRWLockExclusive(m); }
void mutex_unlock(mutex_t *m) { ReleaseSRWLockExclusive(m); }
void signal_all(signal_t *s) { WakeAllConditionVariable(s); }

void signal_wait(signal_t *s, mutex_t *m, long ms) {
	SleepConditionVariableSRW(s, m, ms < 0 ? INFINITE : (DWORD)ms, 0);
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

static unsigned __stdcall thread_main(void *p) {
	struct start s = *(struct start *)p;
	free(p);
	s.f(s.arg);
	return 0;
}

bool thread_start(void (*f)(void *), void *arg) {
	struct start *s = malloc(sizeof *s);
	if (s == NULL)
		return false;
	s->f = f;
	s->arg = arg;
	uintptr_t thread = _beginthreadex(NULL, 1 << 20, thread_main, s, 0, NULL);
	if (thread == 0) {
		free(s);
		return false;
	}
	CloseHandle((HANDLE)thread);
	return true;
}

void *vm_symbol(const char *name) {
	HMODULE library = GetModuleHandleA("jvm.dll");
	return library == NULL ? NULL : (void *)(uintptr_t)GetProcAddress(library, name);
}

bool memory_read(uint64_t at, void *to, size_t bytes) {
	SIZE_T copied = 0;
	return ReadProcessMemory(GetCurrentProcess(), (const void *)(uintptr_t)at, to, bytes, &copied) && copied == bytes;
}

uint64_t stack_end(void) { return 0; }

int64_t clock_us(void) {
	LARGE_INTEGER now, frequency;
	QueryPerformanceCounter(&now);
	QueryPerformanceFrequency(&frequency);
	return now.QuadPart / frequency.QuadPart * 1000000 + now.QuadPart % frequency.QuadPart * 1000000 / frequency.QuadPart;
}

int64_t thread_cpu_us(void) {
	FILETIME created, ended, kernel, user;
	if (!GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user))
		return 0;
	uint64_t all = ((uint64_t)kernel.dwHighDateTime << 32 | kernel.dwLowDateTime) + ((uint64_t)user.dwHighDateTime << 32 | user.dwLowDateTime);
	return (int64_t)(all / 10);
}

int64_t unix_ms(void) {
	FILETIME t;
	GetSystemTimeAsFileTime(&t);
	return (int64_t)(((uint64_t)t.dwHighDateTime << 32 | t.dwLowDateTime) / 10000) - 11644473600000LL;
}

double processor_limit(void) { return 0; }

unsigned process_id(void) { return GetCurrentProcessId(); }

socket_t socket_open(const char *name, char *error, size_t size) {
	WSADATA data;
	const char *colon = strrchr(name, ':');
	if (colon == NULL || WSAStartup(MAKEWORD(2, 2), &data) != 0) {
		snprintf(error, size, "it is not of the form 127.0.0.1:PORT");
		return NO_SOCKET;
	}
	struct sockaddr_in address = {0};
	address.sin_family = AF_INET;
	address.sin_port = htons((u_short)atoi(colon + 1));
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	SOCKET s = socket(AF_INET, SOCK_STREAM, 0);
	if (s != INVALID_SOCKET && connect(s, (struct sockaddr *)&address, sizeof address) == 0)
		return (socket_t)s;
	snprintf(error, size, "error %d", WSAGetLastError());
	if (s != INVALID_SOCKET)
		closesocket(s);
	return NO_SOCKET;
}

bool socket_write(socket_t s, const void *data, size_t length) {
	const char *at = data;
	while (length > 0) {
		int n = send((SOCKET)s, at, length > 1 << 20 ? 1 << 20 : (int)length, 0);
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
		int n = recv((SOCKET)s, at, (int)length, 0);
		if (n <= 0)
			return false;
		at += n;
		length -= (size_t)n;
	}
	return true;
}

void socket_shut(socket_t s) { shutdown((SOCKET)s, SD_BOTH); }
void socket_close(socket_t s) { closesocket((SOCKET)s); }

const uint8_t *performance_file(size_t *size) {
	char folder[MAX_PATH], user[256], path[2 * MAX_PATH];
	DWORD length = sizeof user;
	if (GetTempPathA(sizeof folder, folder) == 0 || !GetUserNameA(user, &length))
		return NULL;
	snprintf(path, sizeof path, "%shsperfdata_%s\\%lu", folder, user, GetCurrentProcessId());
	HANDLE f = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
	if (f == INVALID_HANDLE_VALUE)
		return NULL;
	LARGE_INTEGER bytes;
	const uint8_t *data = NULL;
	if (GetFileSizeEx(f, &bytes) && bytes.QuadPart >= 32 && bytes.QuadPart < 1 << 28) {
		HANDLE map = CreateFileMappingA(f, NULL, PAGE_READONLY, 0, 0, NULL);
		if (map != NULL) {
			data = MapViewOfFile(map, FILE_MAP_READ, 0, 0, 0);
			CloseHandle(map);
			*size = (size_t)bytes.QuadPart;
		}
	}
	CloseHandle(f);
	return data;
}

void performance_unmap(const uint8_t *data, size_t size) {
	(void)size;
	UnmapViewOfFile(data);
}
#endif
