#!/usr/bin/env python3
"""Opens HTML reports in headless Chromium and looks at them as a reader would.

    browser.py [PROGRAM]        else the program in $SPARK_AUTOPSY

Needs the package of browser.txt and Chromium: an installed one, else apt-get's where this runs as root. Without them it
says why and exits with 77. What it wrote stays in $OUTSIDE/browser, pictures too.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCIDENTS = ROOT / "fixtures" / "incidents"
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge")
DESK, PHONE = (1280, 800), (390, 844)
# WCAG 2 AA for text; and the text of the charts is small.
CONTRAST = 4.5
TARGETS = "h1, h2, h3, p, li, dd, dt, td, th, summary, button, pre, figcaption, .canvas text"

passed, failed = 0, []


def expect(name, good, seen=""):
    """One test."""
    global passed
    if good:
        passed += 1
    else:
        failed.append(name)
    print(f"{'ok  ' if good else 'FAIL'} {name}" + ("" if good else f": {seen}"), flush=True)


def give_up(why):
    print(why)
    sys.exit(77)


def browser_path():
    """An installed Chromium; where there is none and this is root, apt-get's."""
    def found():
        return next((path for name in BROWSERS if (path := shutil.which(name))), None)

    if found() or os.geteuid() != 0 or not shutil.which("apt-get"):
        return found()
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-y", "-q", "chromium"]):
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if done.returncode:
            return None
    return found()


def incident(program, name, *options):
    """What the program writes for an incident."""
    command = [program, "-q", "--utc", "-o", "html", *options, INCIDENTS / name / "journal.export.xz"]
    monitor = INCIDENTS / name / "monitor.csv"
    if monitor.is_file():
        command += ["--csv", monitor]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


class Reader:
    """A page in one manner of reading, with what the browser complained of or asked for."""

    def __init__(self, browser, path, size, scheme="light", scripts=True, media=None):
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, java_script_enabled=scripts
        )
        self.page = self.context.new_page()
        self.complaints, self.requests = [], []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        if media:
            self.page.emulate_media(media=media)
        self.url = path.resolve().as_uri()
        self.page.goto(self.url)
        self.page.wait_for_timeout(200)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def look(self, script, argument=None):
        return self.page.evaluate(script, argument)


# The contrast of every text with what is behind it, from computed styles; the worst of them. A drawing's text lies on
# the sheet that the drawing lies on.
WORST = """(targets) => {
  const parse = (colour) => {
    const found = colour.match(/[\\d.]+/g).map(Number);
    return { rgb: found.slice(0, 3), a: found.length > 3 ? found[3] : 1 };
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let worst = { ratio: 99, text: '', count: 0 };
  for (const node of document.querySelectorAll(targets)) {
    if (!node.textContent.trim() || !node.getClientRects().length) continue;
    const style = getComputedStyle(node);
    let behind = node, ground = null;
    while (behind && !ground) {
      const own = parse(getComputedStyle(behind).backgroundColor);
      if (own.a === 1) ground = own.rgb;
      behind = behind.parentElement;
    }
    const ink = parse(node instanceof SVGElement ? style.fill : style.color).rgb;
    const [a, b] = [light(ink), light(ground || [255, 255, 255])].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const count = worst.count + 1;
    worst = ratio < worst.ratio ? { ratio, text: node.textContent.trim().slice(0, 60), count } : { ...worst, count };
  }
  return worst;
}"""

# The lines of the charts: how many, and the length of the shortest.
LINES = """() => {
  const lines = [...document.querySelectorAll('.panel .line')];
  return { count: lines.length, empty: lines.filter((line) => !/^M[-\\d.]+,[-\\d.]+/.test(line.getAttribute('d'))).length,
           dots: document.querySelectorAll('.panel .dot title').length,
           longest: Math.max(0, ...lines.map((line) => line.getTotalLength())) };
}"""


def quiet(reader, name):
    expect(f"{name}: nothing on the console", not reader.complaints, reader.complaints)
    expect(f"{name}: no request but the file", reader.requests == [reader.url], reader.requests)


def first_screen(reader, name, size, words):
    box = reader.look(
        "() => { const b = document.querySelector('h1').getBoundingClientRect(); return [b.top, b.bottom, b.left, b.right]; }"
    )
    text = reader.page.inner_text("h1")
    expect(f"{name}: the answer is on the first screen", box[0] >= 0 and box[1] <= size[1] and box[3] <= size[0], box)
    expect(f"{name}: it says so", words in text, text)


def fits(reader, name):
    wide = reader.look("() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    expect(f"{name}: the page does not scroll sideways", wide[0] <= wide[1], wide)


def readable(reader, name):
    worst = reader.look(WORST, TARGETS)
    expect(f"{name}: {worst['count']} texts have a contrast of {CONTRAST}", worst["ratio"] >= CONTRAST, worst)


def charts(reader, name, least):
    lines = reader.look(LINES)
    good = lines["count"] >= least and not lines["empty"] and lines["dots"] and lines["longest"] > 100
    expect(f"{name}: {lines['count']} curves are drawn", good, lines)


def zoom(reader, name):
    """By mouse, by key and by button, and back."""
    page = reader.page
    first = ".chart"
    ages = f"{first} .axis .age"

    def axis():
        return page.eval_on_selector_all(ages, "nodes => nodes.map((node) => node.textContent)")

    home = axis()
    page.locator(f"{first} .panel").first.scroll_into_view_if_needed()
    box = page.locator(f"{first} .panel").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + 40, steps=4)
    page.mouse.up()
    swept = axis()
    expect(f"{name}: a drag zooms", swept != home and swept, swept)
    values = page.eval_on_selector_all(f"{first} .panel .line", "nodes => nodes.map((node) => node.getAttribute('d'))")
    expect(f"{name}: and draws", all(value.startswith("M") and "NaN" not in value for value in values), values)
    page.mouse.dblclick(box["x"] + box["width"] * 0.5, box["y"] + 40)
    expect(f"{name}: a double click goes back", axis() == home, axis())
    page.focus(f"{first} .canvas")
    page.keyboard.press("+")
    keyed = axis()
    page.keyboard.press("ArrowLeft")
    moved = axis()
    page.keyboard.press("0")
    expect(f"{name}: keys zoom, move and go back", keyed != home and moved != keyed and axis() == home, (keyed, moved))
    page.click(f"{first} [data-do=all]")
    whole = axis()
    page.click(f"{first} [data-do=reset]")
    expect(f"{name}: buttons show all and go back", axis() == home and whole, (whole, axis()))
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 40)
    told = page.inner_text(f"{first} .readout")
    expect(f"{name}: pointing reads out value, time and source", re.search(r"\w: [\d,.]+ \S+ at \d\d:\d\d:\d\d, ", told), told)


def article(browser, folder, program):
    """One boot: the article's day."""
    path = folder / "article-day.html"
    path.write_bytes(incident(program, "00-article-day", "--boot", "-2"))
    words = "memory exhaustion, high confidence"
    for size in (DESK, PHONE):
        for scheme in ("light", "dark"):
            name = f"one boot, {size[0]} px, {scheme}"
            with Reader(browser, path, size, scheme) as reader:
                quiet(reader, name)
                first_screen(reader, name, size, words)
                fits(reader, name)
                charts(reader, name, 5)
                readable(reader, name)
                reader.page.screenshot(path=folder / f"article-day-{size[0]}-{scheme}.png", full_page=True)
    with Reader(browser, path, DESK) as reader:
        zoom(reader, "one boot")
        quiet(reader, "one boot, zoomed")
    for size in (DESK, PHONE):
        name = f"one boot, {size[0]} px, without scripts"
        with Reader(browser, path, size) as reader:
            with_scripts = reader.page.inner_text("main")
        with Reader(browser, path, size, scripts=False) as reader:
            quiet(reader, name)
            first_screen(reader, name, size, words)
            fits(reader, name)
            charts(reader, name, 5)
            expect(f"{name}: no dead button", not reader.page.locator(".tools").first.is_visible())
            bare = reader.page.inner_text("main")
            lines = {line for line in with_scripts.splitlines() if line.strip()}
            buttons = set(reader.page.locator("button").all_text_contents())
            help_text = reader.page.locator(".readout").first.get_attribute("data-help")
            missing = lines - set(bare.splitlines()) - buttons - {help_text}
            # Ticks and the values beside the grid depend on the width.
            missing = {line for line in missing if re.search(r"[A-Za-z]{3}", line) and not re.match(r"[−+]?\d", line)}
            expect(f"{name}: everything is there", not missing, sorted(missing)[:5])
    printed(browser, path, folder)


def printed(browser, path, folder):
    with Reader(browser, path, DESK) as reader:
        pdf = reader.page.pdf(format="A4", print_background=False)
        (folder / "article-day.pdf").write_bytes(pdf)
        pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
        expect(f"printed: {pages} pages", 1 < pages < 20)
    # A sheet of A4 without its margins.
    with Reader(browser, path, (688, 1000), "dark", media="print") as reader:
        ink = reader.look("() => getComputedStyle(document.body).color + getComputedStyle(document.body).backgroundColor")
        expect("printed: black on white", ink == "rgb(0, 0, 0)rgb(255, 255, 255)", ink)
        folded = "() => [...document.querySelectorAll('details pre')].filter((node) => !node.checkVisibility({contentVisibilityAuto: true})).length"
        expect("printed: what is folded is open", reader.look(folded) == 0, reader.look(folded))
        cut = "() => [...document.querySelectorAll('.canvas > svg')].filter((svg) => svg.getBoundingClientRect().right > innerWidth + 1).length"
        expect("printed: no chart is cut", reader.look(cut) == 0, reader.look(cut))
        readable(reader, "printed")


def batch(browser, folder, program):
    """Several boots: the table first, then a section each."""
    for incident_name, boots in (("00-article-day", 4), ("K05a-base-rate-bursts-usual", 12)):
        path = folder / f"all-{incident_name}.html"
        path.write_bytes(incident(program, incident_name, "--all"))
        for size, scheme in ((DESK, "light"), (PHONE, "dark")):
            name = f"{boots} boots, {size[0]} px, {scheme}"
            with Reader(browser, path, size, scheme) as reader:
                quiet(reader, name)
                first_screen(reader, name, size, f"{boots} boots")
                fits(reader, name)
                readable(reader, name)
                charts(reader, name, 3)
                rows = reader.page.locator("table.boots tbody tr").count()
                links = reader.look("() => [...document.querySelectorAll('.boots a')].filter((a) => document.querySelector(a.hash)).length")
                expect(f"{name}: a row and a section each", rows == links == boots, (rows, links))
                reader.page.screenshot(path=folder / f"all-{boots}-{size[0]}-{scheme}.png", full_page=True)


def hostile(browser, folder, program):
    """Log lines that would act if they could; and one that is wider than any screen."""
    attack = (
        "</pre></details><script>document.title='owned'</script><img src=http://127.0.0.1:9/x onerror=\"document.title='owned'\">"
        "\x1b[2J\u202e`${1}` {{ 7*7 }} --> ]]> 温度が高い "
    )
    saved = incident(program, "00-article-day", "--boot", "-2", "-o", "json").decode()
    for old in ("31 times in 4 s", "NVRM: nvCheckOkFailedNoLog", "spark-01", "monitor.csv", "lora-train"):
        assert old in saved, old
        text = attack + "A" * (3000 if "NVRM" in old else 0)
        saved = saved.replace(old, text.replace("\\", "\\\\").replace('"', '\\"').replace("\x1b", "\\u001b"))
    made = subprocess.run([program, "render", "--utc", "-o", "html", "-"], input=saved.encode(), check=True, stdout=subprocess.PIPE)
    path = folder / "hostile.html"
    path.write_bytes(made.stdout)
    for size in (DESK, PHONE):
        name = f"hostile, {size[0]} px"
        with Reader(browser, path, size) as reader:
            quiet(reader, name)
            expect(f"{name}: nothing ran", "owned" != reader.page.title(), reader.page.title())
            expect(f"{name}: one script, no picture", reader.look("() => [document.scripts.length, document.images.length]") == [1, 0])
            expect(f"{name}: it is shown", "<script>document.title='owned'</script>" in reader.page.inner_text("main"))
            fits(reader, name)
            reader.page.screenshot(path=folder / f"hostile-{size[0]}.png")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("SPARK_AUTOPSY")
    if not program:
        sys.exit("which program? browser.py PROGRAM, or its path in $SPARK_AUTOPSY")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        give_up("the Python package playwright (tests/outside/browser.txt) is not installed")
    executable = browser_path()
    if not executable:
        give_up("no Chromium is installed, and apt-get could not install it")
    folder = pathlib.Path(os.environ.get("OUTSIDE", ROOT / "target" / "outside")) / "browser"
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        print(f"Chromium {browser.version}")
        for check in (article, batch, hostile):
            check(browser, folder, program)
        browser.close()
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
