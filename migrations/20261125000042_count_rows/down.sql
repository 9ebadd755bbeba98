DELETE FROM row_counts;
