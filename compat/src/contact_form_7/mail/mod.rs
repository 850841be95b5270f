//! The mails of a form: templates, mail-tags, and composing the arguments of `wp_mail`.
//!
//! Contract "contact-form-7", section 17. Sending is [`crate::wordpress::mail`]'s matter.

mod attachments;
mod compose;
mod field_values;
mod filter_message;
mod mail_tag;
mod mailbox_list;
mod special_mail_tags;
mod template;

pub use attachments::{AttachmentRoots, attachments};
pub use compose::{ComposedMail, MailSettings, compose};
pub use filter_message::filter_message;
pub use mail_tag::{MailTag, MailTagValues, ReplaceOptions, wpcf7_mail_replace_tags};
pub use mailbox_list::{wpcf7_is_email_in_domain, wpcf7_is_mailbox_list};
pub use special_mail_tags::{
    ContainerPost, MailSiteInfo, MailUser, SpecialMailTags, WithoutSubmission,
};
pub use template::MailTemplate;
