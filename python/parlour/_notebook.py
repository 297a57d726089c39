"""What notebooks show."""

from __future__ import annotations

import html
import json
import re
import uuid

_PAGE = """<div id="{id}" style="max-width: 34em">
<div class="board"></div>
<input type="range" min="0" max="{last}" value="0" style="width: 100%" aria-label="step">
<script type="text/plain">{data}</script>
<script>
(() => {{
  const root = document.getElementById("{id}");
  const [parts, steps] = JSON.parse(root.querySelector("script").textContent);
  const slider = root.querySelector("input");
  const show = () => {{
    const [board, words] = steps[slider.value];
    root.querySelector(".board").innerHTML = board.map(part => parts[part]).join("");
    slider.setAttribute("aria-valuetext", words);
  }};
  slider.addEventListener("input", show);
  show();
}})();
</script>
<noscript>{first}</noscript>
</div>"""


def slider(steps: list[tuple[str, str]]) -> str:
    """A page that shows one board at a time; the words are for those who hear it read.

    Boards that follow each other have most of their elements in common, so each different
    element is written once, and a board is a list of their numbers.
    """
    numbers: dict[str, int] = {}
    boards = []
    for board, words in steps:
        parts = re.split(r"(?=<)", board)
        boards.append(([numbers.setdefault(part, len(numbers)) for part in parts], words))
    data = json.dumps([list(numbers), boards], separators=(",", ":"))
    return _PAGE.format(
        id=f"parlour-{uuid.uuid4().hex}",
        last=len(steps) - 1,
        # In a script, only its end must not come up.
        data=data.replace("</", "<\\/"),
        first=html.escape(steps[0][1]),
    )
