//! CSV monitors to series.
