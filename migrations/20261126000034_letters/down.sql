DROP TABLE letters;
