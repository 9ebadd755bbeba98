DROP TABLE listing_drafts;
