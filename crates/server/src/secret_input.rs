//! Reads secrets from standard input.

use std::io::{BufRead, IsTerminal};

use crate::failure::{Context, Failure};

/// Reads a line without its end. At a terminal it asks for `what`, and the input is not shown.
pub(crate) fn read_secret(what: &str) -> Result<String, Failure> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        return rpassword::prompt_password(format!("{what}: "))
            .context(format!("failed to read the {what} from the terminal"));
    }
    read_line(stdin.lock()).context(format!("failed to read the {what} from standard input"))
}

fn read_line(mut input: impl BufRead) -> std::io::Result<String> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_line_returns_the_first_line_without_its_end() {
        for (input, line) in [("a b \r\nc", "a b "), (" a\n", " a"), ("a", "a"), ("", "")] {
            assert_eq!(read_line(input.as_bytes()).unwrap(), line, "{input:?}");
        }
    }
}
