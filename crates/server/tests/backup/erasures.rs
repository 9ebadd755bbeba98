//! Who was erased stays erased.

use std::time::Duration;

use crate::machine::{DELETE_LANDLORD, Machine, register};
use crate::running::wait_until;

#[test]
fn restore_of_older_backup_erases_again_who_was_erased_since() {
    let mut machine = Machine::empty();
    let serving = machine.serve();
    assert!(register(&serving.url, "erased@portal.test") && register(&serving.url, "kept@portal.test"));
    let report = machine.back_up();
    let id = report.split_whitespace().next().unwrap().to_owned();
    let user = machine.sql("SELECT id FROM users WHERE email = 'erased@portal.test'");
    machine.sql(DELETE_LANDLORD);
    // The next backup carries the list, also before the worker has written it to the object store.
    machine.back_up();
    let list = machine.data.path().join("objects/erased");
    wait_until(Duration::from_mins(1), "the worker does not write the list", || {
        machine.sql("SELECT count(*) FROM erasures") == "0"
    });
    let days: Vec<_> = std::fs::read_dir(list).unwrap().map(|day| day.unwrap().path()).collect();
    assert!(days.len() == 1 && days[0].join(&user).exists(), "{days:?}");
    assert!(serving.stop("TERM").0);

    machine.replace_data();
    let restored = machine.run(&["restore", "--from", machine.place(), "--backup", &id]);
    assert!(restored.contains("1 users erased again"), "{restored}");
    let serving = machine.serve();
    assert_eq!(machine.sql("SELECT email FROM users ORDER BY 1"), "kept@portal.test");
    assert!(!machine.rows().iter().any(|row| row.contains("erased@portal.test")));
    assert!(serving.stop("TERM").0);
}

#[test]
fn serve_erases_again_who_came_back_by_other_means() {
    let machine = Machine::empty();
    let serving = machine.serve();
    assert!(register(&serving.url, "erased@portal.test"));
    let (user, today) = (machine.sql("SELECT id FROM users"), machine.sql("SELECT current_date"));
    assert!(serving.stop("TERM").0);
    let today = machine.data.path().join("objects/erased").join(today);
    std::fs::create_dir_all(&today).unwrap();
    std::fs::write(today.join(user), b"").unwrap();
    let serving = machine.serve();
    wait_until(Duration::from_secs(30), "the worker does not erase the user", || {
        machine.sql("SELECT count(*) FROM users") == "0"
    });
    assert!(serving.stop("TERM").0);
}
