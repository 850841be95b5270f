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
