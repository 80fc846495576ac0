//! In the place of `sd` where there is no libsystemd: every file has the fault that there is none, and is read
//! object by object.

use std::convert::Infallible;
use std::path::Path;

use model::{BootId, InputId, Record};

use crate::Selection;
use crate::files::Found;
use crate::outcome::Outcome;

pub(crate) fn probe(_: &Path) -> Result<(), String> {
    Err("this build has no libsystemd (feature sd-journal), so it was read object by object".to_owned())
}

pub(crate) fn read(_: &[(usize, &Found)], _: InputId, _: &Selection, _thorough: bool) -> Outcome {
    Outcome::default()
}

pub(crate) fn last_of_unit(_: &Path, _: InputId, _: BootId, _: &[String]) -> Result<Vec<Record>, Infallible> {
    Ok(Vec::new())
}

pub(crate) fn of_terms(
    _: &Path,
    _: InputId,
    _: BootId,
    _: &[(&'static str, String)],
    _: &dyn Fn(&[u8]) -> bool,
) -> Result<Vec<Record>, Infallible> {
    Ok(Vec::new())
}
