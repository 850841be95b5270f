//! Instances at one server of a database, with visitors ([`super::load`]), while instances are frozen, killed and replaced.
//! One of them polls the database for all while it can: what others show must not depend on it.

use std::time::Duration;

use tests_contract::site::Site;

use super::load::{Instances, Servers, pause, under_load};

impl Servers for Site {
    fn url_for(&self, _: usize) -> String {
        self.url.clone()
    }

    fn urls(&self) -> Vec<String> {
        vec![self.url.clone()]
    }
}

fn trouble(site: &mut Site, instances: &mut Instances<'_>) {
    pause();
    println!("each instance is frozen for a time, whichever polls for all among them");
    for at in 0..instances.count() {
        instances.freeze(at, Duration::from_secs(2));
    }
    pause();
    instances.print_watches();
    println!("an instance is killed");
    instances.replace(site, 0, true);
    pause();
    println!("all instances are replaced");
    for at in 0..instances.count() {
        instances.replace(site, at, false);
    }
    pause();
}

#[test]
#[ignore = "a bench: beside other tests the machine lacks the processor for it, and answers 503"]
fn instances_fail_and_nothing_is_lost() {
    under_load(Site::recorded_in_own_mariadb().expect("site"), trouble);
}
