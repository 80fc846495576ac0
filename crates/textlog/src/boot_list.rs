//! The output of `journalctl --list-boots`.
use std::io::BufRead;
use crate::{Form, Options, Reading};
pub(crate) fn is_boot_list(_lines: &[String]) -> bool { false }
pub(crate) fn read(_stream: &mut dyn BufRead, _options: &Options) -> Reading {
    Reading { form: Some(Form::BootList), ..Reading::default() }
}
