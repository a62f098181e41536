"""A browser without a window, by the WebDriver protocol that chromedriver speaks. Standard library only."""

import base64
import json
import subprocess
import tempfile
import urllib.error
import urllib.request

KEYS = {"ArrowRight": "\ue014", "ArrowLeft": "\ue012", "Home": "\ue011", "End": "\ue010",
        "PageDown": "\ue00f", "PageUp": "\ue00e", "Space": " "}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--hide-scrollbars"]


def equal(what, found, expected):
    """Complains about what was found if it is something else."""
    if found == expected:
        return
    if isinstance(found, list) and isinstance(expected, list):
        # From the first difference on.
        alike = next((at for at, (one, other) in enumerate(zip(found, expected, strict=False)) if one != other),
                     min(len(found), len(expected)))
        what, found, expected = f"{what}, entry {alike} of {len(expected)}", found[alike:], expected[alike:]
    raise AssertionError(f"{what}: found {short(found)}, expected {short(expected)}")


def short(value):
    """A value for a message."""
    text = repr(value)
    return text if len(text) < 600 else text[:600] + " ..."


class Driver:
    """chromedriver, for as long as a `with` lasts."""

    def __enter__(self):
        self.process = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.port = None
        for line in self.process.stdout:
            if "started successfully on port" in line:
                self.port = int(line.rstrip().rstrip(".").rsplit(" ", 1)[1])
                break
        if self.port is None:
            raise RuntimeError("chromedriver did not start")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def call(self, method, path, body=None):
        """One command; gives its value."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data=data, method=method,
            headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()[:600]}") from None


class Browser:
    """A fresh browser, `size` in pixels; as a phone if `phone`."""

    def __init__(self, driver, size, phone=False):
        self.driver, self.phone, self.patience = driver, phone, 10_000
        self.profile = tempfile.TemporaryDirectory()
        width, height = size
        self.width = width
        flags = FLAGS + [f"--user-data-dir={self.profile.name}", f"--window-size={width},{height}"]
        options = {"args": flags}
        if phone:
            metrics = {"width": width, "height": height, "pixelRatio": 2.0, "touch": True}
            options["mobileEmulation"] = {"deviceMetrics": metrics}
        match = {"browserName": "chrome", "goog:chromeOptions": options,
                 "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        session = driver.call("POST", "/session", {"capabilities": {"alwaysMatch": match}})
        self.path = f"/session/{session['sessionId']}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.call("DELETE", "")
        self.profile.cleanup()

    def call(self, method, path, body=None):
        return self.driver.call(method, self.path + path, body)

    def open(self, url):
        """Opens a page, and forgets what was logged before."""
        # From a blank page, so that another hash of the same page is a new page too.
        self.call("POST", "/url", {"url": "about:blank"})
        self.console()
        self.requests()
        self.call("POST", "/url", {"url": url})

    def ask(self, script, *arguments):
        """What a script returns."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        return found[ELEMENT]

    def click(self, selector):
        """A click in the middle of an element, as by a person: it must be in sight."""
        self.call("POST", f"/element/{self.find(selector)}/click", {})

    def press(self, key, selector="body"):
        self.call("POST", f"/element/{self.find(selector)}/value", {"text": KEYS[key]})

    def text(self, selector):
        return self.ask("return document.querySelector(arguments[0]).textContent", selector)

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def console(self):
        """All that was written to the console."""
        return [f"{entry['level']}: {entry['message']}" for entry in self.log("browser")]

    def requests(self):
        """The addresses of all that was asked for."""
        messages = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"]

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))

    def wait(self, what, script, *arguments):
        """Until a script returns something true, `patience` milliseconds at most."""
        if not self.ask(WAIT % script, self.patience, arguments):
            raise AssertionError(f"in vain: {what}")


# The page itself looks: asking from outside takes longer.
WAIT = """
const [patience, given] = arguments, begun = performance.now();
const found = function () { %s };
return new Promise((resolve, reject) => {
  const look = () => {
    try {
      const answer = Boolean(found(...given));
      if (answer || performance.now() - begun > patience) resolve(answer);
      else setTimeout(look, 10);
    } catch (error) {
      reject(error);
    }
  };
  look();
});
"""
