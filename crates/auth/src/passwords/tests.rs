use std::time::Instant;

use super::*;

/// So cheap that a test does not notice it.
const CHEAP: Argon2Settings = Argon2Settings {
    memory_kib: 8,
    passes: 1,
    lanes: 1,
    threads: NonZeroUsize::MIN,
    queue: 32,
    memory_idle: Duration::MAX,
};

/// Some 20 ms or more a hash: long enough for others to come meanwhile.
const SLOW: Argon2Settings = Argon2Settings {
    memory_kib: 8 * 1024,
    passes: 8,
    lanes: 1,
    threads: NonZeroUsize::MIN,
    queue: 2,
    memory_idle: Duration::MAX,
};

#[test]
fn the_defaults_are_those_of_owasp_and_leave_a_core_free() {
    let settings = Argon2Settings::default();
    assert_eq!((settings.memory_kib, settings.passes, settings.lanes, settings.queue), (19_456, 2, 1, 32));
    let cores = std::thread::available_parallelism().unwrap().get();
    assert_eq!(settings.threads.get(), (cores - 1).max(1));
}

#[test]
fn impossible_parameters_are_refused_at_the_start() {
    let refused = Argon2Hasher::new(Argon2Settings { passes: 0, ..CHEAP });
    assert!(matches!(refused, Err(HasherError::Parameters(_))));
}

#[tokio::test]
async fn a_password_is_hashed_and_recognised() {
    let hasher = Argon2Hasher::new(CHEAP).unwrap();
    let hash = hasher.hash("portal-demo".to_owned()).await.unwrap();
    assert!(hasher.verify("portal-demo".to_owned(), Some(hash.clone())).await.unwrap());
    assert!(!hasher.verify("portal-dem0".to_owned(), Some(hash)).await.unwrap());
    assert!(!hasher.verify("portal-demo".to_owned(), None).await.unwrap());
    let malformed = hasher.verify("portal-demo".to_owned(), Some(PasswordHash("none".to_owned()))).await;
    assert!(matches!(malformed, Err(PasswordError::Failed(_))));
}

#[tokio::test]
async fn a_crowd_is_turned_away_at_once_and_those_in_the_line_are_served() {
    let hasher = Argon2Hasher::new(SLOW).unwrap();
    let crowd = (0..10).map(|_| hasher.hash("portal-demo".to_owned()));
    let answers = futures_util::future::join_all(crowd).await;
    let busy = answers.iter().filter(|answer| matches!(answer, Err(PasswordError::Busy))).count();
    let served = answers.iter().filter(|answer| answer.is_ok()).count();
    // One at work and two in the line; which of them came first is up to the thread.
    assert!((2..=3).contains(&served), "{served} served");
    assert_eq!(served + busy, 10);
}

#[tokio::test]
async fn whoever_leaves_makes_room() {
    let hasher = Argon2Hasher::new(SLOW).unwrap();
    for _ in 0..20 {
        let gone = hasher.hash("portal-demo".to_owned());
        assert!(tokio::time::timeout(Duration::ZERO, gone).await.is_err());
    }
    assert!(hasher.hash("portal-demo".to_owned()).await.is_ok());
}

#[tokio::test]
async fn the_async_worker_stays_free_while_a_password_is_hashed() {
    let hasher = Argon2Hasher::new(SLOW).unwrap();
    let mut hash = std::pin::pin!(hasher.hash("portal-demo".to_owned()));
    let mut turns = 0;
    // This runtime has one thread: it could not count if the hash were made on it.
    loop {
        tokio::select! {
            biased;
            _ = hash.as_mut() => break,
            () = tokio::task::yield_now() => turns += 1,
        }
    }
    assert!(turns > 2, "{turns} turns");
}

/// The fastest of several: what else runs on the machine only ever adds to a time.
#[tokio::test]
async fn an_unknown_account_takes_as_long_as_a_known_one() {
    let hasher = Argon2Hasher::new(SLOW).unwrap();
    let known = hasher.hash("portal-demo".to_owned()).await.unwrap();
    let mut fastest = [Duration::MAX; 2];
    for _ in 0..20 {
        for (fastest, hash) in fastest.iter_mut().zip([Some(known.clone()), None]) {
            let begin = Instant::now();
            assert!(!hasher.verify("wrong".to_owned(), hash).await.unwrap());
            *fastest = begin.elapsed().min(*fastest);
        }
    }
    let ratio = fastest[0].as_secs_f64() / fastest[1].as_secs_f64();
    // An answer without hashing would take a thousandth; a busy machine makes a difference of its own.
    assert!((0.5..2.0).contains(&ratio), "known {:?}, unknown {:?}", fastest[0], fastest[1]);
}
