//! Ways in for the fuzz targets, past files and recognition. No part of the crate's interface.

use std::io;
use std::path::Path;

use model::{Input, InputId, InputKind};

use crate::drafts::Draft;
use crate::form::Form;
use crate::salvage::{self, Salvage};
use crate::{BootRecords, Selection, stream};

/// Reads bytes as a stream of a form (`export`, `json`, `verbose`; any other is recognised by its start), as
/// many at once as `chunk` says.
#[must_use]
pub fn stream(form: &str, bytes: &[u8], chunk: usize, selection: &Selection) -> (Input, Vec<BootRecords>) {
    let mut input = Input::new(InputId(0), "-", InputKind::Export);
    let bytes = io::BufReader::with_capacity(chunk.max(1), bytes);
    let drafts = match form {
        "export" => stream::read_as(Form::Export, bytes, &mut input, selection),
        "json" => stream::read_as(Form::Json, bytes, &mut input, selection),
        "verbose" => stream::read_as(Form::Verbose, bytes, &mut input, selection),
        _ => stream::read_from(bytes, &mut input, selection),
    };
    (input, finish(drafts))
}

/// Reads a file by a walk over its objects, whatever is in it.
///
/// # Errors
/// What opening it returns.
pub fn walk(path: &Path, selection: &Selection) -> io::Result<(Salvage, Vec<BootRecords>)> {
    let salvaged = salvage::read(path, 0, InputId(0), selection)?;
    Ok((salvaged.salvage, finish(salvaged.drafts)))
}

fn finish(drafts: Vec<Draft>) -> Vec<BootRecords> {
    drafts.into_iter().map(Draft::finish).collect()
}
