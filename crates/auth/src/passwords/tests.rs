use std::time::Instant;

use super::*;

/// Fast enough to cost a test no time.
const CHEAP: Argon2Config = Argon2Config {
    memory_kib: 8,
    passes: 1,
    lanes: 1,
    threads: NonZeroUsize::MIN,
    queue: 32,
    memory_idle: Duration::MAX,
    timeout: Duration::from_mins(1),
};

/// At least 20 ms a hash: long enough for other jobs to arrive during one.
const SLOW: Argon2Config = Argon2Config {
    memory_kib: 8 * 1024,
    passes: 8,
    lanes: 1,
    threads: NonZeroUsize::MIN,
    queue: 2,
    memory_idle: Duration::MAX,
    timeout: Duration::from_mins(1),
};

#[test]
fn default_settings_follow_owasp_and_leave_a_core_free() {
    let settings = Argon2Config::default();
    assert_eq!((settings.memory_kib, settings.passes, settings.lanes, settings.queue), (19_456, 2, 1, 32));
    let cores = std::thread::available_parallelism().unwrap().get();
    assert_eq!(settings.threads.get(), (cores - 1).max(1));
}

#[test]
fn new_rejects_invalid_parameters() {
    let result = Argon2Hasher::new(Argon2Config { passes: 0, ..CHEAP });
    assert!(matches!(result, Err(HasherError::Parameters(_))));
}

#[tokio::test]
async fn verify_accepts_the_hashed_password_only() {
    let hasher = Argon2Hasher::new(CHEAP).unwrap();
    let hash = hasher.hash("portal-demo".to_owned()).await.unwrap();
    assert!(hasher.verify("portal-demo".to_owned(), Some(hash.clone())).await.unwrap());
    assert!(!hasher.verify("portal-dem0".to_owned(), Some(hash)).await.unwrap());
    assert!(!hasher.verify("portal-demo".to_owned(), None).await.unwrap());
    let malformed = hasher.verify("portal-demo".to_owned(), Some(PasswordHash("none".to_owned()))).await;
    assert!(matches!(malformed, Err(PasswordError::Failed(_))));
}

#[tokio::test]
async fn hash_with_full_queue_is_busy_and_serves_queued_jobs() {
    let hasher = Argon2Hasher::new(SLOW).unwrap();
    let jobs = (0..10).map(|_| hasher.hash("portal-demo".to_owned()));
    let results = futures_util::future::join_all(jobs).await;
    let busy = results.iter().filter(|result| matches!(result, Err(PasswordError::Busy))).count();
    let served = results.iter().filter(|result| result.is_ok()).count();
    // Two fit into the queue, and a third if the thread has taken the first one by then.
    assert!((2..=3).contains(&served), "{served} served");
    assert_eq!(served + busy, 10);
}

#[tokio::test]
async fn hash_after_cancelled_jobs_is_served() {
    let hasher = Argon2Hasher::new(SLOW).unwrap();
    for _ in 0..20 {
        let cancelled = hasher.hash("portal-demo".to_owned());
        assert!(tokio::time::timeout(Duration::ZERO, cancelled).await.is_err());
    }
    assert!(hasher.hash("portal-demo".to_owned()).await.is_ok());
}

#[tokio::test]
async fn hash_does_not_block_the_async_worker() {
    let hasher = Argon2Hasher::new(SLOW).unwrap();
    let mut hash = std::pin::pin!(hasher.hash("portal-demo".to_owned()));
    let mut polls = 0;
    // This runtime has one thread: it could not count if it computed the hash.
    loop {
        tokio::select! {
            biased;
            _ = hash.as_mut() => break,
            () = tokio::task::yield_now() => polls += 1,
        }
    }
    assert!(polls > 2, "{polls} polls");
}

/// Compares the fastest of several runs, because other load only adds time.
#[tokio::test]
async fn verify_without_hash_takes_as_long_as_with_hash() {
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
    // Without hashing it would take a thousandth of the time. The bounds tolerate a busy machine.
    assert!((0.2..5.0).contains(&ratio), "known {:?}, unknown {:?}", fastest[0], fastest[1]);
}

#[tokio::test]
async fn panic_of_one_job_fails_it_and_the_thread_serves_the_next() {
    let queue = Arc::new(Queue::new(2));
    let (reply, panicked) = oneshot::channel();
    queue.push(Job::Hash { password: Zeroizing::new("panic".to_owned()), reply }).unwrap();
    let (reply, served) = oneshot::channel();
    queue.push(Job::Hash { password: Zeroizing::new("portal-demo".to_owned()), reply }).unwrap();
    let thread = std::thread::spawn({
        let queue = Arc::clone(&queue);
        move || {
            run_worker(&queue, Argon2id::new(8, 1, 1).unwrap(), Duration::MAX, |argon2, job| {
                let is_panic = matches!(&job, Job::Hash { password, .. } if password.as_str() == "panic");
                assert!(!is_panic, "a panic of the test");
                perform(argon2, job);
            });
        }
    });
    assert!(matches!(flatten(panicked.await), Err(PasswordError::Failed(_))));
    assert!(flatten(served.await).is_ok());
    queue.close();
    thread.join().unwrap();
}

#[tokio::test]
async fn hash_without_result_in_time_is_busy() {
    let hasher = Argon2Hasher::new(Argon2Config { timeout: Duration::ZERO, ..SLOW }).unwrap();
    assert!(matches!(hasher.hash("portal-demo".to_owned()).await, Err(PasswordError::Busy)));
}
