"""Sheets of shapes into a PDF file, at true size; the same sheets give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import assert_never

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from hardware.mat.shapes import DASH_MM, LINE_MM, Line, Rect, Shape, Words
from hardware.mat.sheets import Sheet


def pdf(sheets: Sequence[Sheet], title: str) -> bytes:
    """The document, a page a sheet."""
    written = BytesIO()
    canvas = Canvas(written, invariant=1)
    canvas.setTitle(title)
    for sheet in sheets:
        _draw_sheet(canvas, sheet)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _draw_sheet(canvas: Canvas, sheet: Sheet) -> None:
    width, height = sheet.size
    canvas.setPageSize((width * mm, height * mm))
    canvas.setLineWidth(LINE_MM * mm)
    canvas.saveState()
    left, top, across, down = sheet.window
    window = canvas.beginPath()
    window.rect(left * mm, (height - top - down) * mm, across * mm, down * mm)
    canvas.clipPath(window, stroke=0, fill=0)
    _draw(canvas, height, sheet.shapes)
    canvas.restoreState()
    _draw(canvas, height, sheet.notes)


def _draw(canvas: Canvas, height: float, shapes: Iterable[Shape]) -> None:
    """Shapes count down from the sheet's top, PDF up from its bottom."""
    for shape in shapes:
        match shape:
            case Rect():
                canvas.setFillGray(shape.shade)
                bottom = height - shape.top - shape.height
                canvas.rect(shape.left * mm, bottom * mm, shape.width * mm, shape.height * mm, stroke=0, fill=1)
            case Line():
                canvas.setStrokeGray(shape.shade)
                canvas.setDash([side * mm for side in DASH_MM] if shape.is_dashed else [])
                canvas.line(shape.x1 * mm, (height - shape.y1) * mm, shape.x2 * mm, (height - shape.y2) * mm)
            case Words():
                canvas.setFillGray(shape.shade)
                canvas.setFont("Helvetica", shape.size * mm)
                draw = canvas.drawRightString if shape.ends else canvas.drawString
                draw(shape.x * mm, (height - shape.y) * mm, shape.text)
            case _:
                assert_never(shape)
