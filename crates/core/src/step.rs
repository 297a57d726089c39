//! A step of a game without its type.

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::game::{Game, Step};

/// A step of any game: a move, or the outcome of a chance event. It holds the
/// game's own type, so that nothing is written and parsed on the way;
/// [`Position::write`](crate::Position::write) gives its text.
#[derive(Clone)]
pub struct AnyStep(Arc<dyn Erased>);

/// A step behind a pointer.
trait Erased: Any + Debug + Send + Sync {
    fn equals(&self, other: &dyn Erased) -> bool;
}

impl<G: Game> Erased for Step<G> {
    fn equals(&self, other: &dyn Erased) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref() == Some(self)
    }
}

impl AnyStep {
    /// The same step without its type.
    pub(crate) fn new<G: Game>(step: Step<G>) -> Self {
        AnyStep(Arc::new(step))
    }

    /// The step with the types of its game.
    pub(crate) fn of<G: Game>(&self) -> &Step<G> {
        let step: &dyn Any = &*self.0;
        step.downcast_ref()
            .expect("steps are only handed to positions of the game that made them")
    }
}

impl PartialEq for AnyStep {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.equals(&*other.0)
    }
}

impl Eq for AnyStep {}

impl Debug for AnyStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
