//! The forms of a site, and how a shortcode names one.
//!
//! Contract "contact-form-7" sections 1.1 and 2. All forms are loaded with the site snapshot in one query, so that they
//! are available in content, widgets and builder layouts.

use std::collections::HashMap;
use std::sync::Arc;

use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::options::Options;
use crate::wordpress::post::Meta;

use super::constants::Constants;
use super::contact_form::{ContactForm, FormId, FormRow};
use super::services::form_tag_types;

/// All forms, by rising id.
#[derive(Debug, Default)]
pub struct ContactForms {
    forms: Vec<Arc<ContactForm>>,
    by_id: HashMap<FormId, usize>,
    /// The site's settings for all forms.
    pub constants: Constants,
}

crate::row! {
    struct Row {
        id: i64,
        title: String,
        slug: String,
        status: String,
        key: Option<String>,
        value: Option<Vec<u8>>,
    }
}

impl ContactForms {
    /// Indexes forms that come by rising id.
    pub fn new(forms: impl IntoIterator<Item = ContactForm>) -> Self {
        let forms: Vec<Arc<ContactForm>> = forms.into_iter().map(Arc::new).collect();
        let by_id = forms.iter().enumerate().map(|(i, f)| (f.id, i)).collect();
        let constants = Constants::default();
        Self {
            forms,
            by_id,
            constants,
        }
    }

    /// Loads all forms with their meta.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(db: &Db, options: &Options) -> Result<Self, DbError> {
        const SQL: &str = "SELECT p.ID, p.post_title, p.post_name, p.post_status, m.meta_key, m.meta_value \
            FROM {p}posts p LEFT JOIN {p}postmeta m ON m.post_id = p.ID \
            WHERE p.post_type = 'wpcf7_contact_form' ORDER BY p.ID, m.meta_id";
        let tag = Tag::posts("wpcf7_contact_form");
        let rows: Vec<Row> = declared([tag], db.load(SQL, vec![])).await?;
        let types = form_tag_types(options);
        let mut read: Vec<(FormRow, Meta)> = Vec::new();
        for row in rows {
            if read.last().is_none_or(|(form, _)| form.id != row.id) {
                let form = FormRow {
                    id: row.id,
                    title: row.title,
                    slug: row.slug,
                    status: row.status,
                };
                read.push((form, Meta::default()));
            }
            if let (Some((_, meta)), Some(key), Some(value)) = (read.last_mut(), row.key, row.value)
            {
                meta.push(&key, value);
            }
        }
        let forms = read.into_iter();
        Ok(Self::new(
            forms.map(|(row, meta)| ContactForm::new(row, &meta, &types)),
        ))
    }

    /// The same forms on a site that defines these constants.
    #[must_use]
    pub fn under(mut self, constants: Constants) -> Self {
        for form in &mut self.forms {
            Arc::make_mut(form).additional_settings.verify_nonce = constants.verify_nonce;
        }
        self.constants = constants;
        self
    }

    /// A form by its post id, whatever its status.
    pub fn get(&self, id: FormId) -> Option<&Arc<ContactForm>> {
        self.forms.get(*self.by_id.get(&id)?)
    }

    /// All forms, by rising id.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<ContactForm>> {
        self.forms.iter()
    }

    /// Forms that hashes and titles find.
    fn listed(&self) -> impl Iterator<Item = &Arc<ContactForm>> {
        let hidden = |form: &ContactForm| matches!(form.status.as_str(), "trash" | "auto-draft");
        self.iter().filter(move |form| !hidden(form))
    }

    /// The first form whose hash begins so: at least 7 hexadecimal digits.
    pub fn by_hash(&self, hash: &str) -> Option<&Arc<ContactForm>> {
        let is_hash = hash.len() >= 7
            && hash
                .bytes()
                .all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'));
        let mut found = self.listed().filter(|form| form.hash.starts_with(hash));
        is_hash.then(|| found.next()).flatten()
    }

    /// The first form with this title.
    pub fn by_title(&self, title: &str) -> Option<&Arc<ContactForm>> {
        let title = title.trim();
        let mut found = self.listed().filter(|form| form.title == title);
        (!title.is_empty()).then(|| found.next()).flatten()
    }

    /// The form of a shortcode from before release 3.0.
    pub fn by_old_unit_id(&self, id: i64) -> Option<&Arc<ContactForm>> {
        self.iter().find(|form| form.old_unit_id == Some(id))
    }

    /// The form that `[contact-form-7 id title]` names: by hash, by post id, by title.
    pub fn of_shortcode(&self, id: &str, title: &str) -> Option<&Arc<ContactForm>> {
        let id = id.trim();
        let number = || {
            self.get(FormId(crate::wordpress::php::cast::string_to_int(
                id.as_bytes(),
            )))
        };
        self.by_hash(id)
            .or_else(number)
            .or_else(|| self.by_title(title))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact_form_7::form_tag::FormTagTypes;

    fn form(id: i64, title: &str, hash: &str, status: &str) -> ContactForm {
        let row = FormRow {
            id,
            title: title.to_owned(),
            slug: String::new(),
            status: status.to_owned(),
        };
        let mut meta = Meta::default();
        meta.push("_hash", hash.as_bytes().to_vec());
        meta.push("_old_cf7_unit_id", id.to_string().into_bytes());
        ContactForm::new(row, &meta, &FormTagTypes::default())
    }

    /// Contract "contact-form-7" section 2: resolution order.
    #[test]
    fn shortcodes_name_forms_by_hash_then_id_then_title() {
        let forms = ContactForms::new([
            form(5, "Uno", "abcdef0123", "trash"),
            form(7, "Uno", "abcdef0999", "publish"),
            form(1_234_567, "Dos", "1234567aaa", "publish"),
        ]);
        let found = |id: &str, title: &str| forms.of_shortcode(id, title).map(|f| f.id.0);
        assert_eq!(found("abcdef0", ""), Some(7));
        assert_eq!(found(" 5 ", ""), Some(5));
        assert_eq!(found("1234567", ""), Some(1_234_567));
        assert_eq!(found("", "Uno"), Some(7));
        assert_eq!(found("zzzzzzz", "Dos"), Some(1_234_567));
        assert_eq!(found("abc", "tres"), None);
        assert_eq!(forms.by_old_unit_id(5).map(|f| f.id.0), Some(5));
    }
}
