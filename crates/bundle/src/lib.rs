//! Support bundles, archives, crash folders and offline roots: what is in them, where, and what it can show.
