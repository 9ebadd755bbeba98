//! All metrics of the portal, as described in `docs/operations.md`.
//!
//! Counters are exported from the start on, because an alert on an increase would not see a series that
//! begins with one. Those by a label whose values are not listed (`OfUse`) begin with their first use.

use metrics::Label;

use self::Series::{Each, OfUse, One};

/// A metric. A test compares this list with the code and with the documentation.
#[derive(Debug)]
pub struct Metric {
    pub name: &'static str,
    pub kind: Kind,
    pub series: Series,
    /// The help text.
    pub meaning: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Counter,
    Gauge,
    Histogram,
}

/// Which series are exported before a value is recorded.
#[derive(Debug, Clone, Copy)]
pub enum Series {
    /// None: zero would be wrong, or the labels are not known.
    OfUse,
    /// One without labels.
    One,
    /// One for each value of a label.
    Each(&'static str, &'static [&'static str]),
}

impl Metric {
    const fn counter(name: &'static str, series: Series, meaning: &'static str) -> Self {
        Self { name, kind: Kind::Counter, series, meaning }
    }

    const fn gauge(name: &'static str, series: Series, meaning: &'static str) -> Self {
        Self { name, kind: Kind::Gauge, series, meaning }
    }

    const fn histogram(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: Kind::Histogram, series: OfUse, meaning }
    }

    /// Names and describes the metric, and sets its first series to zero.
    fn register(&self) {
        match self.kind {
            Kind::Counter => metrics::describe_counter!(self.name, self.meaning),
            Kind::Gauge => metrics::describe_gauge!(self.name, self.meaning),
            Kind::Histogram => metrics::describe_histogram!(self.name, self.meaning),
        }
        match self.series {
            OfUse => {}
            One => self.set_to_zero(Vec::new()),
            Each(label, values) => {
                for value in values {
                    self.set_to_zero(vec![Label::from_static_parts(label, value)]);
                }
            }
        }
    }

    fn set_to_zero(&self, labels: Vec<Label>) {
        match self.kind {
            Kind::Counter => metrics::counter!(self.name, labels).absolute(0),
            Kind::Gauge => metrics::gauge!(self.name, labels).set(0.0),
            Kind::Histogram => {}
        }
    }
}

/// Describes all metrics to the recorder.
pub(super) fn register() {
    for metric in METRICS {
        metric.register();
    }
}

pub const METRICS: &[Metric] = &[
    // the program and its process
    Metric::gauge("portal_build_info", OfUse, "Version and commit of the program; always 1"),
    Metric::gauge("process_cpu_seconds_total", OfUse, "Processor time used, in seconds"),
    Metric::gauge("process_resident_memory_bytes", OfUse, "Memory in RAM"),
    Metric::gauge("process_virtual_memory_bytes", OfUse, "Address space"),
    Metric::gauge("process_open_fds", OfUse, "Open file descriptors"),
    Metric::gauge("process_max_fds", OfUse, "Limit of open file descriptors"),
    Metric::gauge("process_threads", OfUse, "Threads"),
    Metric::gauge("process_start_time_seconds", OfUse, "Start of the process, in seconds since 1970"),
    Metric::gauge("portal_disk_free_bytes", OfUse, "Free space of the data folder's disk"),
    Metric::gauge("portal_disk_total_bytes", OfUse, "Size of the data folder's disk"),
    Metric::counter("portal_log_lines_dropped_total", One, "Log lines that were dropped"),
    Metric::counter("portal_trace_spans_sent_total", One, "Spans that the collector has accepted"),
    Metric::counter(
        "portal_trace_spans_dropped_total",
        Each("reason", &["queue", "collector"]),
        "Spans that were lost: the queue was full, or the collector did not accept them",
    ),
    // HTTP
    Metric::counter("portal_http_requests_total", OfUse, "Requests by method, route and status"),
    Metric::histogram("portal_http_request_seconds", "Time until the head of the response, by method and route"),
    Metric::gauge("portal_http_connections", One, "Open connections"),
    Metric::counter("portal_limit_hits_total", Each("limit", LIMITS), "Limits that were hit"),
    Metric::gauge("portal_dependency_available", OfUse, "1 if the last check found the dependency available, else 0"),
    Metric::counter("portal_security_events_total", OfUse, "Entries of the security log"),
    Metric::counter("portal_second_factors_rejected_total", One, "Wrong codes and passkeys"),
    Metric::counter(
        "portal_password_jobs_failed_total",
        Each("reason", &["queue", "timeout", "panic"]),
        "Passwords that were not checked",
    ),
    Metric::counter("portal_renderings_refused_total", One, "Images that were not rendered: too many were waiting"),
    // database
    Metric::gauge("portal_database_connections", One, "Open connections of the pools"),
    Metric::gauge("portal_database_connections_in_use", One, "Connections in use"),
    Metric::gauge("portal_database_connections_max", One, "Connections that the pools may open"),
    Metric::gauge("portal_database_waiting", One, "Requests that wait for a connection"),
    Metric::histogram("portal_database_wait_seconds", "Wait for a connection"),
    Metric::counter(
        "portal_database_timeouts_total",
        Each("kind", &["checkout", "connect", "statement", "migration_lock"]),
        "Limits of the database's time that struck",
    ),
    Metric::gauge("portal_database_replica_lag_seconds", OfUse, "How far the replica is behind"),
    Metric::gauge("portal_database_replica_used", OfUse, "1 while the replica answers, 0 while the primary does"),
    Metric::counter("portal_database_replica_failures_total", One, "Reads that failed on the replica"),
    Metric::counter("portal_unknown_values_total", OfUse, "Values of a newer version, by place"),
    // search
    Metric::gauge("portal_search_index_listings", OfUse, "Listings in the index in memory"),
    Metric::gauge("portal_search_index_bytes", OfUse, "Size of the index in memory"),
    Metric::gauge("portal_search_index_age_seconds", OfUse, "Time since the index was up to date"),
    Metric::gauge("portal_search_index_available", OfUse, "1 while the index answers, 0 while SQL does"),
    Metric::counter("portal_search_index_files_refused_total", OfUse, "Files of the index that were not used"),
    Metric::counter(
        "portal_search_index_file_writes_total",
        Each("outcome", &["written", "no_index", "failed"]),
        "Attempts to write the file of the index",
    ),
    Metric::counter("portal_search_feed_failures_total", One, "Losses of the feed of changes"),
    Metric::counter("portal_search_answers_total", Each("by", &["memory", "sql"]), "Searches by what answered them"),
    Metric::counter("portal_search_loads_total", Each("source", &["database", "file"]), "Loads of the index"),
    // object store
    Metric::histogram("portal_store_seconds", "Time until the object store responds, by operation"),
    Metric::counter("portal_store_errors_total", Each("operation", STORE_OPERATIONS), "Failed operations"),
    Metric::counter("portal_files_removed_total", One, "Files that were removed"),
    Metric::counter("portal_file_removals_failed_total", One, "Failed removals, which are retried"),
    Metric::gauge("portal_file_removals_waiting", OfUse, "Files to remove"),
    Metric::gauge("portal_file_removals_due", OfUse, "Files that could be removed now"),
    Metric::gauge("portal_backup_running", OfUse, "1 while a backup runs, which pauses removals"),
    Metric::gauge("portal_backup_age_seconds", OfUse, "Time since the last complete backup"),
    Metric::counter("portal_assets_total", OfUse, "Files of the front end stored for other versions, and removed"),
    Metric::counter("portal_asset_lookups_total", OfUse, "Requests for files of other versions, by outcome"),
    Metric::counter("portal_files_orphaned_total", One, "Files without a row that will be removed"),
    Metric::counter(
        "portal_leftovers_removed_total",
        Each("kind", &["upload", "mail", "unfinished"]),
        "Incomplete and old files that were removed",
    ),
    // mails
    Metric::counter(
        "portal_mails_total",
        Each("outcome", &["sent", "postponed", "given_up", "dropped"]),
        "Attempts to send a mail, by outcome",
    ),
    Metric::gauge("portal_mails_waiting", OfUse, "Queued mails"),
    Metric::gauge("portal_mails_due", OfUse, "Mails that could be sent now"),
    Metric::gauge("portal_mails_oldest_seconds", OfUse, "Age of the oldest mail that could be sent now"),
    Metric::gauge("portal_mails_dead_letters", OfUse, "Mails that were given up within 30 days"),
    Metric::counter(
        "portal_reminders_total",
        Each("kind", &["digest", "note", "ended_listing", "unused_searches"]),
        "Reminders",
    ),
    // saved searches
    Metric::gauge("portal_saved_searches", OfUse, "Saved searches that the matcher of the process holds"),
    Metric::gauge(
        "portal_saved_search_cache_bytes",
        OfUse,
        "Memory of what the matcher remembers about the terms of listings",
    ),
    Metric::gauge("portal_unmatched_listings", OfUse, "Changes of listings that wait to be matched"),
    Metric::gauge("portal_unmatched_listings_oldest_seconds", OfUse, "Age of the oldest change that waits"),
    Metric::counter(
        "portal_listings_matched_total",
        Each("outcome", &["matched", "failed"]),
        "Listings that were matched with saved searches",
    ),
    Metric::counter("portal_saved_search_matches_total", One, "New matches of saved searches"),
    Metric::counter("portal_saved_search_mails_total", One, "Mails about what saved searches have found"),
    // jobs
    Metric::gauge(
        "portal_job_last_success_timestamp_seconds",
        OfUse,
        "End of the last successful run of a job, in seconds since 1970; at first the start of the process",
    ),
    Metric::gauge("portal_job_interval_seconds", OfUse, "Pause between two runs of a job"),
    Metric::counter("portal_worker_failures_total", OfUse, "Failed runs of a job, by job and kind"),
    Metric::counter(
        "portal_retention_forgotten_total",
        Each("kind", &["document", "user", "letter", "note", "report", "address", "view_day", "saved_search"]),
        "Data past its retention time that was removed",
    ),
    Metric::counter("portal_erasures_recorded_total", One, "Erased users that were added to the list"),
    Metric::counter("portal_erasures_applied_total", One, "Users who were erased again after a restore"),
    Metric::counter("portal_retention_failed_total", One, "Users who were due and could not be erased"),
];

const LIMITS: &[&str] = &[
    "body_time",
    "change",
    "connections",
    "connections_per_address",
    "export",
    "head_time",
    "image",
    "listing",
    "listing_views",
    "login",
    "page",
    "refused_refresh",
    "registration",
    "report",
    "response_stall",
    "running_export",
    "search",
    "searches_in_sql",
    "sitemap",
    "upload",
    "upload_bytes",
    "upload_rate",
    "upload_time",
];

const STORE_OPERATIONS: &[&str] = &["copy", "delete", "get", "head", "list", "put", "rename"];
