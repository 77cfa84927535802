"""The flat table under cards of one size, from their corners in one photo: perspective, and the lens's barrel.

Law: a card is the same rectangle wherever it lies. So the cards of a photo judge each other's corners, and what a
camera bends is bent for all of them.

Source: plane-based calibration (Zhang 2000) with one radial coefficient, solved by Levenberg and Marquardt's method
with Cauchy weights. Lengths on the table are in card heights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.sight.pixels import Matrix, Picture, Quad

Doubles = npt.NDArray[np.float64]

_ROUNDS = 30
_DOUBTS = (0.2, 0.03, 0.008)
"""By so much, in card heights, a corner may be wrong before it counts less: at first little is known of the camera."""
_BEND_SD = 0.08
_FOCAL = 1.3
"""A usual lens's focal length in half diagonals: phones and the Pi's cameras have 1.1 to 1.5."""
_SQUARE_SD = 0.03
"""So nearly, in natural logarithms and radians, the table's axes are of one scale and at right angles. Cards that all
lie one way up would hardly tell."""
_UNBENDINGS = 8
_STEP = 1e-6
_DONE = 1e-6
_MESH = 8


@dataclass(frozen=True, slots=True)
class Plane:
    """`matrix`: from the table to the picture without the lens's bend, about its `middle` and in half diagonals
    (`unit` pixels); `bend`: the radial coefficient; `aspect`: a card's width over its height."""

    matrix: Matrix
    bend: float
    aspect: float
    middle: tuple[float, float]
    unit: float

    def shrunk(self, factor: float) -> Plane:
        """The same plane in the same picture, its sides `factor` times as long."""
        x, y = ((v + 0.5) * factor - 0.5 for v in self.middle)
        return replace(self, middle=(x, y), unit=self.unit * factor)

    def grown(self, across: float, along: float) -> Plane:
        """The same plane with larger cards: by so many card heights on each side. It measures in the new heights."""
        height = 1 + 2 * along
        return replace(
            self, matrix=self.matrix @ np.diag([height, height, 1.0]), aspect=(self.aspect + 2 * across) / height
        )

    def height_px(self, pose: Doubles) -> float:
        """How high a card is in the picture, in pixels."""
        corners = self.to_pixels(self.card(pose))
        return float(np.linalg.norm(corners[2:].sum(axis=0) - corners[:2].sum(axis=0))) / 2

    def to_pixels(self, points: npt.NDArray[np.float32] | Doubles) -> Quad:
        """Places on the table, shape (n, 2), in the picture."""
        flat = _projected(self.matrix, np.asarray(points, np.float64))
        return np.asarray(_bent(flat, self.bend) * self.unit + self.middle, np.float32)

    def to_table(self, pixels: npt.NDArray[np.float32] | Doubles) -> Doubles:
        """Pixels, shape (n, 2), as places on the table."""
        seen = (np.asarray(pixels, np.float64) - self.middle) / self.unit
        flat = seen
        for _ in range(_UNBENDINGS):
            flat = seen / (1 + self.bend * (flat**2).sum(axis=1, keepdims=True))
        return _projected(np.asarray(np.linalg.inv(self.matrix), np.float64), flat)

    def card(self, pose: Doubles) -> Doubles:
        """A card's corners on the table, shape (4, 2). `pose`: its middle's x and y, and its turn in radians."""
        return np.asarray(self.cards(pose[None])[0], np.float64)

    def cards(self, poses: Doubles) -> Doubles:
        """The same for many, shape (n, 4, 2)."""
        return _corners(poses, self.aspect)

    def cut(self, picture: Picture, pose: Doubles, room: float, height_px: int) -> tuple[Picture, Matrix]:
        """What lies around a card's place as if seen from above, the card being `height_px` high, with `room` card
        heights of table on each side; and the map from its pixels to the table."""
        size = round((self.aspect + 2 * room) * height_px), round((1 + 2 * room) * height_px)
        c, s = np.cos(pose[2]) / height_px, np.sin(pose[2]) / height_px
        x, y = (size[0] - 1) / 2, (size[1] - 1) / 2
        to_table = np.array([[c, -s, pose[0] - c * x + s * y], [s, c, pose[1] - s * x - c * y], [0, 0, 1]])
        return self.seen_from_above(picture, to_table, size), to_table

    def seen_from_above(self, picture: Picture, to_table: Matrix, size: tuple[int, int]) -> Picture:
        """A part of the table, `size` pixels wide and high, of which `to_table` says where each pixel lies."""
        xs, ys = np.arange(0, size[0] + _MESH, _MESH), np.arange(0, size[1] + _MESH, _MESH)
        mesh = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2).astype(np.float64)
        at = self.to_pixels(_projected(to_table, mesh)).reshape(len(ys), len(xs), 2)
        across, down = np.meshgrid(np.arange(size[0]) / np.float32(_MESH), np.arange(size[1]) / np.float32(_MESH))
        fine = cv2.remap(at, across.astype(np.float32), down.astype(np.float32), cv2.INTER_LINEAR)
        seen = cv2.remap(picture, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.uint8)


def poses_of(plane: Plane, quads: Sequence[Quad]) -> Doubles:
    """Where cards lie on the table, shape (n, 3), from their corners in the picture."""
    corners = plane.to_table(np.concatenate(quads)).reshape(-1, 4, 2)
    middle = corners.mean(axis=1)
    down = corners[:, 2:].sum(axis=1) - corners[:, :2].sum(axis=1)
    return np.column_stack([middle, np.arctan2(-down[:, 0], down[:, 1])])


def fitted(quads: Sequence[Quad], size: tuple[int, int], *, rounds: int = _ROUNDS) -> tuple[Plane, Doubles]:
    """The plane on which these quads are one rectangle, and the pose of each, shape (n, 3). `quads`: each from a card's
    top left or bottom right; `size`: the picture's width and height; `rounds`: how long it is looked for."""
    start = _rough(quads, size)
    poses = poses_of(start, quads)
    seen = (np.stack(quads).astype(np.float64) - start.middle) / start.unit
    camera = np.concatenate([start.matrix.reshape(-1)[:8] / start.matrix[2, 2], [0.0, start.aspect]])
    height = float(np.linalg.norm(seen[:, 3] - seen[:, 0], axis=1).mean())
    for doubt in _DOUBTS:
        camera, poses = _solved(camera, poses, seen, doubt * height, rounds)
    matrix = np.append(camera[:8], 1.0).reshape(3, 3)
    return Plane(matrix, float(camera[8]), float(camera[9]), start.middle, start.unit), poses


def _rough(quads: Sequence[Quad], size: tuple[int, int]) -> Plane:
    """A plane without perspective, from the quad of middling size."""
    areas = [float(cv2.contourArea(quad)) for quad in quads]
    typical = quads[int(np.argsort(areas)[len(areas) // 2])].astype(np.float64)
    middle, unit = ((size[0] - 1) / 2, (size[1] - 1) / 2), float(np.hypot(*size)) / 2
    across = (typical[1] + typical[2] - typical[0] - typical[3]) / 2 / unit
    along = (typical[2] + typical[3] - typical[0] - typical[1]) / 2 / unit
    aspect = float(np.linalg.norm(across) / np.linalg.norm(along))
    at = (typical.mean(axis=0) - middle) / unit
    matrix = np.eye(3)
    matrix[:2, 0], matrix[:2, 1], matrix[:2, 2] = across / aspect, along, at
    return Plane(matrix, 0.0, aspect, middle, unit)


def _solved(camera: Doubles, poses: Doubles, seen: Doubles, doubt: float, rounds: int) -> tuple[Doubles, Doubles]:
    """Camera (eight of the map, bend, aspect) and poses that explain the seen corners, shape (n, 4, 2), best."""
    damping, (cost, weights) = 1e-3, _cost(camera, poses, seen, doubt)
    for _ in range(rounds):
        step, steps = _step_to(camera, poses, seen, weights, doubt, damping)
        new_camera, new_poses = camera + step, poses + steps
        new_cost, new_weights = _cost(new_camera, new_poses, seen, doubt)
        if new_cost < cost:
            is_done = cost - new_cost < _DONE * cost
            camera, poses, cost, weights = new_camera, new_poses, new_cost, new_weights
            damping = max(damping / 4, 1e-9)
            if is_done:
                break
        else:
            damping *= 6
    return camera, poses


def _step_to(
    camera: Doubles, poses: Doubles, seen: Doubles, weights: Doubles, doubt: float, damping: float
) -> tuple[Doubles, Doubles]:
    """The step of the camera and that of each pose: a pose moves its own corners alone, and is reckoned out."""
    of_camera, of_pose, off = _slopes(camera, poses, seen)
    root = np.sqrt(weights).reshape(len(poses), -1, 1)
    of_camera, of_pose, off = of_camera * root, of_pose * root, off * root[..., 0]
    leaning, lean = _lean_slopes(camera)
    normal = np.einsum("nki,nkj->ij", of_camera, of_camera)
    push = -np.einsum("nki,nk->i", of_camera, off)
    normal[8, 8] += (doubt / _BEND_SD) ** 2
    push[8] -= (doubt / _BEND_SD) ** 2 * camera[8]
    scale = (doubt / _SQUARE_SD) ** 2
    normal[:8, :8] += scale * leaning.T @ leaning
    push[:8] -= scale * leaning.T @ lean
    normal += damping * np.diag(normal.diagonal() + 1e-9)
    own = np.einsum("nki,nkj->nij", of_pose, of_pose)
    own += np.eye(3) * (damping * (np.diagonal(own, axis1=1, axis2=2) + 1e-9))[:, None, :]
    own_push = -np.einsum("nki,nk->ni", of_pose, off)
    shared = np.einsum("nki,nkj->nij", of_camera, of_pose)
    through_poses = shared @ np.linalg.inv(own)
    normal -= np.einsum("nij,nkj->ik", through_poses, shared)
    step = np.linalg.solve(normal, push - np.einsum("nij,nj->i", through_poses, own_push))
    steps = np.linalg.solve(own, (own_push - np.einsum("nij,i->nj", shared, step))[..., None])[..., 0]
    return step, steps


def _cost(camera: Doubles, poses: Doubles, seen: Doubles, doubt: float) -> tuple[float, Doubles]:
    """Cauchy's cost and each corner coordinate's weight."""
    off = ((_seen_at(camera, poses) - seen) ** 2).sum(axis=2) / doubt**2
    lean = float((_lean(camera) ** 2).sum()) / _SQUARE_SD**2
    cost = float(np.log1p(off).sum()) + float((camera[8] / _BEND_SD) ** 2) + lean
    return cost, np.repeat(1 / (1 + off), 2).reshape(seen.shape)


def _lean(camera: Doubles) -> Doubles:
    """How far from square the table is that a lens of usual width would see so: the axes' scales, and their angle."""
    matrix = np.append(camera[:8], 1.0).reshape(3, 3)
    x, y = (matrix[:, k] * (1 / _FOCAL, 1 / _FOCAL, 1.0) for k in (0, 1))
    lengths = float(np.linalg.norm(x)), float(np.linalg.norm(y))
    return np.array([np.log(lengths[0] / lengths[1]), float(x @ y) / (lengths[0] * lengths[1])])


def _lean_slopes(camera: Doubles) -> tuple[Doubles, Doubles]:
    lean, slopes = _lean(camera), np.zeros((2, 8))
    for k in range(8):
        moved = camera.copy()
        moved[k] += _STEP
        slopes[:, k] = (_lean(moved) - lean) / _STEP
    return slopes, lean


def _slopes(camera: Doubles, poses: Doubles, seen: Doubles) -> tuple[Doubles, Doubles, Doubles]:
    """How each card's corner coordinates answer to each unknown of the camera, shape (n, 8, 10), and of its own pose,
    (n, 8, 3); and how far off they are, (n, 8)."""
    at, cards = _seen_at(camera, poses), len(poses)
    of_camera = np.zeros((cards, 8, 10))
    for k in range(10):
        moved = camera.copy()
        moved[k] += _STEP
        of_camera[..., k] = (_seen_at(moved, poses) - at).reshape(cards, 8) / _STEP
    of_pose = np.zeros((cards, 8, 3))
    for k in range(3):
        shifted = poses.copy()
        shifted[:, k] += _STEP
        of_pose[..., k] = (_seen_at(camera, shifted) - at).reshape(cards, 8) / _STEP
    return of_camera, of_pose, (at - seen).reshape(cards, 8)


def _seen_at(camera: Doubles, poses: Doubles) -> Doubles:
    """The corners of all cards in the picture's own units, shape (n, 4, 2)."""
    matrix = np.append(camera[:8], 1.0).reshape(3, 3)
    flat = _projected(matrix, _corners(poses, float(camera[9])).reshape(-1, 2))
    return _bent(flat, float(camera[8])).reshape(-1, 4, 2)


def _corners(poses: Doubles, aspect: float) -> Doubles:
    half = np.array([[-aspect, -1], [aspect, -1], [aspect, 1], [-aspect, 1]]) / 2
    c, s = np.cos(poses[:, 2:3]), np.sin(poses[:, 2:3])
    corners = np.empty((len(poses), 4, 2))
    corners[..., 0] = half[:, 0] * c - half[:, 1] * s + poses[:, 0:1]
    corners[..., 1] = half[:, 0] * s + half[:, 1] * c + poses[:, 1:2]
    return corners


def _projected(matrix: Matrix, points: Doubles) -> Doubles:
    homogeneous = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)


def _bent(flat: Doubles, bend: float) -> Doubles:
    return np.asarray(flat * (1 + bend * (flat**2).sum(axis=1, keepdims=True)), np.float64)
