//! The account that a buyer gets with the checkout.
//!
//! Contract "woocommerce-store-api", section 8.7.

use compat::woocommerce::checkout::CheckoutSettings;
use compat::woocommerce::store_checkout::CheckoutRefusal;
use compat::wordpress::cookie::SetCookie;
use compat::wordpress::user::UserId;

use super::cart_request::CartRequest;
use super::refusal::{Stop, refused};
use crate::woocommerce::new_customer::{AccountRequest, EMAIL_EXISTS, EMAIL_REGISTERED, join};

/// The cookies of a login in this request.
#[derive(Debug, Clone, Default)]
pub struct LoginCookies(pub Vec<SetCookie>);

compat::type_map_entry!(LoginCookies);

/// Makes the account of a buyer who wants one, or has to have one, and logs the buyer in. `None`: no account is made.
///
/// # Errors
/// The refusal; when the database fails.
pub async fn open_account(cart: &mut CartRequest<'_>) -> Result<Option<UserId>, Stop> {
    let (rest, request) = (cart.rest, cart.request);
    let settings = CheckoutSettings::from_options(&rest.state.site.options);
    let wants = !settings.allows_guests || request.bool("create_account");
    if rest.visitor.user.is_some() || !settings.allows_sign_up || !wants {
        return Ok(None);
    }
    let billing = cart.visit.customer.billing.clone();
    let password = request.text("customer_password");
    let asked = AccountRequest {
        email: &billing.email,
        username: "",
        password: &password,
        first_name: &billing.first_name,
        last_name: &billing.last_name,
        is_checkout: true,
    };
    let member = match Box::pin(join(&rest.context, asked)).await? {
        Ok(member) => member,
        Err(refusal) => {
            let text = if refusal.code == EMAIL_EXISTS {
                let texts = rest.locale.domain("woocommerce");
                let text = texts.translate(EMAIL_REGISTERED);
                text.replacen("%s", &billing.email, 1)
            } else {
                refusal.text
            };
            let refusal = CheckoutRefusal::new(refusal.code, 400, text);
            return Err(refused(cart, &refusal).await);
        }
    };
    rest.keep(LoginCookies(member.session.cookies.clone()));
    let user = member.user;
    cart.member = Some(member);
    let mut visit = cart.visit.clone();
    visit.join(&cart.source()).await?;
    cart.keep(visit);
    Ok(Some(user))
}
