//! The second widget: the rating of a travel portal, narrow, ratings only. Contract "reviews-widget", section 12.
//!
//! It is configured in the settings, not in the database: either the portal's embed, or a rating rendered from the
//! settings.

/// The portal's kind of widget.
pub const WIDGET_TYPE: &str = "cdsratingsonlynarrow";

/// The widget as configured.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TravelWidget {
    /// The property's number at the portal.
    pub location_id: String,
    /// The property's page at the portal.
    pub url: String,
    /// The property's name.
    pub name: String,
    /// The portal's name.
    pub portal: String,
    /// The rating, such as `4.5`; empty: the portal's own embed.
    pub rating: String,
    /// How many ratings there are.
    pub count: u64,
    /// The language of the widget.
    pub lang: String,
    /// Whether it has a border.
    pub has_border: bool,
}

impl TravelWidget {
    /// Whether there is anything to show.
    pub fn is_configured(&self) -> bool {
        !self.location_id.is_empty() || self.rating().is_some()
    }

    /// The rating from 0 to 5, when one is configured.
    pub fn rating(&self) -> Option<f64> {
        let text = self.rating.trim().replace(',', ".");
        let rating = super::shortcode_atts::number(&text)?;
        (0.0..=5.0).contains(&rating).then_some(rating)
    }

    /// The rating in halves of a circle, from 0 to 10.
    pub fn halves(&self) -> usize {
        let doubled = self.rating().unwrap_or(0.0) * 2.0;
        let halves = crate::wordpress::php::round::round(doubled, 0);
        usize::try_from(crate::wordpress::php::cast::float_to_int(halves))
            .unwrap_or(0)
            .min(10)
    }

    /// The address of the portal's script for the widget with this number.
    pub fn script_url(&self, uniq: u32) -> String {
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '_' || *c == '-';
        let plain = |text: &str| text.chars().filter(is_plain).collect::<String>();
        format!(
            "https://www.jscache.com/wejs?wtype={WIDGET_TYPE}&uniq={uniq}&locationId={}&lang={}&border={}&display_version=2",
            plain(&self.location_id),
            plain(&self.lang),
            self.has_border,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embed_and_the_rating() {
        let mut widget = TravelWidget {
            location_id: "123\"4567".into(),
            lang: "es".into(),
            has_border: true,
            ..TravelWidget::default()
        };
        assert!(widget.is_configured() && widget.rating().is_none());
        assert_eq!(
            widget.script_url(412),
            "https://www.jscache.com/wejs?wtype=cdsratingsonlynarrow&uniq=412&locationId=1234567&lang=es&border=true&display_version=2"
        );
        widget.rating = "4,5".into();
        assert_eq!((widget.rating(), widget.halves()), (Some(4.5), 9));
        widget.rating = "7".into();
        assert_eq!(widget.rating(), None);
    }
}
