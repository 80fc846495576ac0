//! A rotated set as one file: lines are counted on from its oldest member to its newest.

/// Where the lines of a set stand in its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    /// How many lines stand before each member's first one.
    pub(crate) before: Vec<u64>,
}

impl Members {
    /// The member that a line of the reading stands in, and its number there.
    #[must_use]
    pub fn place(&self, line: u64) -> (usize, u64) {
        let member = self.before.partition_point(|&before| before < line).saturating_sub(1);
        (member, line - self.before.get(member).copied().unwrap_or(0).min(line))
    }
}

#[cfg(test)]
mod tests {
    use model::{InputId, Metric};

    use super::*;
    use crate::{MonitorError, Options, Reading, Source, read_from};

    fn joined(members: &[&str]) -> (Reading, Members) {
        let members = members.iter().map(|member| Box::new(member.as_bytes()) as Source<'_>).collect();
        read_from(members, InputId(0), &Options::default()).unwrap()
    }

    #[test]
    fn members_are_one_file() {
        let header = "epoch,mem_available_mib\n";
        let (old, new) = ("1784351340,3000\n1784351345,2900\n", "1784351350,2800\n1784351355,2700\n");
        let with_header = format!("{header}{old}");
        for (members, values, rejected) in [
            (vec![with_header.as_str(), new], vec![3000.0, 2900.0, 2800.0, 2700.0], 0),
            // A torn end of a member takes its own line only.
            (vec![with_header.trim_end(), new], vec![3000.0, 2800.0, 2700.0], 1),
            (vec![with_header.as_str(), "", new], vec![3000.0, 2900.0, 2800.0, 2700.0], 0),
            // The oldest was thrown away, a newer one has the header again.
            (vec![old, header, new], vec![3000.0, 2900.0, 2800.0, 2700.0], 0),
        ] {
            let (reading, _) = joined(&members);
            assert_eq!(reading.series.len(), 1);
            assert_eq!(reading.series[0].metric, Metric::MemAvailable);
            assert_eq!(reading.series[0].values, values, "{members:?}");
            assert_eq!(reading.rejected, rejected);
        }
    }

    #[test]
    fn lines_are_counted_on() {
        let (reading, members) =
            joined(&["epoch,mem_available_mib\n1784351340,3000\n", "1784351350,x,2\n\n1784351355,2"]);
        assert_eq!(members.place(2), (0, 2));
        assert_eq!(members.place(3), (1, 1));
        assert_eq!(reading.torn.iter().map(|row| members.place(row.line)).collect::<Vec<_>>(), [(1, 3)]);
        assert_eq!(reading.rejects[0].line, 3);
    }

    #[test]
    fn without_any_header_the_set_is_refused() {
        let members: Vec<Source<'_>> =
            vec![Box::new(&b"1784351340,3000\n"[..]), Box::new(&b"1784351350,2800\n"[..])];
        let error = read_from(members, InputId(0), &Options::default()).unwrap_err();
        assert!(matches!(error, MonitorError::NoHeader { .. }));
    }
}
