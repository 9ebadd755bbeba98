//! The name of a device in a list of sessions: browser and system.

/// Browsers by a part of their `User-Agent`. Most browsers name others as well, so the order counts.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Systems by a part of the `User-Agent`. Android names Linux, and iOS names Mac OS.
const SYSTEMS: &[(&str, &str)] = &[
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// The name of the browser and the system that send this `User-Agent`, such as `Firefox, Linux`.
/// `None` if neither is known: a text of the client is never kept.
pub fn device_name(user_agent: &str) -> Option<String> {
    let find = |known: &[(&str, &'static str)]| {
        known.iter().find(|(part, _)| user_agent.contains(part)).map(|(_, name)| *name)
    };
    match (find(BROWSERS), find(SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser}, {system}")),
        (Some(name), None) | (None, Some(name)) => Some(name.to_owned()),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_name_tells_browsers_and_systems_apart() {
        for (user_agent, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
                "Safari, macOS",
            ),
        ] {
            assert_eq!(device_name(user_agent).as_deref(), Some(expected), "{user_agent}");
        }
    }

    #[test]
    fn device_name_keeps_no_text_of_the_client() {
        assert_eq!(device_name("curl/8.5.0 <script>"), None);
        assert_eq!(device_name(""), None);
        assert_eq!(device_name("evil\r\n Linux").as_deref(), Some("Linux"));
    }
}
