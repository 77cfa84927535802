"""Fisher's discriminant: near its own class, in few dimensions, the same each time."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.discriminant import DIMENSIONS, Discriminant, trained


def rows(classes, each, length=40, spread=0.3, seed=3):
    """Rows about one random mean a class, and their labels."""
    rng = np.random.default_rng(seed)
    means = rng.normal(0, 1, (classes, length))
    labels = np.repeat(np.arange(classes), each)
    return (means[labels] + rng.normal(0, spread, (classes * each, length))).astype(np.float32), labels


def test_each_row_is_nearest_to_its_own_class():
    features, labels = rows(6, 20)
    told_by = trained(features, labels, 6)
    assert np.array_equal(told_by.distances(features).argmin(axis=1), labels)


def test_distances_are_a_row_for_each_row_and_a_column_for_each_class():
    features, labels = rows(6, 20)
    assert trained(features, labels, 6).distances(features[:7]).shape == (7, 6)


@pytest.mark.parametrize(("classes", "dimensions"), [(2, 1), (6, 5), (25, 24), (36, DIMENSIONS)])
def test_there_are_no_more_dimensions_than_classes_less_one_nor_than_24(classes, dimensions):
    features, labels = rows(classes, 4)
    told_by = trained(features, labels, classes)
    assert told_by.projection.shape == (40, dimensions)
    assert told_by.means.shape == (classes, dimensions)


def test_a_mean_lies_at_distance_nothing():
    told_by = Discriminant(np.eye(2, dtype=np.float32), np.array([[0, 0], [3, 4]], np.float32))
    assert told_by.distances(np.array([[3, 4]], np.float32)).tolist() == [[25, 0]]


def test_what_varies_within_a_class_counts_little():
    """The first number is noise and large, the second tells the classes apart and is small."""
    rng = np.random.default_rng(1)
    labels = np.repeat([0, 1], 200)
    features = np.stack([rng.normal(0, 5, 400), labels + rng.normal(0, 0.1, 400)], axis=1).astype(np.float32)
    told_by = trained(features, labels, 2)
    assert float((told_by.distances(features).argmin(axis=1) == labels).mean()) > 0.99


def test_the_same_rows_give_the_same_discriminant():
    features, labels = rows(6, 20)
    one, other = trained(features, labels, 6), trained(features, labels, 6)
    assert np.array_equal(one.projection, other.projection)
    assert np.array_equal(one.means, other.means)


def test_numbers_that_never_vary_do_no_harm():
    features, labels = rows(4, 10)
    features[:, :5] = 0
    assert np.isfinite(trained(features, labels, 4).distances(features)).all()


def test_what_is_never_told_tells_nothing():
    features, labels = rows(6, 20)
    features[:, :10] = 0
    told_by = trained(features, labels, 6)
    assert not told_by.projection[:10].any()
    seen = features.copy()
    seen[:, :10] = 9
    assert np.array_equal(told_by.distances(seen), told_by.distances(features))
