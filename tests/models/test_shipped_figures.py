"""What the shipped deck says of itself, as every taught deck does."""

from models.selftest import weak_faces


def test_the_shipped_deck_tells_its_version_its_photos_and_how_well_each_face_was_read(lantern):
    assert (lantern.version, lantern.photos) == (1, len(lantern.plates))
    assert lantern.software
    assert set(lantern.clearly) == set(lantern.plates) - {"back"}
    assert len(weak_faces(lantern.clearly)) < 10
