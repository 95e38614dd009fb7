"""What a file system offers, the local disk being the first of them, and its failures as classes of `tf.errors`."""

import errno
import os
import shutil
import stat as _stat_bits
from typing import IO, Any, NamedTuple

from penstock.graph import errors

# ---- errors: what the C library reports, as the classes 1.15 gave them ----

_ERRORS_BY_ERRNO: dict[int | None, type] = {
    code: cls
    for cls, codes in {
        errors.NotFoundError: (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ESRCH),
        errors.AlreadyExistsError: (errno.EEXIST,),
        errors.FailedPreconditionError: (errno.EISDIR, errno.ENOTDIR, errno.ENOTEMPTY, errno.EBADF, errno.EBUSY),
        errors.PermissionDeniedError: (errno.EACCES, errno.EPERM, errno.EROFS),
        errors.InvalidArgumentError: (errno.EINVAL, errno.ENAMETOOLONG, errno.ELOOP),
        errors.ResourceExhaustedError: (errno.ENOSPC, errno.EMFILE, errno.EDQUOT, errno.ENFILE),
        errors.UnimplementedError: (errno.EXDEV, errno.ENOSYS),
    }.items()
    for code in codes
}


class Translated:
    """Context in which an `OSError` becomes the matching class of `tf.errors`."""

    def __init__(self, path: str):
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, OSError):
            cls = _ERRORS_BY_ERRNO.get(error.errno, errors.UnknownError)
            raise cls(None, None, f"{self.path}; {error.strerror or error}") from None


# ---- file systems ----


class FileStatistics(NamedTuple):
    """What `Stat` returns: length in bytes, time of the last change in nanoseconds, and whether it is a directory."""

    length: int
    mtime_nsec: int
    is_directory: bool


class FileSystem:
    """What a scheme must offer; this class is the local disk. Paths arrive without their scheme."""

    def open(self, path: str, mode: str) -> IO[bytes]:
        return open(path, mode)

    def exists(self, path: str) -> bool:
        return os.path.exists(path)

    def listdir(self, path: str) -> list[str]:
        return os.listdir(path)

    def stat(self, path: str) -> FileStatistics:
        found = os.stat(path)
        return FileStatistics(found.st_size, found.st_mtime_ns, _stat_bits.S_ISDIR(found.st_mode))

    def mkdir(self, path: str) -> None:
        os.mkdir(path)

    def remove(self, path: str) -> None:
        os.unlink(path)

    def rmtree(self, path: str) -> None:
        shutil.rmtree(path)

    def rename(self, old: str, new: str) -> None:
        os.replace(old, new)
