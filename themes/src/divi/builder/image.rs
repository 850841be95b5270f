//! Images of modules: attachments with `srcset`, other URLs without.
//!
//! Contract "divi-modules", conventions (`{img}`).

use compat::divi::BuilderPageData;
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::media::{
    Attachment, ImageMeta, Media, SrcsetImage, wp_calculate_image_sizes, wp_calculate_image_srcset,
    wp_image_src_get_dimensions,
};

use crate::wordpress::head::url;
use crate::wordpress::view::View;

use super::super::options::DiviOptions;
use super::element::Element;
use super::multi_view::{ModeValues, MultiView};

/// An image of an element.
#[derive(Debug, Clone, Default)]
pub struct ImageTag {
    /// Its URL by state.
    pub src: ModeValues,
    /// Further attributes in order, not escaped.
    pub attributes: Vec<(&'static str, String)>,
    /// Its classes.
    pub class: String,
    /// Its attachment, if it cannot be found by URL.
    pub attachment: Option<i64>,
    /// Whether `data-et-multi-view` contains its attributes by state.
    pub is_multi_view: bool,
}

impl ImageTag {
    /// The image of an attribute.
    pub fn of(element: &Element<'_>, name: &str) -> Self {
        Self {
            src: element.values(name),
            is_multi_view: true,
            ..Self::default()
        }
    }

    /// Adds an attribute.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// Sets classes.
    pub fn class(mut self, class: impl Into<String>) -> Self {
        self.class = class.into();
        self
    }

    /// The `img` tag; empty without a URL in any state.
    pub fn print(self, view: &View, slug: &str) -> String {
        if !self.src.is_any() {
            return String::new();
        }
        let src = self.src.desktop();
        let mut tag = format!("<img src=\"{}\"", url(src));
        for (name, value) in &self.attributes {
            tag.push_str(&format!(" {name}=\"{}\"", esc_attr(value)));
        }
        let own = self.attachment.and_then(|id| view.attachments.get(&id));
        let attachment = own.or_else(|| attachment_of(view, src));
        let mut class = self.class.clone();
        if let Some(image) = attachment {
            tag.push_str(&srcset_attributes(view, image, src));
            let joint = if class.is_empty() { "" } else { " " };
            class.push_str(&format!("{joint}wp-image-{}", image.id));
        }
        if src.is_empty() {
            class.push_str(" et_multi_view_hidden_image");
        }
        if !class.is_empty() {
            tag.push_str(&format!(" class=\"{}\"", class.trim_start()));
        }
        if self.is_multi_view {
            tag.push_str(&self.multi_view().print(slug));
        }
        tag + " />"
    }

    fn multi_view(self) -> MultiView {
        let fixed = |value: String| ModeValues::fixed(value);
        let mut list = vec![("src", self.src.map(url))];
        if !self.class.is_empty() {
            list.push(("class", fixed(self.class)));
        }
        let rest = self.attributes.into_iter();
        list.extend(rest.map(|(name, value)| (name, fixed(value))));
        MultiView::default().attributes("attrs", &list)
    }
}

/// The attachment of a URL.
pub fn attachment_of<'v>(view: &'v View, src: &str) -> Option<&'v Attachment> {
    let id = view.page_data.get::<BuilderPageData>().images.get(src)?;
    view.attachments.get(id)
}

/// ` srcset="…" sizes="…"` of an attachment.
fn srcset_attributes(view: &View, attachment: &Attachment, src: &str) -> String {
    if !DiviOptions::of(view).is_on("divi_enable_responsive_images", true) {
        return String::new();
    }
    let Some(size) = wp_image_src_get_dimensions(src, attachment) else {
        return String::new();
    };
    let unmeasured = ImageMeta::default();
    let image = SrcsetImage {
        size,
        src,
        attachment,
        meta: attachment.metadata.as_ref().unwrap_or(&unmeasured),
    };
    let media = Media {
        sizes: &view.image_sizes,
        filters: &view.theme.image_filters,
    };
    let sizes = wp_calculate_image_sizes(&media, &image).filter(|s| !s.is_empty());
    match (wp_calculate_image_srcset(&media, &image), sizes) {
        (Some(srcset), Some(sizes)) => format!(
            " srcset=\"{}\" sizes=\"{}\"",
            esc_attr(&srcset),
            esc_attr(&sizes)
        ),
        _ => String::new(),
    }
}

/// The tag of an image in its full size.
pub fn full_image(view: &View, image: &Attachment) -> String {
    let src = image.url();
    format!(
        "<img src=\"{}\" alt=\"{}\" class=\"wp-image-{}\"{} />",
        url(&src),
        esc_attr(&image.alt),
        image.id,
        srcset_attributes(view, image, &src)
    )
}

/// The URL of the image size cropped to a box.
pub fn sized_url(view: &View, image: &Attachment, size: (i64, i64)) -> String {
    let media = Media {
        sizes: &view.image_sizes,
        filters: &view.theme.image_filters,
    };
    let wanted = compat::wordpress::media::ImageSize::Box(size.0, size.1);
    let found = compat::wordpress::media::wp_get_attachment_image_src(&media, image, &wanted);
    found.map_or_else(|| image.url(), |src| src.url)
}

/// The `img` tag of a cropped image in blog and portfolio grids.
pub fn grid_image(view: &View, image: &Attachment, size: (i64, i64), alt: &str) -> String {
    let (thumbnail, full) = (url(&sized_url(view, image, size)), url(&image.url()));
    format!(
        "<img src=\"{thumbnail}\" alt=\"{}\" class=\"\" srcset=\"{full} 479w, {thumbnail} 480w \" \
         sizes=\"(max-width:479px) 479px, 100vw \"  width=\"{}\" height=\"{}\" />",
        esc_attr(alt),
        size.0,
        size.1
    )
}

/// The `img` tag of a cropped image; phones get the full size.
pub fn sized_image(view: &View, image: &Attachment, size: (i64, i64), alt: &str) -> String {
    let (thumbnail, full) = (url(&sized_url(view, image, size)), url(&image.url()));
    format!(
        "<img src=\"{thumbnail}\" alt=\"{}\" srcset=\"{full} 479w, {thumbnail} 480w\" \
         sizes=\"(max-width:479px) 479px, 100vw\" class=\"wp-image-{}\" />",
        esc_attr(alt),
        image.id
    )
}
