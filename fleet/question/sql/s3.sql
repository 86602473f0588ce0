-- Access to an object store. It runs before everything else if the tables are there. It requires a one-time installation: duckdb -c
-- 'INSTALL httpfs'.
LOAD httpfs;
CREATE TEMPORARY SECRET (TYPE s3,
    KEY_ID coalesce(getenv('AWS_ACCESS_KEY_ID'), ''), SECRET coalesce(getenv('AWS_SECRET_ACCESS_KEY'), ''), SESSION_TOKEN coalesce(getenv('AWS_SESSION_TOKEN'), ''),
    REGION coalesce(nullif(getenv('AWS_REGION'), ''), nullif(getenv('AWS_DEFAULT_REGION'), ''), 'us-east-1'),
    ENDPOINT getenv('MEMCITY_S3_HOST'), URL_STYLE getenv('MEMCITY_S3_STYLE'), USE_SSL getenv('MEMCITY_S3_SSL'));
