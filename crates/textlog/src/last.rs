//! The output of `last`.
use std::io::BufRead;
use crate::{Form, Options, Reading};
pub(crate) fn is_last(_lines: &[String]) -> bool { false }
pub(crate) fn read(_stream: &mut dyn BufRead, _options: &Options) -> Reading {
    Reading { form: Some(Form::Last), ..Reading::default() }
}
