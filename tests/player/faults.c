/* A file layer that fails: the n-th call on files under a folder, or all from then on.
 *
 *     cc -shared -fPIC -o faults.so faults.c -ldl;  LD_PRELOAD=./faults.so python faulty.py …
 *
 * `arm` starts counting, `disarm` ends it and gives the count. Nothing is flushed while it is armed:
 * that only takes time, and no power fails here. Nor is anything waited for: SQLite tries again for
 * ten seconds if what it shares with other processes cannot be read, and nobody else is there. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { READS = 1, WRITES = 2, NAMES = 4, FLUSHES = 8 }; /* kinds of calls */
enum { SHORT = -1 };                                     /* in place of an error: half is done */
enum { FILES = 4096 };

static char folder[4096], ours[FILES];
static long count, from, to;
static int error, kinds;

void arm(const char *where, long first, long last, int what, int which) {
    strncpy(folder, where, sizeof folder - 1);
    count = 0, from = first, to = last, error = what, kinds = which;
}

long disarm(void) {
    folder[0] = 0;
    return count;
}

/* Whether this call fails; errno is set then. */
static int fails(int mine, int kind) {
    if (!folder[0] || !mine || !(kind & kinds)) return 0;
    long now = __sync_add_and_fetch(&count, 1);
    if (now < from || now > to) return 0;
    if (error != SHORT) errno = error;
    return 1;
}

static int under(const char *path) { return folder[0] && !strncmp(path, folder, strlen(folder)); }
static int own(int file) { return file >= 0 && file < FILES && ours[file]; }

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        if (fails(under(path), flags & O_CREAT ? NAMES : READS) && error != SHORT) return -1; \
        int file = real(path, flags, mode); \
        if (file >= 0 && file < FILES) ours[file] = under(path); \
        return file; \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
    int name(int at, const char *path, int flags, ...) { \
        REAL(name); \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        if (fails(under(path), flags & O_CREAT ? NAMES : READS) && error != SHORT) return -1; \
        int file = real(at, path, flags, mode); \
        if (file >= 0 && file < FILES) ours[file] = under(path); \
        return file; \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int file) {
    REAL(close);
    if (file >= 0 && file < FILES) ours[file] = 0;
    return real(file);
}

/* Calls that do a part of what was asked, if half of it is what is wanted of them. */
#define PART(name, kind, buffer, PARAMETERS, VALUES) \
    ssize_t name(int file, buffer *data, size_t size PARAMETERS) { \
        REAL(name); \
        if (fails(own(file), kind)) { \
            if (error != SHORT) return -1; \
            if (size > 1) size /= 2; \
        } \
        return real(file, data, size VALUES); \
    }
#define AT , off_t at
#define AT64 , off64_t at
#define THERE , at
#define NONE
PART(read, READS, void, NONE, NONE)
PART(write, WRITES, const void, NONE, NONE)
PART(pread, READS, void, AT, THERE)
PART(pread64, READS, void, AT64, THERE)
PART(pwrite, WRITES, const void, AT, THERE)
PART(pwrite64, WRITES, const void, AT64, THERE)

#define WHOLE(type, name, mine, kind, failed, PARAMETERS, VALUES) \
    type name PARAMETERS { \
        REAL(name); \
        if (fails(mine, kind) && error != SHORT) return failed; \
        return real VALUES; \
    }
WHOLE(int, ftruncate, own(file), WRITES, -1, (int file, off_t size), (file, size))
WHOLE(int, ftruncate64, own(file), WRITES, -1, (int file, off64_t size), (file, size))
WHOLE(int, mkdir, under(path), NAMES, -1, (const char *path, mode_t mode), (path, mode))
WHOLE(int, mkdirat, under(path), NAMES, -1, (int at, const char *path, mode_t mode), (at, path, mode))
WHOLE(int, unlink, under(path), NAMES, -1, (const char *path), (path))
WHOLE(int, unlinkat, under(path), NAMES, -1, (int at, const char *path, int flags), (at, path, flags))
WHOLE(int, rename, under(old), NAMES, -1, (const char *old, const char *new), (old, new))
WHOLE(int, renameat, under(old), NAMES, -1, (int a, const char *old, int b, const char *new),
      (a, old, b, new))
WHOLE(int, chmod, under(path), NAMES, -1, (const char *path, mode_t mode), (path, mode))
WHOLE(int, fchmodat, under(path), NAMES, -1, (int at, const char *path, mode_t mode, int flags),
      (at, path, mode, flags))
WHOLE(void *, mmap, own(file), READS, MAP_FAILED,
      (void *where, size_t size, int guard, int flags, int file, off_t at),
      (where, size, guard, flags, file, at))
WHOLE(void *, mmap64, own(file), READS, MAP_FAILED,
      (void *where, size_t size, int guard, int flags, int file, off64_t at),
      (where, size, guard, flags, file, at))

#define FLUSH(name) \
    int name(int file) { \
        REAL(name); \
        if (fails(own(file), FLUSHES) && error != SHORT) return -1; \
        return own(file) && folder[0] ? 0 : real(file); \
    }
FLUSH(fsync)
FLUSH(fdatasync)

int usleep(useconds_t time) {
    REAL(usleep);
    return folder[0] ? 0 : real(time);
}
