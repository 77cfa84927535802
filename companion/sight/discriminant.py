"""Which of the taught faces a card's features are nearest to: a linear discriminant, trained while teaching.

Source: Fisher's discriminant with a within-class covariance shrunk towards the identity; distances are Euclidean in the
whitened, projected space, so that they are counted in standard deviations of the training doubt.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.sight.pixels import Floats

SHRINK = 0.07
DIMENSIONS = 24


@dataclass(frozen=True, slots=True)
class Discriminant:
    """`projection`: shape (features, dimensions). `means`: shape (classes, dimensions), in the projected space."""

    projection: Floats
    means: Floats

    def distances(self, features: Floats) -> Floats:
        """Squared distance of each row of features, shape (n, features), to each class: shape (n, classes)."""
        placed = features @ self.projection
        apart = placed[:, None, :] - self.means[None, :, :]
        return np.asarray(np.einsum("nkd,nkd->nk", apart, apart), np.float32)


def trained(features: Floats, labels: np.ndarray[tuple[int], np.dtype[np.intp]], classes: int) -> Discriminant:
    """The discriminant of these rows, shape (n, features), with labels 0 to classes - 1, each of them present.
    Features that are 0 in all rows are given no weight."""
    means = np.stack([features[labels == k].mean(axis=0) for k in range(classes)])
    within = features - means[labels]
    covariance = (within.T @ within) / max(1, len(features) - classes)
    level = float(np.trace(covariance)) / len(covariance)
    covariance = (1 - SHRINK) * covariance + SHRINK * level * np.eye(len(covariance), dtype=np.float32)
    values, vectors = np.linalg.eigh(covariance)
    whitening = vectors / np.sqrt(values)
    spread = (means - means.mean(axis=0)) @ whitening
    _, _, directions = np.linalg.svd(spread, full_matrices=False)
    kept = directions[: min(DIMENSIONS, classes - 1)]
    projection = (whitening @ kept.T).astype(np.float32)
    projection[~features.any(axis=0)] = 0  # what is never told must not tell
    return Discriminant(projection, (means @ projection).astype(np.float32))
