"""Draws curves as an SVG, without any library."""

from __future__ import annotations

from html import escape
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 320, 64, 40, 130, 48
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


def _ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers between two."""
    raw = (high - low) / 4 or 1.0
    ten = 10.0 ** len(str(int(raw))) / 10 if raw >= 1 else 10.0**-2
    while ten * 10 <= raw:
        ten *= 10
    step = next(ten * n for n in (1, 2, 2.5, 5, 10) if ten * n >= raw)
    first = int(-(-low // step))
    return [n * step for n in range(first, int(high // step) + 1)]


def check(path: str | None) -> None:
    """End the program if no curve can be written there: before it has learnt for an hour."""
    if path:
        try:
            Path(path).open("a", encoding="utf-8").close()
        except OSError as error:
            raise SystemExit(f"--svg: {path}: {error.strerror}") from None


def draw(
    path: str | Path, title: str, lines: dict[str, list[tuple[float, float]]],
    x: str, y: str, top: float | None = None,
) -> None:  # fmt: skip
    """Write an SVG: each line has a name and its points; ``x`` and ``y`` say what they count."""
    points = [point for line in lines.values() for point in line]
    right = max([p[0] for p in points], default=1.0) or 1.0
    low = min([0.0] + [p[1] for p in points])
    high = top if top is not None else max([p[1] for p in points], default=1.0)
    high = high if high > low else low + 1

    def across(value: float) -> float:
        return LEFT + value / right * (WIDTH - LEFT - RIGHT)

    def down(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for tick in _ticks(low, high):
        out.append(f'<path d="M{LEFT} {down(tick):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        out.append(
            f'<text x="{LEFT - 8}" y="{down(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>'
        )
    for tick in _ticks(0, right):
        at = f'x="{across(tick):.1f}" y="{HEIGHT - BOTTOM + 18}"'
        out.append(f'<text {at} text-anchor="middle">{tick:,.12g}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    out.append(f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">{escape(x)}</text>')
    out.append(f'<text x="{LEFT}" y="{TOP - 4}" fill="#555">{escape(y)}</text>')
    for i, (name, line) in enumerate(lines.items()):
        colour = COLOURS[i % len(COLOURS)]
        way = " ".join(f"{across(a):.1f},{down(b):.1f}" for a, b in line)
        out.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        if line:
            place = f'x="{WIDTH - RIGHT + 8}" y="{down(line[-1][1]) + 4:.1f}"'
            out.append(f'<text {place} fill="{colour}">{escape(name)}</text>')
    Path(path).write_text("\n".join(out) + "\n</svg>\n")
