"""Archives for tests, made by Python's own modules."""

import io
import tarfile
import zipfile

VECTORS = {"king": (1, 0), "queen": (0.9, 0.1), "man": (0, 1), "woman": (0.1, 1)}
HIDDEN = [(".hidden", b"nope"), (".git/config", b"nope"), ("__MACOSX/._b.txt", b"nope"), ("d/.e/f", b"nope"), ("v.bin.w2v-12-1.tmp", b"nope")]


def zipped(files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return out.getvalue()


def tarred(files, form=tarfile.PAX_FORMAT):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for name, content in files:
            entry = tarfile.TarInfo(name) if isinstance(name, str) else name
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def special(name, kind, target=""):
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, target
    return entry
