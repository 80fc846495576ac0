//! Bundles made here and read back.

mod archives;
mod crashes;
mod hostile;
mod pack;
mod random;
mod reports;
mod roots;
mod zips;
