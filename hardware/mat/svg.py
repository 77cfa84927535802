"""A sheet of shapes as an SVG picture, a unit a millimetre, on white; the same sheet gives the same text."""

from __future__ import annotations

from typing import assert_never
from xml.sax.saxutils import escape

from hardware.mat.shapes import DASH_MM, LINE_MM, Line, Rect, Shape, Words
from hardware.mat.sheets import Sheet


def svg(sheet: Sheet, title: str) -> str:
    """The picture, to be shown by a browser."""
    width, height = sheet.size
    drawn = "\n".join(_drawn(shape) for shape in (*sheet.shapes, *sheet.notes))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="sans-serif"'
        f' role="img">\n<title>{escape(title)}</title>\n<rect width="{width:g}" height="{height:g}" fill="#fff"/>\n'
        f"{drawn}\n</svg>\n"
    )


def _drawn(shape: Shape) -> str:
    colour = "#" + f"{round(shape.shade * 255):02x}" * 3
    match shape:
        case Rect():
            return (
                f'<rect x="{shape.left:g}" y="{shape.top:g}" width="{shape.width:g}" height="{shape.height:g}"'
                f' fill="{colour}"/>'
            )
        case Line():
            dashes = f' stroke-dasharray="{DASH_MM[0]:g} {DASH_MM[1]:g}"' if shape.is_dashed else ""
            return (
                f'<path d="M{shape.x1:g} {shape.y1:g}L{shape.x2:g} {shape.y2:g}" stroke="{colour}"'
                f' stroke-width="{LINE_MM:g}"{dashes}/>'
            )
        case Words():
            anchor = ' text-anchor="end"' if shape.ends else ""
            place = f'x="{shape.x:g}" y="{shape.y:g}" font-size="{shape.size:g}"{anchor}'
            return f'<text {place} fill="{colour}">{escape(shape.text)}</text>'
        case _:
            assert_never(shape)
