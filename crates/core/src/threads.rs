//! Work on several threads.

/// Does jobs at the same time, each with its number: the first one here, the others on threads of
/// their own. A job whose thread the system refuses, or fails, has no answer. Where there are no
/// threads, as in a page that is not isolated, only the first job is done: the others are to help
/// it.
pub fn together<J: Send, T: Send>(
    jobs: impl IntoIterator<Item = J>,
    work: impl Fn(usize, J) -> T + Sync,
) -> Vec<T> {
    let mut jobs = (0..).zip(jobs);
    let Some((number, own)) = jobs.next() else {
        return Vec::new();
    };
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    return vec![work(number, own)];
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    std::thread::scope(|scope| {
        let work = &work;
        let start = |(number, job)| {
            let thread = std::thread::Builder::new();
            let helper = thread.spawn_scoped(scope, move || work(number, job));
            helper.ok()
        };
        let helpers: Vec<_> = jobs.filter_map(start).collect();
        let own = work(number, own);
        let helped = helpers.into_iter().filter_map(|helper| helper.join().ok());
        std::iter::once(own).chain(helped).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_and_the_first_one_here() {
        let here = std::thread::current().id();
        let done = together([10, 20, 30], |number, job| {
            (number, job, std::thread::current().id() == here)
        });
        assert_eq!(done, [(0, 10, true), (1, 20, false), (2, 30, false)]);
        assert!(together([(); 0], |number, ()| number).is_empty());
    }
}
