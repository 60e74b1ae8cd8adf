"""`python -m tests.browser.desk_figures`: how long the desk takes in a browser, how much it fetches and how much memory it needs.

Cold is a profile that has fetched nothing; warm one that has. Times are by the clock, so they say nothing without what else the
machine does, which is printed with them.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, Page, sync_playwright
from tests.browser import found
from tests.browser.conftest import PATIENCE, PHONE, SITE
from tests.browser.desk import READY, worked
from tests.browser.serve import Host, served

from meldspec.data import folder

FIRST = "pennies-pair-on-five"
ASKED = """async link => {
  const place = document.querySelector(".desk"), answer = place.querySelector(".answer");
  const until = fits => new Promise(resolve => {
    const watch = new MutationObserver(() => fits() && (watch.disconnect(), resolve(performance.now())));
    watch.observe(place, {subtree: true, childList: true, attributes: true});
  });
  const ask = place.querySelector("[data-key=may-i]"), verdict = () => answer.querySelector(":scope:not(.before) .verdict b");
  answer.replaceChildren();
  const begun = performance.now(), first = until(verdict);
  const whole = until(() => verdict() && answer.getAttribute("aria-busy") === "false");
  ask.click();
  return [await first - begun, await whole - begun];
}"""
"""Taps `May I?`, and waits for the verdict and for the end of the answer."""


@contextmanager
def profile(kept: str, home: str) -> Iterator[BrowserContext]:
    """A browser with a profile that stays in a folder, as a reader's does."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            kept, executable_path=found.browser(), args=found.arguments(), viewport=PHONE, base_url=home
        )
        context.set_default_timeout(4 * PATIENCE)
        yield context
        context.close()


def processor_times() -> dict[int, float]:
    """Seconds of the processor that this program and all that it began have taken, by process; nothing where that is not told."""
    if not os.path.isdir("/proc/self"):
        return {}
    parents, took = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            told = Path(f"/proc/{name}/stat").read_text("utf-8").rpartition(")")[2].split()
            parents[int(name)], took[int(name)] = int(told[1]), int(told[11]) + int(told[12])
    mine = {os.getpid()}
    while more := {one for one, parent in parents.items() if parent in mine} - mine:
        mine |= more
    return {one: took.get(one, 0) / float(os.sysconf("SC_CLK_TCK")) for one in mine}


def since(before: dict[int, float]) -> float:
    """Seconds of the processor that have been taken since; what has ended meanwhile is left out."""
    return sum(seconds - before.get(one, 0.0) for one, seconds in processor_times().items())


def first_verdict(context: BrowserContext, link: str) -> tuple[float, float]:
    """Seconds until a page that is opened by a link shows its verdict, by the clock and of the processor."""
    before = processor_times()
    page = context.new_page()
    begun = time.monotonic()
    page.goto(link)
    page.locator(".answer .verdict b").wait_for()
    took = time.monotonic() - begun, since(before)
    page.locator('.answer[aria-busy="false"]').wait_for()
    page.close()
    return took


def further(page: Page, names: list[str]) -> tuple[list[float], list[float]]:
    """Milliseconds until the verdict and until the end of each answer, when it is asked for the second time."""
    verdicts, wholes = [], []
    for name in names:
        page.evaluate("link => location.hash = link", worked(page, name).partition("#")[2])
        page.locator('.answer[aria-busy="false"] .verdict b').wait_for()
        verdict, whole = page.evaluate(ASKED, name)
        verdicts.append(verdict)
        wholes.append(whole)
    return verdicts, wholes


def heap(page: Page) -> float:
    """Megabytes that Python has of memory in the worker."""
    return float(page.evaluate("document.querySelector('.desk').dataset.heap ?? 0")) / 1e6


def main() -> int:
    """Print the figures; 1 where a bar is not kept, or where nothing can be tried."""
    if lacks := found.missing():
        print(f"SKIPPED: nothing was measured, for want of {' and '.join(lacks)}")
        return 1
    names = sorted(path.stem for path in (folder("docs") / "examples").glob("*.yaml") if "\nact:" in path.read_text("utf-8"))
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with served(SITE) as home, TemporaryDirectory() as kept:
        with profile(kept, home) as context:
            link = worked_links(context)[FIRST]
        with TemporaryDirectory() as empty, profile(empty, home) as context:
            Host.sent = 0
            cold = first_verdict(context, link)
            wire = Host.sent / 1e6
            warm = [first_verdict(context, link) for _ in range(3)]
            page = context.new_page()
            page.goto("desk.html")
            page.locator(READY).first.wait_for()
            page.locator("[data-key=keep]").click()
            page.locator(".kept", has_text="rules without a network").wait_for()
            kept_there = [first_verdict(context, link) for _ in range(3)]
            verdicts, wholes = further(page, names)
            memory = heap(page)
    rows = (
        ("first verdict, cold", cold[0], 6.0, "s"),
        ("first verdict, warm (best of three)", min(warm)[0], 2.5, "s"),
        ("first verdict, kept on the device", min(kept_there)[0], 1.0, "s"),
        ("a further verdict (median)", statistics.median(verdicts), 50, "ms"),
        ("with all other readings (median)", statistics.median(wholes), 300, "ms"),
        ("memory of Python after seven games", memory, 120, "MB"),
        ("over the wire, packed by gzip", wire, 7.0, "MB"),
    )
    for name, value, bar, unit in rows:
        print(f"{name:40} {value:8.2f} {unit:3} bar {bar:6.1f} {'' if value <= bar else 'NOT KEPT'}".rstrip())
    took = f"cold {cold[1]:.1f} s, warm {min(warm)[1]:.1f} s, kept {min(kept_there)[1]:.1f} s"
    print(f"of the processor, in all processes and with the server: {took}")
    print(f"longest of {len(names)}: verdict {max(verdicts):.0f} ms, whole {max(wholes):.0f} ms")
    return int(any(value > bar for _, value, bar, _ in rows))


def worked_links(context: BrowserContext) -> dict[str, str]:
    """The links of all worked questions, read where nothing of the desk runs."""
    page = context.new_page()
    page.route("**/assets/desk/**", lambda route: route.abort())
    page.goto("desk.html")
    links = {str(one.get_attribute("id")).removeprefix("worked-"): one for one in page.locator("details.worked").all()}
    told = {name: str(one.locator("a.open-at-desk").get_attribute("href")) for name, one in links.items()}
    page.close()
    return told


if __name__ == "__main__":
    sys.exit(main())
