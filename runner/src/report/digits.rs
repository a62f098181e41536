use crate::export::figure::{fixed, p_value};

/// Digits after the point that figures side by side are shown with: two if one of them is 1 or more, else four.
pub fn digits<'t>(figures: impl IntoIterator<Item = &'t str>) -> usize {
    let large = |figure: &str| figure.parse().is_ok_and(|value: f64| value.abs() >= 1.0);
    if figures.into_iter().any(large) { 2 } else { 4 }
}

/// A figure with so many digits after the point. Whole numbers, and what is no number, stay as they are.
pub fn rounded(figure: &str, digits: usize) -> String {
    match figure.parse::<f64>() {
        Ok(value) if value.is_finite() && figure.contains('.') => fixed(value, digits),
        _ => figure.to_owned(),
    }
}

pub fn probability(cell: &str) -> String {
    cell.parse::<f64>().map_or_else(|_| cell.to_owned(), p_value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_side_by_side_have_as_many_digits() {
        assert_eq!(digits(["0.250000", "", "-1.000000"]), 2);
        assert_eq!(digits(["0.250000", "-0.999999", "open"]), 4);
    }

    #[test]
    fn what_is_no_fraction_stays() {
        let told = ["4.931755", "-0.412166", "-0.001", "12", "", "none", "inf", "1e3", "0.99999"];
        let shown = ["4.93", "-0.41", "0.00", "12", "", "none", "inf", "1e3", "1.00"];
        assert_eq!(told.map(|figure| rounded(figure, 2)), shown);
    }
}
