//! What players are called in tables and records.

use parlour_core::shown_name;

/// A unique name for every player.
#[must_use]
pub fn labels(specs: &[String]) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for spec in specs {
        let name = shown_name(spec);
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let free = std::iter::once(name.clone()).chain(numbered);
        let label = free.into_iter().find(|label| !labels.contains(label));
        labels.extend(label);
    }
    labels
}

#[cfg(test)]
mod tests {
    use parlour_core::check_name;

    use super::*;

    #[test]
    fn no_two_players_share_a_name() {
        let specs = ["greedy", "exec:./greedy", "greedy", "exec:../x/.,-"].map(String::from);
        let labels = labels(&specs);
        assert_eq!(labels[..3], ["greedy", "greedy 2", "greedy 3"]);
        assert!(
            labels
                .iter()
                .all(|label| check_name(label, &[',', '.']).is_ok()),
            "{labels:?}"
        );
    }
}
