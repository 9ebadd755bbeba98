DROP TABLE unmatched_listings;
DROP TABLE saved_search_recipients;
DROP TABLE saved_search_matches;
DROP TABLE saved_searches;
DROP FUNCTION log_saved_search_changes;
DROP TABLE saved_search_changes;
