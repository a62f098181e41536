//! The frame around every page.

use serde_json::Value;

use crate::page::escape;

const SHELL: &str = include_str!("shell.html");
const STYLE: &str = include_str!("base.css");

/// A page in parts. Styles and scripts are those of the program; what comes from files is in `body`,
/// escaped, or in `data`.
pub(crate) struct Page<'a> {
    /// Title of the window, as plain text.
    pub(crate) title: &'a str,
    /// Styles besides those of all pages.
    pub(crate) style: &'a str,
    /// HTML.
    pub(crate) body: &'a str,
    /// What scripts find in the element `data`.
    pub(crate) data: &'a Value,
    /// Scripts, run in this order.
    pub(crate) scripts: &'a [&'a str],
}

impl Page<'_> {
    /// The file.
    pub(crate) fn html(&self) -> String {
        let style = [STYLE, self.style].concat();
        // In JSON this character stands in texts only, and no text may end the element.
        let data = self.data.to_string().replace('<', "\\u003c");
        let script = self.scripts.concat();
        let title = escape(self.title);
        let parts = [
            ("version", env!("CARGO_PKG_VERSION")),
            ("title", &title),
            ("style", &style),
            ("body", self.body),
            ("data", &data),
            ("script", &script),
        ];
        fill(SHELL, &parts)
    }
}

/// Puts parts where their names stand in double braces. What is put in is not looked at again.
fn fill(template: &str, parts: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        filled += before;
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        filled += parts.iter().find(|(part, _)| *part == name).map_or("", |(_, text)| text);
        rest = after;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_in_a_text_ends_an_element() {
        let evil = "</script><script>alert(1)</script>{{body}}";
        let data = json!({ "agent": evil });
        let page = Page {
            title: evil,
            style: "",
            body: "<p>body</p>\n",
            data: &data,
            scripts: &["go();\n"],
        };
        let html = page.html();
        assert_eq!(html.matches("</script>").count(), 2);
        assert_eq!(html.matches("<p>body</p>").count(), 1);
        let inside = html.split(r#"id="data">"#).nth(1).unwrap().split("</script>").next().unwrap();
        assert_eq!(serde_json::from_str::<Value>(inside).unwrap(), data);
    }

    #[test]
    fn every_part_of_the_shell_is_filled() {
        let page = Page { title: "a", style: "", body: "", data: &Value::Null, scripts: &[] };
        assert!(!page.html().contains("{{"));
        assert_eq!(fill("a{{x}}b{{y}}c", &[("x", "{{y}}"), ("y", "2")]), "a{{y}}b2c");
    }
}
