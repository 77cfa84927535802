"""The emulated Raspberry Pi, for the trials that want one."""

import importlib.util
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

# Because the guest's driver, which is not ours, leaves its log and sockets to the garbage collector.
LEAVES = ("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


def pytest_collection_modifyitems(items):
    """What that driver leaves is no failure of a trial."""
    for item in items:
        if "guest" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.filterwarnings(*LEAVES))


@pytest.fixture(scope="session")
def guest():
    """The module that makes and drives it."""
    spec = importlib.util.spec_from_file_location("pi_guest", HERE / "pi_guest.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pi(guest, request):
    """One booted for a file's trials, with the companion installed; what they change is forgotten."""
    with guest.booted(request.path.stem.removeprefix("test_")) as machine:
        yield machine
