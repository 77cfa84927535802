"""Many phones on one table: each follows the stream, all on one loop.

crowd = Crowd(port); await crowd.join(300)      all connected and told a state
crowd.took                                      seconds from `told(version)` to each phone that heard of it
await crowd.drop()                              all hang up without a word
"""

import asyncio
import time

ASK = b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
PAGE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


class Crowd:
    """The phones of one table."""

    def __init__(self, port):
        self.port = port
        self.pages_s, self.ended = [], 0
        self._told, self._heard, self._phones = {}, [], []

    def told(self, version, at):
        """That version was made at this moment."""
        self._told[version] = at

    async def join(self, number, within_s, jitter_s=0.0):
        """So many phones more come, each within the jitter; seconds until the last was told a state."""
        began = time.monotonic()
        first = [asyncio.get_running_loop().create_future() for _ in range(number)]
        waits = [jitter_s * n / number for n in range(number)]
        self._phones += [asyncio.create_task(self._phone(*one)) for one in zip(first, waits, strict=True)]
        await asyncio.wait_for(asyncio.gather(*first), within_s)
        return time.monotonic() - began

    @property
    def took(self):
        """Seconds from a version's making to each phone that heard of it."""
        return [heard - self._told[version] for version, heard in self._heard if version in self._told]

    @property
    def alive(self):
        return sum(not phone.done() for phone in self._phones)

    async def drop(self):
        """All hang up at once."""
        for phone in self._phones:
            phone.cancel()
        await asyncio.gather(*self._phones, return_exceptions=True)
        self._phones.clear()

    async def end(self, within_s):
        """Waits until the table has ended all of them."""
        await asyncio.wait_for(asyncio.gather(*self._phones), within_s)

    async def page(self):
        """One fetches the page, whole."""
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(PAGE)
            head = await reader.readline()
            await reader.read()
        finally:
            writer.close()
        self.pages_s.append(time.perf_counter() - began)
        return int(head.split()[1])

    async def _phone(self, first, wait):
        await asyncio.sleep(wait)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(ASK)
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    heard = time.perf_counter()
                    if first.done():
                        self._heard.append((int(line[4:]), heard))
                    else:
                        first.set_result(heard)
            self.ended += 1
        except ConnectionError:
            self.ended += 1
        finally:
            writer.transport.abort()
