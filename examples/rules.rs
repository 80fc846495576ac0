//! Every rule with the first sentence of its manual page.
//!
//! ```text
//! cargo run --locked --example rules
//! ```

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() {
    for rule in diagnose::RULES {
        let page = rule.page();
        let sentence = page.split_inclusive(['.', ':']).next().unwrap_or_default().replace('\n', " ");
        println!("{:<26} {}", rule.name, sentence.trim());
    }
}
