//! Whom shop managers manage: customers.
//!
//! Contract "wordpress-rest", section 4.1.

use crate::wordpress::user::capability::Capabilities;
use crate::wordpress::user::user_rules::UserRules;

/// The roles that a shop manager may manage and give.
const EDITABLE: &str = "customer";

/// The shop's rules.
pub const RULES: UserRules = UserRules {
    granted: &[("shop_manager", "edit_users")],
    may_manage,
    may_give,
    updated_meta: Some("last_update"),
};

fn may_manage(asker: &Capabilities, roles: &[String]) -> bool {
    if asker.has("administrator") {
        return true;
    }
    let is_chief = roles.iter().any(|role| role == "administrator");
    let is_restricted = asker.has("shop_manager");
    !is_chief && (!is_restricted || roles.iter().all(|role| role == EDITABLE))
}

fn may_give(asker: &Capabilities, role: &str) -> bool {
    if asker.has("administrator") {
        return true;
    }
    role != "administrator" && (!asker.has("shop_manager") || role == EDITABLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shop_managers_manage_customers() {
        let manager: Capabilities = ["shop_manager"].into_iter().collect();
        let chief: Capabilities = ["administrator"].into_iter().collect();
        let other = Capabilities::default();
        let roles = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        for (names, want) in [
            (&["customer"][..], [true, true, true]),
            (&[], [true, true, true]),
            (&["customer", "author"], [false, true, true]),
            (&["administrator"], [false, true, false]),
        ] {
            let made = [&manager, &chief, &other].map(|who| may_manage(who, &roles(names)));
            assert_eq!(made, want, "{names:?}");
        }
        assert!(may_give(&manager, "customer") && !may_give(&manager, "editor"));
        assert!(may_give(&chief, "administrator") && !may_give(&other, "administrator"));
    }
}
