DROP TABLE listing_view_days;
