//! Names of months in the languages whose locales write them into logs.

/// The month (1 to 12) of a name, abbreviated or not, with or without a dot, in any case.
///
/// The abbreviations are those of the C locale and of glibc's locales de, fr, es, it, pt, nl, pl, ru, uk, sv, da, nb,
/// fi, cs, hu and tr; where two languages mean different months by one word (`lis` is November in Polish and October
/// in Croatian, which is not read), only one language is known.
pub(crate) fn month(name: &str) -> Option<u8> {
    let name = name.trim_end_matches('.');
    if let Some(number) = english(name) {
        return Some(number);
    }
    if name.len() > 24 || name.is_empty() {
        return None;
    }
    let lower = name.to_lowercase();
    let found = MONTHS.iter().position(|names| names.split(' ').any(|known| known == lower))?;
    u8::try_from(found + 1).ok()
}

/// The quick way for what nearly every log holds.
fn english(name: &str) -> Option<u8> {
    const NAMES: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let found = NAMES.iter().position(|known| *known == name)?;
    u8::try_from(found + 1).ok()
}

const MONTHS: [&str; 12] = [
    "jan january jän januar jänner janv janvier ene enero gen gennaio janeiro januari sty stycznia янв января січ \
     січня tammi tammikuu led ledna jan január oca ocak",
    "feb febr february februar févr fév février febrero febbraio fev fevereiro februari lut lutego фев февр февраля лют \
     лютого helmi helmikuu úno února február şub şubat",
    "mar march mär märz mars marzo março mrt maart marca marts мар марта бер березня maalis maaliskuu bře března \
     márc március mart mrz",
    "apr april avr avril abr abril aprile kwi kwietnia апр апреля кві квітня huhti huhtikuu dub dubna ápr április nis \
     nisan",
    "may mai mayo mag maggio maio mei maj maja мая май тра травня touko toukokuu kvě května máj május mayıs",
    "jun june juni juin junio giu giugno junho cze czerwca июн июня чер червня kesä kesäkuu čen čer června jún június \
     haz haziran",
    "jul july juli juil juillet julio lug luglio julho lip lipca июл июля лип липня heinä heinäkuu čec července júl \
     július tem temmuz",
    "aug august août ago agosto augustus sie sierpnia авг августа сер серпня elo elokuu srp srpna augusztus aoû \
     augusti ağu ağustos",
    "sep september sept septembre septiembre set settembre setembro wrz września сен сент сентября вер вересня syys \
     syyskuu zář září szept szeptember eyl eylül",
    "oct october okt oktober octobre octubre ott ottobre out outubro paź października окт октября жов жовтня loka \
     lokakuu říj října október eki ekim",
    "nov november novembre noviembre novembro lis listopada ноя нояб ноября лис листопада marras marraskuu листоп \
     kas kasım",
    "dec december dez dezember déc décembre dic diciembre dicembre dezembro gru grudnia дек декабря гру грудня joulu \
     joulukuu pro prosince des desember ara aralık",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_languages() {
        for (name, number) in [
            ("Nov", Some(11)),
            ("NOV.", Some(11)),
            ("Okt", Some(10)),
            ("März", Some(3)),
            ("févr.", Some(2)),
            ("août", Some(8)),
            ("ЯНВ", Some(1)),
            ("дек", Some(12)),
            ("січ", Some(1)),
            ("paź", Some(10)),
            ("lis", Some(11)),
            ("led", Some(1)),
            ("máj", Some(5)),
            ("Ağu", Some(8)),
            ("joulu", Some(12)),
            ("mrt", Some(3)),
            ("Foo", None),
            ("", None),
            ("host", None),
        ] {
            assert_eq!(month(name), number, "{name}");
        }
    }

    #[test]
    fn no_name_means_two_months() {
        let mut all: Vec<(&str, usize)> = Vec::new();
        for (index, names) in MONTHS.iter().enumerate() {
            for name in names.split(' ').filter(|name| !name.is_empty()) {
                assert!(all.iter().all(|&(known, month)| known != name || month == index), "{name}");
                all.push((name, index));
            }
        }
    }
}
