//! Files that are parts of one: rotated sets, in which only the oldest member may have the header.

use model::InputId;

use crate::log::Log;
use crate::stream::{frame, frame_as};
use crate::{MonitorError, Options, Reading, finish};

/// The columns of a table whose file does not name them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// What stands between cells; a blank stands for any number of blanks.
    pub separator: char,
    /// What a header would say: names with their units (`power_w`, `mem_available [kB]`); a name that is
    /// not known leaves its column out.
    pub names: Vec<String>,
}

/// Reads a table that does not name its columns, or names them in words of its own: header lines in it
/// that are recognised still count.
///
/// # Errors
/// As [`crate::read`].
pub fn read_as(
    bytes: &[u8],
    input: InputId,
    options: &Options,
    layout: &Layout,
) -> Result<Reading, MonitorError> {
    let mut log = Log::default();
    let found = frame_as(Box::new(bytes), layout, &mut log)?;
    Ok(finish(found, input, options, log)?.0)
}

/// Reads the members of one rotated set, given in any order, each with its own input. A member without a
/// header is read with the one that was in force when it was begun: that of the member before it in time
/// which has one and whose columns fit, else of the oldest. The readings stand in the order of the
/// members.
///
/// # Errors
/// Each member's own; one without a header in a set without any is `NoHeader`.
pub fn read_set(members: &[(InputId, &[u8])], options: &Options) -> Vec<Result<Reading, MonitorError>> {
    let mut layouts: Vec<(i64, Layout)> = Vec::new();
    let mut readings: Vec<Option<Result<Reading, MonitorError>>> = Vec::new();
    for &(input, bytes) in members {
        let mut log = Log::default();
        let read = frame(vec![Box::new(bytes)], options, &mut log).and_then(|found| {
            let layout = found.framed.layout.clone();
            Ok((finish(found, input, options, log)?.0, layout))
        });
        match read {
            Ok((reading, layout)) => {
                if let (Some(layout), Some((first, _))) = (layout, reading.span()) {
                    layouts.push((first.0, layout));
                }
                readings.push(Some(Ok(reading)));
            }
            Err(MonitorError::NoHeader { .. }) => readings.push(None),
            Err(error) => readings.push(Some(Err(error))),
        }
    }
    layouts.sort_by_key(|(first, _)| *first);
    let pairs = members.iter().zip(readings);
    pairs
        .map(|(&(input, bytes), reading)| {
            reading.unwrap_or_else(|| with_one_of(&layouts, bytes, input, options))
        })
        .collect()
}

/// The reading with the latest header that is not newer than it; an older one if that does not fit.
fn with_one_of(
    layouts: &[(i64, Layout)],
    bytes: &[u8],
    input: InputId,
    options: &Options,
) -> Result<Reading, MonitorError> {
    let mut best: Option<Reading> = None;
    for (first, layout) in layouts {
        let Ok(reading) = read_as(bytes, input, options, layout) else { continue };
        let fits = reading.rows > reading.rejected;
        let later = reading.span().is_some_and(|(own, _)| *first <= own.0);
        if fits && (later || best.is_none()) {
            best = Some(reading);
        }
    }
    best.map_or_else(|| crate::read(bytes, input, options), Ok)
}
