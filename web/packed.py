"""Static files, packed once and then sent so to whoever can unpack them: a first visit is most of it text.

Law: what is sent unpacked is the same file; the two have entity tags of their own, so that no cache mixes them up.
"""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

_TEXTS = ("text/", "application/javascript", "image/svg+xml")
_EFFORT = 9


def pack_static(app: Flask) -> None:
    """Lets the application's static files be sent packed."""
    as_they_are = app.view_functions["static"]
    kept: dict[str, bytes] = {}

    def static(filename: str) -> Response:
        """The file, packed for who can unpack it and where that makes it smaller."""
        response = app.ensure_sync(as_they_are)(filename=filename)
        assert isinstance(response, Response)
        if response.status_code != 200 or not (response.mimetype or "").startswith(_TEXTS):
            return response
        response.headers["Vary"] = "Accept-Encoding"
        response.direct_passthrough = False
        plain, tag = response.get_data(), f"{response.get_etag()[0]}-gzip"
        response.close()  # the file; what it holds is read
        if not request.accept_encodings.quality("gzip"):
            return response
        if tag not in kept:
            kept[tag] = gzip.compress(plain, _EFFORT)
        packed = Response(kept[tag], headers=response.headers)
        packed.headers["Content-Encoding"] = "gzip"
        packed.headers["Content-Length"] = str(len(kept[tag]))
        packed.set_etag(tag)
        packed.make_conditional(request)
        return packed

    app.view_functions["static"] = static
