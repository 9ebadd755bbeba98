DROP TABLE schema_requirements;
