//! The files for deployment name what the program knows, and agree with each other.

use std::collections::BTreeSet;

use super::checkout::{assert_none, files_below, read};
use super::docs::{configuration_variables, variables};

const FOLDER: &str = "config/deploy";
const CONTAINERFILE: &str = "config/deploy/container/Containerfile";
const COMPOSE: &str = "config/deploy/container/compose.yaml";
const KUBERNETES: &str = "config/deploy/kubernetes/portal.yaml";
const TEMPLATE: &str = "config/deploy/debian/portal.toml";

#[test]
fn variables_of_deployment_files_are_configuration_keys() {
    let known = configuration_variables();
    let secrets = secret_keys();
    assert!(secrets.contains("PORTAL_SMTP_URL"), "{secrets:?}");
    let is_known = |name: &str| {
        name == "PORTAL_CONFIG_FILE"
            || known.contains(name)
            || name.strip_suffix("_FILE").is_some_and(|key| secrets.contains(key))
    };
    let mut found = BTreeSet::new();
    let violations: Vec<String> = files_below(FOLDER)
        .into_iter()
        .flat_map(|path| {
            let text = read(&path);
            // A comment names variables that must not be there.
            let lines = text.lines().filter(|line| !line.contains("PORTAL_PORT"));
            let names: Vec<String> = lines.flat_map(variables).map(str::to_owned).collect();
            found.extend(names.clone());
            names.into_iter().filter(|name| !is_known(name)).map(|name| format!("{path}: {name}")).collect::<Vec<_>>()
        })
        .collect();
    assert_none("not in config/default.toml, or not secret:", &violations);
    assert!(found.contains("PORTAL_CONFIG_FILE") && found.contains("PORTAL_TRUSTED_PROXIES"), "{found:?}");
}

#[test]
fn keys_of_package_template_are_configuration_keys() {
    let known = configuration_variables();
    let text = read(TEMPLATE);
    let keys: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim_start_matches("# ").split_once(" = "))
        .map(|(key, _)| key)
        .filter(|key| key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'))
        .collect();
    assert!(keys.contains(&"data_dir") && keys.contains(&"smtp_url"), "{keys:?}");
    let violations: Vec<String> = keys
        .into_iter()
        .filter(|key| !known.contains(&format!("PORTAL_{}", key.to_ascii_uppercase())))
        .map(str::to_owned)
        .collect();
    assert_none("not in config/default.toml:", &violations);
}

#[test]
fn containers_agree_on_port_account_and_data_folder() {
    let port = value_of(&read("config/default.toml"), "http_address = \"127.0.0.1:").trim_end_matches('"').to_owned();
    let metrics = value_of(&read("config/default.toml"), "metrics_address = \"127.0.0.1:");
    let metrics = metrics.trim_end_matches('"');
    let (containerfile, compose, kubernetes) = (read(CONTAINERFILE), read(COMPOSE), read(KUBERNETES));
    let user = value_of(&containerfile, "USER ").split(':').next().unwrap_or_default().to_owned();
    let data = value_of(&containerfile, "ENV PORTAL_DATA_DIR=").trim_end_matches(" \\").to_owned();
    assert!(user.parse::<u32>().is_ok_and(|user| user > 0), "{user}");
    for (path, text, expected) in [
        (CONTAINERFILE, &containerfile, format!("PORTAL_HTTP_ADDRESS=0.0.0.0:{port}")),
        (CONTAINERFILE, &containerfile, format!("EXPOSE {port}")),
        (CONTAINERFILE, &containerfile, format!("VOLUME {data}")),
        (CONTAINERFILE, &containerfile, format!("--chown={user}:{user}")),
        (COMPOSE, &compose, format!("portal:{data}")),
        ("config/deploy/container/Caddyfile", &read("config/deploy/container/Caddyfile"), format!("portal:{port}")),
        (KUBERNETES, &kubernetes, format!("containerPort: {port}")),
        (KUBERNETES, &kubernetes, format!("containerPort: {metrics}")),
        (KUBERNETES, &kubernetes, format!("PORTAL_METRICS_ADDRESS: 0.0.0.0:{metrics}")),
        (KUBERNETES, &kubernetes, format!("runAsUser: {user}")),
        (KUBERNETES, &kubernetes, format!("mountPath: {data}")),
        (KUBERNETES, &kubernetes, "path: /health/live".to_owned()),
        (KUBERNETES, &kubernetes, "path: /health/ready".to_owned()),
    ] {
        assert!(text.contains(&expected), "{path} lacks `{expected}`");
    }
}

#[test]
fn files_of_secrets_are_mounted_where_variables_name_them() {
    let compose = read(COMPOSE);
    let mounted = value_of(&compose, "    secrets: [").trim_end_matches(']').to_owned();
    for name in mounted.split(", ") {
        assert!(compose.contains(&format!("_FILE: /run/secrets/{name}\n")), "{COMPOSE}: {name}");
        assert!(compose.contains(&format!("  {name}:\n    file: ./secrets/{name}\n")), "{COMPOSE}: {name}");
    }
    let kubernetes = read(KUBERNETES);
    let folder = "/run/secrets/fensterplatz";
    assert!(kubernetes.contains(&format!("mountPath: {folder}")), "{KUBERNETES}");
    let files = kubernetes.lines().filter(|line| line.contains("_FILE: "));
    let outside: Vec<String> = files.filter(|line| !line.contains(&format!("{folder}/"))).map(str::to_owned).collect();
    assert_none("not in the folder of the secrets:", &outside);
}

/// The rest of the first line that begins with the text.
fn value_of(text: &str, start: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(start));
    line.unwrap_or_else(|| panic!("no line begins with `{start}`")).to_owned()
}

/// The variables of the keys that `PORTAL_<KEY>_FILE` can name.
fn secret_keys() -> BTreeSet<String> {
    let source = read("crates/server/src/config/secret_files.rs");
    let list = source.split_once("const KEYS").and_then(|(_, rest)| rest.split_once("];"));
    let list = list.expect("the list of secret keys").0;
    list.split('"').skip(1).step_by(2).map(|key| format!("PORTAL_{}", key.to_ascii_uppercase())).collect()
}
