//! JSON objects, in little code.

use serde::Serialize;
use serde_json::{Map, Value};

/// A JSON value: an object with its fields, or anything that can be serialised. It is written as with
/// serde_json's macro of that name, which writes all of its work down for every field: in the module
/// that a page loads, that was more than the rules of a game.
#[macro_export]
macro_rules! json {
    ({ $($name:literal: $value:expr),* $(,)? }) => {{
        let mut object = $crate::Object::default();
        $(object.put($name, &$value);)*
        object.value()
    }};
    ($value:expr) => {
        $crate::value(&$value)
    };
}

/// A JSON object that is being made.
#[derive(Debug, Default)]
pub struct Object(Map<String, Value>);

impl Object {
    /// Adds a field.
    #[inline(never)]
    pub fn put<T: Serialize + ?Sized>(&mut self, name: &str, content: &T) {
        self.insert(name, value(content));
    }

    #[inline(never)]
    fn insert(&mut self, name: &str, content: Value) {
        self.0.insert(name.to_owned(), content);
    }

    /// The whole.
    #[must_use]
    pub fn value(self) -> Value {
        Value::Object(self.0)
    }
}

/// Anything as JSON.
///
/// # Panics
///
/// It has no form in JSON: a map with other keys than texts.
#[inline(never)]
pub fn value<T: Serialize + ?Sized>(content: &T) -> Value {
    serde_json::to_value(content).expect("texts, numbers and lists have a form")
}
