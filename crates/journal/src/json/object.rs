//! One entry of the journal as a JSON object.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::entries::{self, Fields};
use crate::fields::VALUE_MAX;

/// What was read of an object.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Object {
    /// The wanted fields, by name: journalctl writes them in no order.
    pub(super) fields: Fields,
    /// Whether a message was left out.
    pub(super) lacks_message: bool,
}

/// Reads the wanted fields of an object. A stray byte that is no UTF-8 costs only itself.
pub(super) fn read(bytes: &[u8], wanted: &[&'static str]) -> Result<Object, serde_json::Error> {
    let text = String::from_utf8_lossy(bytes);
    let mut object = Object::default();
    let mut from = serde_json::Deserializer::from_str(&text);
    Whole { wanted, object: &mut object }.deserialize(&mut from)?;
    from.end()?;
    object.fields.sort_by_key(|(name, _)| *name);
    Ok(object)
}

/// The object.
struct Whole<'a> {
    wanted: &'a [&'static str],
    object: &'a mut Object,
}

impl<'de> DeserializeSeed<'de> for Whole<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with an entry's fields")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key_seed(Name(self.wanted))? {
            match name {
                Some(name) => {
                    map.next_value_seed(Value { name, object: self.object, nested: false })?;
                }
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// A field's name, if it is wanted.
struct Name<'a>(&'a [&'static str]);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = Option<&'static str>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = Option<&'static str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field's name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().copied().find(|wanted| *wanted == name))
    }
}

/// A value of a field, which adds itself to the object: told is only a number that may be one byte of a value.
struct Value<'a> {
    name: &'static str,
    object: &'a mut Object,
    /// Whether it stands in an array.
    nested: bool,
}

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = Option<u8>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<u8>, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = Option<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field's value")
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Option<u8>, E> {
        entries::keep(&mut self.object.fields, self.name, value.as_bytes());
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Option<u8>, E> {
        self.object.lacks_message |= self.name == "MESSAGE";
        Ok(None)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Option<u8>, E> {
        match u8::try_from(value) {
            Ok(byte) if self.nested => Ok(Some(byte)),
            _ => self.visit_str(&value.to_string()),
        }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Option<u8>, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Option<u8>, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Option<u8>, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Option<u8>, A::Error> {
        let Self { name, object, .. } = self;
        let mut bytes: Option<Vec<u8>> = None;
        while let Some(byte) = array.next_element_seed(Value { name, object, nested: true })? {
            let Some(byte) = byte else { continue };
            let bytes = bytes.get_or_insert_default();
            if bytes.len() < VALUE_MAX {
                bytes.push(byte);
            }
        }
        if let Some(bytes) = bytes {
            entries::keep(&mut object.fields, name, &bytes);
        }
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<u8>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}
