//! The text of a mail if only required fields are filled in.

use crate::contact_form_7::contact_form::ContactForm;
use crate::contact_form_7::form_tag::{Feature, FormTag};
use crate::contact_form_7::mail::{
    MailTag, MailTagValues, ReplaceOptions, wpcf7_is_mailbox_list, wpcf7_mail_replace_tags,
};

use super::ConfigSite;

const EMAIL: &str = "example@example.com";
const TEXT: &str = "example";

/// The mail tags of a form as if only its required fields were filled in.
pub(super) struct MinimumInput<'a> {
    pub form: &'a ContactForm,
    pub site: &'a ConfigSite<'a>,
    /// The example value of an e-mail field where the sender's address matters.
    pub typed_email: Option<&'static str>,
}

impl MinimumInput<'_> {
    /// A text with its mail-tags filled in.
    pub fn fill(&self, text: &str) -> String {
        wpcf7_mail_replace_tags(text, ReplaceOptions::default(), self)
    }

    fn of_field(&self, field: &FormTag, tag: &MailTag<'_>) -> String {
        if field.basetype == "email"
            && let Some(typed) = self.typed_email
        {
            return typed.to_owned();
        }
        if !field.is_required() && field.tag_type != "radio" {
            return String::new();
        }
        let types = &self.site.types;
        let example = if types.supports(&field.tag_type, Feature::SelectableValues) {
            let pipe = field.pipes.0.last();
            let last = pipe.map(|pipe| match tag.do_not_heat {
                true => pipe.before.as_str(),
                false => pipe.after.as_str(),
            });
            let is_address = |text: &str| {
                wpcf7_is_mailbox_list(text).is_some_and(|addresses| !addresses.is_empty())
            };
            match last.is_some_and(is_address) {
                true => EMAIL,
                false => TEXT,
            }
        } else if field.basetype == "email" {
            EMAIL
        } else {
            TEXT
        };
        example.to_owned()
    }

    fn of_special_tag(&self, name: &str) -> Option<String> {
        let for_members = self.form.additional_settings.is_true("subscribers_only");
        let of_member = |example: &str| match for_members {
            true => example.to_owned(),
            false => String::new(),
        };
        let name = match name.strip_prefix("wpcf7_") {
            Some(legacy) => format!("_{legacy}"),
            None => name.to_owned(),
        };
        Some(match name.as_str() {
            "_site_admin_email" => self.site.info.admin_email.clone(),
            "_user_agent" => TEXT.to_owned(),
            "_user_email" => of_member(EMAIL),
            name if name.starts_with("_user_") => of_member(TEXT),
            name if name.starts_with('_') && name.ends_with("_email") => EMAIL.to_owned(),
            name if name.starts_with('_') => TEXT.to_owned(),
            _ => return None,
        })
    }
}

impl MailTagValues for MinimumInput<'_> {
    fn value_of(&self, tag: &MailTag<'_>, _: ReplaceOptions) -> Option<String> {
        let name = tag.field_name();
        let mut fields = self.form.tags.iter();
        match fields.find(|field| field.name == name) {
            Some(field) => Some(self.of_field(field, tag)),
            None => self.of_special_tag(&name),
        }
    }
}
