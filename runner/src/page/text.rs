//! Text within HTML. Templates escape what is put into them.

use maud::{Markup, Render, html};

/// Parts in a row with a text between any two.
pub(crate) fn joined(parts: impl IntoIterator<Item = impl Render>, between: &str) -> Markup {
    html! {
        @for (index, part) in parts.into_iter().enumerate() {
            @if index > 0 { (between) }
            (part)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_text() {
        let parts = [r#"<a b="c">&"#, "größer"];
        let shown = "&lt;a b=&quot;c&quot;&gt;&amp; &lt; größer";
        assert_eq!(joined(parts, " < ").into_string(), shown);
        let named = html! { p title=(parts[0]) {} };
        assert_eq!(named.into_string(), r#"<p title="&lt;a b=&quot;c&quot;&gt;&amp;"></p>"#);
    }
}
