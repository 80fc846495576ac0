//! placeholder
use crate::Report;
/// Redacts.
pub fn redact(report: &Report) -> (Report, std::collections::BTreeMap<String, u64>) {
    (report.clone(), Default::default())
}
