//! What players are called in tables and records.

use parlour_core::check_name;

/// What a player is called: a bot's name, or the name of its program.
///
/// ```
/// use parlour_arena::shown_name;
/// assert_eq!(shown_name("perfect"), "perfect");
/// assert_eq!(shown_name("exec:python3 bots/random_bot.py"), "random_bot");
/// assert_eq!(shown_name("exec:target/debug/examples/mybot --fast"), "mybot");
/// ```
#[must_use]
pub fn shown_name(spec: &str) -> String {
    let Some(command) = spec.strip_prefix("exec:") else {
        return spec.to_owned();
    };
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    // What an interpreter runs says more than the interpreter.
    let script = words.find(|word| word.contains('.') && !word.starts_with('-'));
    let path = std::path::Path::new(script.unwrap_or(program));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name: String = stem
        .chars()
        .map(|letter| match letter {
            ',' | '.' => '-',
            letter if letter.is_control() => '-',
            letter => letter,
        })
        .collect();
    match check_name(name.trim()) {
        Ok(()) => name.trim().to_owned(),
        Err(_) => "program".to_owned(),
    }
}

/// Names for all players that no two of them share.
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
    use super::*;

    #[test]
    fn no_two_players_share_a_name() {
        let specs = ["greedy", "exec:./greedy", "greedy", "exec:../x/.,-"].map(String::from);
        let labels = labels(&specs);
        assert_eq!(labels[..3], ["greedy", "greedy 2", "greedy 3"]);
        assert!(
            labels.iter().all(|label| check_name(label).is_ok()),
            "{labels:?}"
        );
    }
}
