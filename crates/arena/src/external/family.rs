//! A process and everything it starts, which can be ended together: a process group on Unix, a job
//! object on Windows.

pub(super) use system::{Family, prepare};

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, kill_process_group};

    /// A process group. Processes can leave it; that is what guards are for.
    pub(in super::super) struct Family(Option<Pid>);

    /// Puts a process that will be started, and everything it will start, into its own group.
    pub(in super::super) fn prepare(command: &mut Command) {
        command.process_group(0);
    }

    impl Family {
        pub(in super::super) fn of(child: &Child) -> Family {
            Family(Pid::from_raw(child.id().cast_signed()))
        }

        /// Ends all of it.
        pub(in super::super) fn kill(&mut self) {
            if let Some(group) = self.0 {
                // An error means that nobody of the group is left.
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
    }
}

#[cfg(windows)]
mod system {
    use std::os::windows::io::AsRawHandle;
    use std::process::{Child, Command};

    use win32job::{ExtendedLimitInfo, Job, JobError};

    /// A job object. No process can leave it, and the system ends all of them when its only handle
    /// is closed: when this is dropped, or when this program ends, however it ends.
    pub(in super::super) struct Family(Option<Job>);

    pub(in super::super) fn prepare(_: &mut Command) {}

    impl Family {
        pub(in super::super) fn of(child: &Child) -> Family {
            // If the system refuses, only the process itself can be ended.
            Family(job_with(child).ok())
        }

        /// Ends all of it.
        pub(in super::super) fn kill(&mut self) {
            self.0 = None;
        }
    }

    fn job_with(child: &Child) -> Result<Job, JobError> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits)?;
        job.assign_process(child.as_raw_handle() as isize)?;
        Ok(job)
    }
}

#[cfg(not(any(unix, windows)))]
mod system {
    use std::process::{Child, Command};

    pub(in super::super) struct Family;

    pub(in super::super) fn prepare(_: &mut Command) {}

    impl Family {
        pub(in super::super) fn of(_: &Child) -> Family {
            Family
        }

        pub(in super::super) fn kill(&mut self) {}
    }
}
