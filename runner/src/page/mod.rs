//! Pages: files of HTML that hold all they need and load nothing.

mod changes;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};
use serde_json::Value;

use crate::disk::{durable::Draft, ordinary};
use crate::error::Error;

pub use changes::{RuleChange, between, called, changes};

const STYLE: &str = include_str!("base.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
                      script-src 'unsafe-inline'; img-src data:";

/// A page in parts; what comes from files is in `body`, escaped, or in `data`.
pub struct Page<'a> {
    pub title: &'a str,
    pub style: &'a str,
    pub body: Markup,
    pub data: &'a Value,
    pub scripts: &'a [&'a str],
}

impl Page<'_> {
    pub fn html(&self) -> String {
        let style = [STYLE, self.style].concat();
        // In JSON this character stands in texts only, and no text may end the element.
        let data = self.data.to_string().replace('<', "\\u003c");
        let script = self.scripts.concat();
        let page = html! {
            (DOCTYPE) "\n"
            html lang="en" { "\n"
                head { "\n"
                    meta charset="utf-8"; "\n"
                    meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
                    meta http-equiv="Content-Security-Policy" content=(POLICY); "\n"
                    meta name="generator" content={ "drakkar " (env!("CARGO_PKG_VERSION")) }; "\n"
                    link rel="icon" href="data:,"; "\n"
                    title { (self.title) } "\n"
                    style { "\n" (PreEscaped(style)) } "\n"
                } "\n"
                body { "\n"
                    (self.body)
                    script type="application/json" id="data" { (PreEscaped(data)) } "\n"
                    script { "\n" (PreEscaped(script)) } "\n"
                } "\n"
            } "\n"
        };
        page.into_string()
    }
}

pub fn joined(parts: impl IntoIterator<Item = impl Render>, between: &str) -> Markup {
    html! {
        @for (index, part) in parts.into_iter().enumerate() {
            @if index > 0 { (between) }
            (part)
        }
    }
}

/// A text in which no line ends between a number and its unit.
pub fn unparted(text: &str) -> String {
    text.replace(" %", "\u{a0}%").replace(" pp", "\u{a0}pp")
}

/// A sentence in which what stands between backticks is code.
pub fn marked(text: &str) -> Markup {
    html! {
        @for (index, part) in unparted(text).split('`').enumerate() {
            @if index % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

/// Where a page finds a folder: the beginning of the addresses of its files. None if it does not lie beside the page or
/// below, as whoever has the page need not have it.
pub fn address(page: &Path, folder: &Path) -> Option<String> {
    let above = page.parent().filter(|path| !path.as_os_str().is_empty());
    let above = above.unwrap_or(Path::new(".")).canonicalize().ok()?;
    let below = folder.canonicalize().ok()?.strip_prefix(above).ok()?.to_owned();
    let parts = below.iter().map(|part| part.to_str().map(|name| encoded(name) + "/"));
    // The first part must not be taken for a scheme.
    Some("./".to_owned() + &parts.collect::<Option<String>>()?)
}

pub fn encoded(name: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(byte).collect()
}

/// The page of the results in a folder, unless it is called otherwise.
pub const OF_RESULTS: &str = "report.html";

const GENERATOR: &str = "<meta name=\"generator\" content=\"drakkar ";

pub fn is_of_results(path: &Path) -> Result<bool, Error> {
    if !ordinary::ordinary(path)? {
        return Ok(false);
    }
    let mut head = Vec::new();
    let file = File::open(path).map_err(Error::file("read", path))?;
    file.take(4096).read_to_end(&mut head).map_err(Error::file("read", path))?;
    Ok(String::from_utf8_lossy(&head).contains(GENERATOR))
}

/// Writes a file whose place is free, and the folders it lies in; it appears when it is complete.
pub fn write(path: &Path, text: &str, force: bool) -> Result<(), Error> {
    Draft::beside(path, force)?.filled(text.as_bytes())?.publish()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_in_a_text_ends_an_element() {
        let evil = "</script><script>alert(1)</script>";
        let data = json!({ "agent": evil });
        let page = Page {
            title: evil,
            style: "",
            body: html! { p { (evil) } },
            data: &data,
            scripts: &["go();\n"],
        };
        let html = page.html();
        assert_eq!(html.matches("</script>").count(), 2);
        assert!(html[..4096.min(html.len())].contains(GENERATOR), "{html}");
        assert_eq!(html.matches("<p>&lt;/script&gt;").count(), 1);
        let inside = html.split(r#"id="data">"#).nth(1).unwrap().split("</script>").next().unwrap();
        assert_eq!(serde_json::from_str::<Value>(inside).unwrap(), data);
    }

    #[test]
    fn addresses_lead_from_a_page_to_what_lies_below_it() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("a b#1");
        std::fs::create_dir_all(folder.join("c")).unwrap();
        let from = |page: &str| address(&place.path().join(page), &folder.join("c"));
        assert_eq!(from("x.html").as_deref(), Some("./a%20b%231/c/"));
        assert_eq!(from("a b#1/c/x.html").as_deref(), Some("./"));
        assert_eq!([from("none/x.html"), from("a b#1/c/none/x.html")], [None, None]);
        std::fs::create_dir(folder.join("d")).unwrap();
        assert_eq!(from("a b#1/d/x.html"), None);
        assert_eq!(encoded("javascript:alert(1)"), "javascript%3Aalert%281%29");
    }

    #[test]
    fn units_stay_with_their_numbers() {
        let text = "50.00 % (45 % to 55 %), +3.1 pp more";
        assert_eq!(unparted(text), "50.00\u{a0}% (45\u{a0}% to 55\u{a0}%), +3.1\u{a0}pp more");
    }

    #[test]
    fn backticks_become_code() {
        let shown = |text| marked(text).into_string();
        assert_eq!(
            shown("column `<a>` is `b`: 5 %"),
            "column <code>&lt;a&gt;</code> is <code>b</code>: 5\u{a0}%"
        );
    }

    #[test]
    fn marks_become_text() {
        let parts = [r#"<a b="c">&"#, "größer"];
        let shown = "&lt;a b=&quot;c&quot;&gt;&amp; &lt; größer";
        assert_eq!(joined(parts, " < ").into_string(), shown);
        let named = html! { p title=(parts[0]) {} };
        assert_eq!(named.into_string(), r#"<p title="&lt;a b=&quot;c&quot;&gt;&amp;"></p>"#);
    }
}
