//! JSON as text. A page sends small requests, so what reads and writes them may be simple: the general
//! way, which knows every type and says exactly what is wrong where, would take more room than this
//! crate.

use std::fmt::Write as _;

use serde_json::{Map, Number, Value};

/// How deep lists and objects may be nested.
const DEEPEST: usize = 64;

/// Reads a value; `None` if the text is not JSON.
pub(crate) fn read(text: &str) -> Option<Value> {
    let mut rest = text;
    let value = value(&mut rest, 0)?;
    rest.trim_ascii_start().is_empty().then_some(value)
}

/// Takes a sign at the head of the rest, after blanks.
fn take(rest: &mut &str, sign: &str) -> Option<()> {
    *rest = rest.trim_ascii_start().strip_prefix(sign)?;
    Some(())
}

fn value(rest: &mut &str, depth: usize) -> Option<Value> {
    *rest = rest.trim_ascii_start();
    if depth > DEEPEST {
        return None;
    }
    Some(match *rest.as_bytes().first()? {
        b'{' => {
            let mut fields = Map::new();
            listed(rest, ["{", "}"], &mut |rest| {
                *rest = rest.trim_ascii_start();
                let name = string(rest)?;
                take(rest, ":")?;
                fields.insert(name, value(rest, depth + 1)?);
                Some(())
            })?;
            Value::Object(fields)
        }
        b'[' => {
            let mut list = Vec::new();
            listed(rest, ["[", "]"], &mut |rest| {
                list.push(value(rest, depth + 1)?);
                Some(())
            })?;
            Value::Array(list)
        }
        b'"' => Value::String(string(rest)?),
        b't' => take(rest, "true").map(|()| Value::Bool(true))?,
        b'f' => take(rest, "false").map(|()| Value::Bool(false))?,
        b'n' => take(rest, "null").map(|()| Value::Null)?,
        _ => Value::Number(number(rest)?),
    })
}

/// Reads things between brackets, with commas between them.
fn listed(
    rest: &mut &str,
    [open, close]: [&str; 2],
    one: &mut dyn FnMut(&mut &str) -> Option<()>,
) -> Option<()> {
    take(rest, open)?;
    if take(rest, close).is_some() {
        return Some(());
    }
    loop {
        one(rest)?;
        if take(rest, close).is_some() {
            return Some(());
        }
        take(rest, ",")?;
    }
}

/// Whole numbers as they are; others become the nearest that a page can have.
fn number(rest: &mut &str) -> Option<Number> {
    let is_part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let (text, after) = rest.split_at(end);
    *rest = after;
    if let Ok(number) = text.parse::<u64>() {
        return (!text.starts_with('+')).then(|| number.into());
    }
    match text.parse::<i64>() {
        Ok(number) => Some(number.into()),
        Err(_) => Number::from_f64(fraction(text)?),
    }
}

/// A number with a fraction or an exponent. The last digit may be wrong: the exact way needs tables
/// that are larger than all of this.
fn fraction(text: &str) -> Option<f64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(text) => (-1.0, text),
        None => (1.0, text),
    };
    let (digits, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    if !are_digits(whole) || !are_digits(part) {
        return None;
    }
    let power = power.parse::<i32>().ok()?.checked_sub(part.len() as i32)?;
    let digits = whole.bytes().chain(part.bytes());
    let digits = digits.fold(0.0, |sum, digit| sum * 10.0 + f64::from(digit - b'0'));
    let scale = 10.0_f64.powi(power.abs());
    let number = if power < 0 {
        digits / scale
    } else {
        digits * scale
    };
    number.is_finite().then_some(sign * number)
}

fn string(rest: &mut &str) -> Option<String> {
    *rest = rest.strip_prefix('"')?;
    let mut text = String::new();
    loop {
        let end = rest.find(|c| c == '"' || c == '\\' || c < ' ')?;
        text.push_str(&rest[..end]);
        let sign = rest.as_bytes()[end];
        *rest = &rest[end + 1..];
        match sign {
            b'"' => return Some(text),
            b'\\' => text.push(escaped(rest)?),
            _ => return None,
        }
    }
}

/// The letter that stands for what follows a backslash.
fn escaped(rest: &mut &str) -> Option<char> {
    let sign = *rest.as_bytes().first()?;
    *rest = rest.get(1..)?;
    Some(match sign {
        b'"' | b'\\' | b'/' => sign.into(),
        b'b' => '\x08',
        b'f' => '\x0c',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let high = unit(rest)?;
            if !(0xd800..0xdc00).contains(&high) {
                return char::from_u32(high);
            }
            *rest = rest.strip_prefix("\\u")?;
            let low = unit(rest)?.checked_sub(0xdc00)?;
            if low >= 0x400 {
                return None;
            }
            char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + low)?
        }
        _ => return None,
    })
}

/// Four hexadecimal digits.
fn unit(rest: &mut &str) -> Option<u32> {
    let digits = rest.get(..4)?;
    *rest = &rest[4..];
    let is_right = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_right.then(|| u32::from_str_radix(digits, 16).ok())?
}

/// Writes a value.
pub(crate) fn written(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(is_so) => out.push_str(if *is_so { "true" } else { "false" }),
        Value::Number(number) => write_number(number, out),
        Value::String(text) => write_string(text, out),
        Value::Array(list) => {
            let mut sign = '[';
            for value in list {
                out.push(sign);
                write(value, out);
                sign = ',';
            }
            out.push_str(if list.is_empty() { "[]" } else { "]" });
        }
        Value::Object(fields) => {
            let mut sign = '{';
            for (name, value) in fields {
                out.push(sign);
                write_string(name, out);
                out.push(':');
                write(value, out);
                sign = ',';
            }
            out.push_str(if fields.is_empty() { "{}" } else { "}" });
        }
    }
}

fn write_number(number: &Number, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match (number.as_u64(), number.as_i64(), number.as_f64()) {
        (Some(number), ..) => write!(out, "{number}"),
        (_, Some(number), _) => write!(out, "{number}"),
        (.., number) => write!(out, "{}", number.unwrap_or(0.0)),
    };
}

fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written_as_everybody_else_does() {
        for text in [
            "null",
            " true ",
            "[ ]",
            "{ }",
            "[1, -2, 2.5, 1e-2, -0.25, 18446744073709551615, -9223372036854775808]",
            r#"{"do":"new","setup":{"size":"3x3"},"seats":["human","easy"],"seed":"7"}"#,
            r#""a\"\\\/\b\f\n\r\tZo\u00eb \ud834\udd1e 𝄞""#,
            r#"{"a":{"b":[{"c":[]}]},"a":2}"#,
        ] {
            let expected: Value = serde_json::from_str(text).expect(text);
            assert_eq!(read(text).as_ref(), Some(&expected), "{text}");
            let again = written(&expected);
            let read_again: Value = serde_json::from_str(&again).expect(&again);
            assert_eq!(read_again, expected, "{again}");
        }
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "",
            "{",
            "}",
            "[1,]",
            "[,1]",
            "{\"a\"}",
            "{\"a\":1,}",
            "{a:1}",
            "\"",
            "\"\\\"",
            "\"\\x\"",
            "\"\\ud834\"",
            "\"\\ud834\\uffff\"",
            "\"\\u12\"",
            "\"\\u+123\"",
            "\"a\nb\"",
            "truth",
            "nul",
            "+1",
            "1 2",
            "-",
            "e",
            "NaN",
            "inf",
            "1e999",
            "\u{7f}",
        ] {
            assert_eq!(read(text), None, "{text:?}");
            let theirs: Result<Value, _> = serde_json::from_str(text);
            assert!(theirs.is_err(), "{text:?}");
        }
        assert_eq!(read(&"[".repeat(100_000)), None);
    }
}
