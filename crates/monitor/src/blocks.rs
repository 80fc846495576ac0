//! A file in blocks of whole lines: what is held does not grow with it.

use std::io::Read;

use crate::text::{self, Text};
use crate::{MonitorError, TornRow, torn};

/// So much is read at a time.
pub(crate) const BLOCK: usize = 512 << 10;
/// So much shows what a file is, however small the blocks.
const HEAD: usize = BLOCK;
/// A longer line is no line of a monitor; its rest is passed over.
const LONGEST: usize = 64 << 20;
/// More than this without a character in front of the first row is no log: a device would go on for ever.
const NOTHING: u64 = 8 << 30;
/// What cannot be read block by block is refused above this size: it would take several times as much memory.
pub(crate) const WHOLE: usize = 1 << 30;

/// Where a file comes from, decompressed.
pub type Source<'r> = Box<dyn Read + 'r>;

/// What was noticed in all lines so far.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// NUL bytes and the line of the first.
    pub(crate) nul: Option<(u64, u64)>,
    /// The encoding, where it is not UTF-8.
    pub(crate) encoding: Option<&'static str>,
    /// Rows that were lost on the way to the disk.
    pub(crate) torn: Vec<TornRow>,
    /// Why the rest could not be read, and the line that it begins in.
    pub(crate) broken: Option<(u64, std::io::Error)>,
}

impl Seen {
    fn add(&mut self, text: &Text<'_>) {
        if let Some((count, line)) = text.nul() {
            let (known, first) = self.nul.unwrap_or((0, line));
            self.nul = Some((known + count, first));
        }
        if !text.is_utf8() {
            self.encoding = self.encoding.or(Some("ISO 8859-1"));
        }
        if !self.torn.is_empty() && !text.is_blank() {
            self.torn.iter_mut().for_each(|row| row.at_end = false);
        }
        self.torn.extend(text.torn());
        self.torn.truncate(torn::KEPT);
    }

    /// What could not be read begins behind so many lines, and the last line is cut for that reason: its end may well
    /// have reached the disk.
    fn broken_in(&mut self, before: u64) {
        if let Some((line, _)) = &mut self.broken {
            *line = before;
            self.torn.retain(|row| !row.at_end || row.nul_bytes > 0);
        }
    }
}

/// A file that is read line by line.
pub(crate) struct Blocks<'r> {
    from: Source<'r>,
    size: usize,
    head: usize,
    buffer: Vec<u8>,
    /// What of the buffer was given out, and how much of it is filled.
    used: usize,
    filled: usize,
    ended: bool,
    /// Whether the rest of a line that is too long is to be passed over.
    skipping: bool,
    /// Whether the last line so far has no end.
    unended: bool,
    newline: u8,
    /// Lines before the unread ones.
    pub(crate) before: u64,
    /// What was noticed.
    pub(crate) seen: Seen,
}

impl<'r> Blocks<'r> {
    /// Looks at the beginning of a file before which so many lines stand.
    ///
    /// # Errors
    /// `Empty` when there is nothing but white space and NULs, `Binary` when it is no text, `Read` when not a byte
    /// of it can be read, `TooLarge` when it is UTF-16 and has to be read as a whole.
    pub(crate) fn open(from: Source<'r>, before: u64, size: usize) -> Result<Self, MonitorError> {
        Self::open_with(from, before, size, HEAD)
    }

    fn open_with(from: Source<'r>, before: u64, size: usize, head: usize) -> Result<Self, MonitorError> {
        let mut blocks = Self {
            from,
            size,
            head,
            buffer: Vec::new(),
            used: 0,
            filled: 0,
            ended: false,
            skipping: false,
            unended: false,
            newline: b'\n',
            before,
            seen: Seen::default(),
        };
        blocks.read_to(head);
        let mut passed = 0;
        while !blocks.ended && passed < NOTHING && text::is_blank(blocks.rest()) {
            passed += blocks.rest().len() as u64;
            blocks.pass_blank();
            blocks.read_to(head);
        }
        if blocks.filled == 0
            && let Some((_, error)) = blocks.seen.broken.take()
        {
            return Err(MonitorError::Read(error));
        }
        if text::is_utf16(blocks.rest()) {
            let whole = blocks.whole("UTF-16")?;
            blocks.buffer = text::from_utf16(&whole);
            (blocks.used, blocks.filled) = (0, blocks.buffer.len());
            blocks.seen =
                Seen { encoding: Some("UTF-16"), broken: blocks.seen.broken.take(), ..Seen::default() };
            blocks.before = before;
        } else if blocks.rest().starts_with(text::UTF8_MARK) {
            blocks.used = text::UTF8_MARK.len();
        }
        if text::is_blank(blocks.rest()) {
            return Err(MonitorError::Empty);
        }
        if text::is_binary(blocks.rest()) {
            return Err(MonitorError::Binary);
        }
        blocks.newline = text::newline(blocks.rest());
        Ok(blocks)
    }

    /// Passes over a beginning in which there is nothing: of a log that was emptied under a sampler that writes on where
    /// it was, all of the former size.
    fn pass_blank(&mut self) {
        let blank = self.rest();
        let nul = memchr::memchr_iter(0, blank).count() as u64;
        let lines = memchr::memchr_iter(b'\n', blank).count() as u64;
        if nul > 0 {
            let at = memchr::memchr(0, blank).unwrap_or(0);
            let line = self.before + memchr::memchr_iter(b'\n', &blank[..at]).count() as u64 + 1;
            let (known, first) = self.seen.nul.unwrap_or((0, line));
            self.seen.nul = Some((known + nul, first));
        }
        self.before += lines;
        self.used = self.filled;
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.used..self.filled).unwrap_or_default()
    }

    /// Reads until so many bytes are there.
    fn read_to(&mut self, wanted: usize) {
        if self.ended {
            return;
        }
        self.buffer.copy_within(self.used..self.filled, 0);
        (self.used, self.filled) = (0, self.filled - self.used);
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted, 0);
        }
        while self.filled < wanted {
            match self.from.read(&mut self.buffer[self.filled..wanted]) {
                Ok(0) => self.ended = true,
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.seen.broken = Some((self.before, error));
                    self.ended = true;
                }
            }
            if self.ended {
                return;
            }
        }
    }

    /// The end of the block that comes next, behind a newline where there is one.
    fn end(&mut self, size: usize) -> usize {
        let mut wanted = size;
        loop {
            if self.filled - self.used < wanted {
                self.read_to(wanted);
            }
            let some = &self.buffer[self.used..self.filled.min(self.used + wanted)];
            if let Some(last) = memchr::memrchr(self.newline, some) {
                return self.used + last + 1;
            }
            if self.ended && self.filled - self.used <= wanted || wanted >= LONGEST {
                return self.used + some.len();
            }
            wanted *= 2;
        }
    }

    /// The first lines, which stay unread.
    pub(crate) fn head(&mut self) -> Text<'_> {
        let end = self.end(self.head);
        Text::part(&self.buffer[self.used..end], self.newline, self.before)
    }

    /// The next lines.
    pub(crate) fn next(&mut self) -> Option<Text<'_>> {
        while self.skipping {
            let end = self.end(self.size);
            if self.used == end {
                break;
            }
            let newline = memchr::memchr(self.newline, &self.buffer[self.used..end]);
            self.skipping = newline.is_none();
            self.unended = self.skipping;
            self.before += u64::from(newline.is_some());
            self.used = newline.map_or(end, |at| self.used + at + 1);
        }
        let end = self.end(self.size);
        let start = self.used;
        if start == end {
            return None;
        }
        self.used = end;
        let last = end == self.filled && self.ended;
        let mut text = Text::part(&self.buffer[start..end], self.newline, self.before);
        if !text.is_ended() && !last {
            text.is_too_long = true;
            self.skipping = true;
        }
        self.before += text.newlines();
        self.unended = !text.is_ended();
        self.seen.add(&text);
        self.seen.broken_in(self.before);
        Some(text)
    }

    /// All bytes that are left; the lines in them are not looked at yet.
    ///
    /// # Errors
    /// `TooLarge`.
    pub(crate) fn whole(&mut self, what: &'static str) -> Result<Vec<u8>, MonitorError> {
        while !self.ended && self.filled - self.used <= WHOLE {
            self.read_to((self.filled - self.used).saturating_mul(2).clamp(self.size, WHOLE + 1));
        }
        if self.filled - self.used > WHOLE {
            return Err(MonitorError::TooLarge { what, limit_mib: WHOLE >> 20 });
        }
        let mut whole = std::mem::take(&mut self.buffer);
        whole.truncate(self.filled);
        whole.drain(..self.used);
        (self.used, self.filled) = (0, 0);
        Ok(whole)
    }

    /// Bytes that [`Self::whole`] gave, as text.
    pub(crate) fn text_of<'w>(&mut self, whole: &'w [u8]) -> Text<'w> {
        let text = Text::part(whole, self.newline, self.before);
        self.before += text.newlines();
        self.unended = !text.is_ended();
        self.seen.add(&text);
        self.seen.broken_in(self.before);
        text
    }

    /// So many lines stand before the file, of which nothing was given out yet.
    pub(crate) fn begin_behind(&mut self, lines: u64) {
        self.before += lines;
        if let Some((_, line)) = &mut self.seen.nul {
            *line += lines;
        }
    }

    /// How many lines there were up to the end, also if the last one lacks its own.
    pub(crate) fn lines(&self) -> u64 {
        self.before + u64::from(self.unended)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// So much of plain text that nothing behind it makes the file another one.
    static FIRST: [u8; 700] = {
        let mut first = [b'a'; 700];
        let mut at = 6;
        while at < 700 {
            first[at] = b'\n';
            at += 7;
        }
        first
    };

    type Lines = (Vec<(u64, String, Option<text::Torn>)>, Option<(u64, u64)>, Vec<TornRow>, u64);

    /// `FIRST` shows what the text is; behind it blocks may end anywhere.
    fn read(bytes: &[u8], size: usize) -> Result<Lines, String> {
        let mut blocks =
            Blocks::open_with(Box::new(bytes), 0, size, FIRST.len()).map_err(|error| error.to_string())?;
        let mut lines = Vec::new();
        while let Some(text) = blocks.next() {
            lines.extend(
                text.lines().into_iter().map(|line| (line.number, line.text.into_owned(), line.torn)),
            );
        }
        Ok((lines, blocks.seen.nul, blocks.seen.torn, blocks.before))
    }

    proptest! {
        #[test]
        fn the_size_of_blocks_means_nothing(
            text in proptest::collection::vec(prop_oneof![
                6 => proptest::sample::select(&b"1a,;\xB0"[..]),
                2 => Just(b'\n'),
                1 => Just(0_u8),
            ], 0..300),
            size in 1..80_usize,
        ) {
            let text = [FIRST.as_slice(), text.as_slice()].concat();
            prop_assert_eq!(read(&text, size), read(&text, 1 << 16));
        }
    }

    #[test]
    fn what_breaks_off_keeps_its_beginning() {
        struct Broken(bool);
        impl std::io::Read for Broken {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                if std::mem::replace(&mut self.0, true) {
                    return Err(std::io::Error::other("damaged"));
                }
                buffer[..6].copy_from_slice(b"a\nb\nc,");
                Ok(6)
            }
        }
        let mut blocks = Blocks::open(Box::new(Broken(false)), 0, BLOCK).unwrap();
        let mut lines = 0;
        while let Some(text) = blocks.next() {
            lines += text.lines().len();
        }
        assert_eq!(lines, 3);
        assert!(blocks.seen.broken.as_ref().is_some_and(|(before, _)| *before == 2));
        assert_eq!(blocks.seen.torn, [], "its end may have reached the disk");
        assert!(matches!(Blocks::open(Box::new(Broken(true)), 0, BLOCK), Err(MonitorError::Read(_))));
    }

    #[test]
    fn a_log_that_was_emptied_under_its_sampler_is_read() {
        let nothing = std::io::repeat(0).take(2 * HEAD as u64 + 5);
        let bytes = b"\n\n".as_slice().chain(nothing).chain(b"1,2\n3,4\n".as_slice());
        let mut blocks = Blocks::open(Box::new(bytes), 0, BLOCK).unwrap();
        assert!(blocks.buffer.len() <= HEAD);
        blocks.begin_behind(7);
        let mut lines = Vec::new();
        while let Some(text) = blocks.next() {
            lines.extend(
                text.lines().into_iter().map(|line| (line.number, line.text.into_owned(), line.torn)),
            );
        }
        assert_eq!(lines, [(10, "1,2".to_owned(), None), (11, "3,4".to_owned(), None)]);
        assert_eq!((blocks.seen.nul, blocks.lines()), (Some((2 * HEAD as u64 + 5, 10)), 11));
    }

    #[test]
    fn a_line_without_end_does_not_fill_the_memory() {
        let endless = std::io::repeat(b'x').take(3 * LONGEST as u64);
        let bytes = b"a,b\n1,2\n".as_slice().chain(endless).chain(b"\n3,4\n".as_slice());
        let mut blocks = Blocks::open(Box::new(bytes), 0, BLOCK).unwrap();
        let mut lines = Vec::new();
        while let Some(text) = blocks.next() {
            let short = |line: text::Line<'_>| (line.number, line.text.len().min(9), line.torn.is_some());
            lines.extend(text.lines().into_iter().map(short));
            assert!(blocks.buffer.len() <= 2 * LONGEST);
        }
        assert_eq!(lines, [(1, 3, false), (2, 3, false), (3, 9, true), (4, 3, false)]);
    }
}
