"""What a check is, and one that breaks."""

from companion.diagnosis import Verdict, examined, ok


def test_a_check_that_breaks_has_failed_and_the_others_go_on():
    def broken():
        raise ZeroDivisionError("division by zero")

    checks = list(examined([("odd", broken), ("even", lambda: ok("even", "fine"))]))
    assert [(check.name, check.verdict.value) for check in checks] == [("odd", "fail"), ("even", "ok")]
    assert "ZeroDivisionError" in checks[0].seen


def test_a_library_that_is_missing_sends_to_the_checks_of_libraries():
    def wanting():
        raise ImportError("numpy.dtype size changed")

    (check,) = examined([("camera", wanting)])
    assert check.verdict is Verdict.FAIL
    assert "numpy.dtype size changed" in check.seen
    assert "libraries first" in check.mend
