//! The strings a language pack gives to texturize.

/// Typographic marks of a locale; the default is en_US.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TexturizeStrings {
    /// Whether texturize runs at all (a language pack may say `off`).
    pub run_texturize: bool,
    /// Before a quotation.
    pub opening_double: String,
    /// After a quotation.
    pub closing_double: String,
    /// Inside a word.
    pub apostrophe: String,
    /// After a number of feet.
    pub prime: String,
    /// After a number of inches.
    pub double_prime: String,
    /// Before an inner quotation.
    pub opening_single: String,
    /// After an inner quotation.
    pub closing_single: String,
    /// For `--` inside a text and `-` between spaces.
    pub en_dash: String,
    /// For `---`, and `--` between spaces.
    pub em_dash: String,
    /// Words that begin with an apostrophe, and what replaces each, in the order in which they are tried.
    pub cockney: Vec<(String, String)>,
}

impl TexturizeStrings {
    /// Takes the words over from a language pack: two lists with commas, the words and their replacements.
    pub fn set_cockney(&mut self, words: &str, replacements: &str) {
        let replacements = replacements.split(',').chain(std::iter::repeat(""));
        self.cockney = words
            .split(',')
            .zip(replacements)
            .map(|(word, with)| (word.to_owned(), with.to_owned()))
            .collect();
    }
}

impl Default for TexturizeStrings {
    fn default() -> Self {
        let words = [
            "'tain't", "'twere", "'twas", "'tis", "'twill", "'til", "'bout", "'nuff", "'round",
            "'cause", "'em",
        ];
        Self {
            run_texturize: true,
            opening_double: "&#8220;".into(),
            closing_double: "&#8221;".into(),
            apostrophe: "&#8217;".into(),
            prime: "&#8242;".into(),
            double_prime: "&#8243;".into(),
            opening_single: "&#8216;".into(),
            closing_single: "&#8217;".into(),
            en_dash: "&#8211;".into(),
            em_dash: "&#8212;".into(),
            cockney: words
                .iter()
                .map(|word| ((*word).to_owned(), word.replace('\'', "&#8217;")))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TexturizeStrings;
    use crate::wordpress::formatting::texturize::wptexturize;

    #[test]
    fn words_come_from_the_language_pack() {
        let mut strings = TexturizeStrings::default();
        strings.set_cockney("'n,'s", "&#8217;n");
        assert_eq!(
            wptexturize("x 'n y 'tis", &strings, &|_| false),
            "x &#8217;n y &#8216;tis"
        );
    }
}
