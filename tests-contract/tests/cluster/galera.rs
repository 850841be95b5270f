//! Instances on a Galera cluster of three nodes, with visitors ([`super::load`]), while a node is killed, a node is cut off
//! from the others, an instance is killed, and all instances are replaced one by one.

use tests_contract::galera::{Galera, NODES};

use super::load::{Instances, Servers, pause, under_load};

/// The first instance uses the first node before others, and so on. The last node stays.
impl Servers for Galera {
    fn url_for(&self, instance: usize) -> String {
        self.url_from(instance % NODES)
    }

    fn urls(&self) -> Vec<String> {
        (0..NODES).map(|node| self.url_of(node)).collect()
    }
}

fn dump() -> std::path::PathBuf {
    tests_contract::fixtures().join("casas-cueva/site.sql")
}

/// What happens to nodes and instances meanwhile.
fn trouble(cluster: &mut Galera, instances: &mut Instances<'_>) {
    pause();
    println!("a node is killed, the one that the first instance uses");
    cluster.kill(0).expect("kill");
    pause();
    cluster.start_again(0).expect("it joins again");
    pause();
    println!("a node is cut off from the others, the one that the second instance uses");
    cluster.isolate(1, true).expect("cut");
    pause();
    cluster.isolate(1, false).expect("joined");
    cluster.wait_synced(1).expect("it is synced again");
    println!("a node is frozen");
    cluster.signal(0, "-STOP").expect("frozen");
    pause();
    cluster.signal(0, "-CONT").expect("thawed");
    cluster.wait_synced(0).expect("it is synced again");
    instances.print_watches();
    println!("an instance is killed");
    instances.replace(cluster, 0, true);
    println!("all instances are replaced");
    for at in 0..instances.count() {
        instances.replace(cluster, at, false);
    }
    pause();
}

#[test]
#[ignore = "a bench: with programs that are not optimised the nodes lack the processor, and leave each other"]
fn nodes_and_instances_fail_and_nothing_is_lost() {
    under_load(Galera::start(&dump()).expect("cluster"), trouble);
}

/// The network between the nodes, and to the instances, is cut without a word to either side.
fn partitions(cluster: &mut Galera, _: &mut Instances<'_>) {
    pause();
    println!("packets between a node and the others are dropped; instances reach it");
    cluster
        .network()
        .expect("network")
        .cut_from_group(0, true)
        .expect("cut");
    pause();
    cluster
        .network()
        .expect("network")
        .cut_from_group(0, false)
        .expect("joined");
    cluster.wait_synced(0).expect("it is synced again");
    pause();
    println!("a node is cut off from all");
    let cut = |is_cut: bool| {
        let network = cluster.network().expect("network");
        network.cut_from_clients(1, is_cut).expect("clients");
        network.cut_from_group(1, is_cut).expect("group");
    };
    cut(true);
    pause();
    cut(false);
    cluster.wait_synced(1).expect("it is synced again");
    pause();
    println!("instances do not reach a node that the others reach");
    cluster
        .network()
        .expect("network")
        .cut_from_clients(0, true)
        .expect("cut");
    pause();
    cluster
        .network()
        .expect("network")
        .cut_from_clients(0, false)
        .expect("joined");
    pause();
}

#[test]
#[ignore = "NEEDS ROOT: it makes name spaces and bridges of the network. And a bench: programs must be optimised"]
fn the_network_is_partitioned_and_nothing_is_lost() {
    let cluster = Galera::start_in_name_spaces(&dump());
    under_load(cluster.expect("cluster; it needs root"), partitions);
}
