use super::*;
use proptest::prelude::*;

fn pieces(dump: &[u8]) -> Result<Vec<Piece>, Broken> {
    let mut splitter = Splitter::new(dump);
    let mut all = Vec::new();
    while let Some(piece) = splitter.next()? {
        all.push(piece);
    }
    Ok(all)
}

fn texts(dump: &str) -> Vec<(u64, String)> {
    pieces(dump.as_bytes())
        .unwrap()
        .into_iter()
        .map(|piece| {
            let text = match piece.content {
                Content::Statement(text) => text,
                Content::Rows { head, rows } => [head, b"|".to_vec(), rows].concat(),
            };
            (piece.line, String::from_utf8(text).unwrap())
        })
        .collect()
}

fn owned(expected: &[(u64, &str)]) -> Vec<(u64, String)> {
    expected
        .iter()
        .map(|(line, text)| (*line, (*text).to_owned()))
        .collect()
}

#[test]
fn statements_and_their_lines() {
    let dump = "/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump\n#x;y\nSET a=1;\n\n\
                /*!40101 SET NAMES utf8mb4 */;\nINSERT INTO `a;b` VALUES\n(1,'x;\\'y'),(2,\"--\");\n\
                DROP TABLE x -- not; here\n;SELECT 'it''s' /* ; */";
    assert_eq!(
        texts(dump),
        owned(&[
            (4, "SET a=1"),
            (6, "/*!40101 SET NAMES utf8mb4 */"),
            (7, "INSERT INTO `a;b` VALUES|\n(1,'x;\\'y'),(2,\"--\")"),
            (9, "DROP TABLE x -- not; here\n"),
            (10, "SELECT 'it''s' /* ; */"),
        ])
    );
}

#[test]
fn delimiters_change() {
    let dump = "A;\nDELIMITER ;;\n/*!50003 CREATE*/ TRIGGER t BEGIN x; y; END ;;\ndelimiter ;\nB;";
    assert_eq!(
        texts(dump),
        owned(&[
            (1, "A"),
            (3, "/*!50003 CREATE*/ TRIGGER t BEGIN x; y; END "),
            (5, "B")
        ])
    );
}

#[test]
fn long_inserts_come_in_parts_of_whole_rows() {
    let row = format!("(1,'{}')", "x;),(".repeat(40_000));
    let dump = format!(
        "INSERT INTO t (a,b) VALUES {};\nA;",
        [row.as_str(); 10].join(",\n")
    );
    let all = texts(&dump);
    assert!(all.len() > 2, "{}", all.len());
    let mut rows = 0;
    for (_, text) in &all[..all.len() - 1] {
        let (head, part) = text.split_once('|').unwrap();
        assert_eq!(head, "INSERT INTO t (a,b) VALUES");
        assert!(part.trim_start().starts_with("(1") && part.ends_with("')"));
        rows += part.matches("(1,").count();
    }
    assert_eq!(rows, 10);
    assert_eq!(all.last().unwrap(), &(11, "A".to_owned()));
}

#[test]
fn a_file_that_breaks_off_is_told() {
    for (dump, line) in [
        ("A;\nINSERT INTO t VALUES (1,'x", 2),
        ("A;\nINSERT INTO t VALUES (1,2", 2),
        ("A;\n/* x", 1),
        ("CREATE TABLE `a", 1),
    ] {
        match pieces(dump.as_bytes()) {
            Err(Broken::Text(found, _)) => assert_eq!(found, line, "{dump}"),
            other => panic!("{dump}: {other:?}"),
        }
    }
}

/// Statements of every length around the size of a read, so that each word is once at the border.
#[test]
fn borders_of_reads_change_nothing() {
    for shift in 0..40 {
        let blank = "x".repeat(READ - 20 + shift);
        let dump =
            format!("A '{blank}';A '{blank}';INSERT INTO t VALUES (1),(2);DELIMITER ;;\nB ; C;;");
        let all = texts(&dump);
        let rest: Vec<&str> = all.iter().skip(2).map(|(_, text)| text.as_str()).collect();
        assert_eq!(rest, ["INSERT INTO t VALUES| (1),(2)", "B ; C"], "{shift}");
    }
}

/// Gives one byte at a time, so that every boundary is met.
struct Dribble<'d>(&'d [u8]);

impl Read for Dribble<'_> {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        match (self.0.split_first(), space.first_mut()) {
            (Some((byte, rest)), Some(slot)) => {
                *slot = *byte;
                self.0 = rest;
                Ok(1)
            }
            _ => Ok(0),
        }
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('\'', "\\'");
    format!("'{escaped}'")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn never_panics_and_does_not_depend_on_reads(dump in proptest::collection::vec(
        prop_oneof![
            Just(b"'".to_vec()), Just(b"`".to_vec()), Just(b"\\".to_vec()), Just(b";".to_vec()),
            Just(b"/*".to_vec()), Just(b"*/".to_vec()), Just(b"-- ".to_vec()), Just(b"\n".to_vec()),
            Just(b"INSERT x VALUES (".to_vec()), Just(b")".to_vec()), Just(b"DELIMITER ;;\n".to_vec()),
            Just(b"/*!".to_vec()), Just(b"a".to_vec()), any::<u8>().prop_map(|b| vec![b]),
        ], 0..60)) {
        let dump = dump.concat();
        let whole = pieces(&dump);
        let mut splitter = Splitter::new(Dribble(&dump));
        let mut dribbled = Vec::new();
        let broken = loop {
            match splitter.next() {
                Ok(Some(piece)) => dribbled.push(piece),
                Ok(None) => break false,
                Err(_) => break true,
            }
        };
        prop_assert_eq!(whole.is_err(), broken);
        if let Ok(whole) = whole {
            prop_assert_eq!(whole, dribbled);
        }
    }

    #[test]
    fn strings_never_split_a_statement(texts_in in proptest::collection::vec(".{0,20}", 1..8)) {
        let values: Vec<String> = texts_in.iter().map(|t| quoted(t)).collect();
        let dump = format!("A {};B", values.join(" "));
        let all = texts(&dump);
        prop_assert_eq!(all.len(), 2);
        prop_assert_eq!(&all[1].1, "B");
    }
}
