-- 100,000 saved searches of 5,000 students, made from the listings that are searchable: each asks for
-- the city of one, its type and its rent within a tenth, most for its district or a word of its title.
SET synchronous_commit = off;
INSERT INTO users (id, email, first_name, last_name, gender, role, status, locale, date_created, last_modified)
SELECT md5('student' || n)::uuid, n || '@searching.test', 'First ' || n, 'Last ' || n, 'OTHER', 'STUDENT', 'ACTIVE',
    'de-DE', now(), now()
FROM generate_series(1, 5000) AS n;

CREATE TEMP TABLE examples AS
SELECT row_number() OVER (ORDER BY id) AS number, city, district, unit_type, total_rent_cents, split_part(title, ' ', 2) AS word
FROM listings WHERE searchable;

INSERT INTO saved_searches (id, student_id, name, filters, frequency, collects_since, seen_at, used_at,
    date_created, last_modified)
SELECT md5('search' || n)::uuid, md5('student' || n % 5000 + 1)::uuid, 'Search ' || n,
    jsonb_strip_nulls(jsonb_build_object(
        'place', jsonb_build_object('city', city, 'district', CASE WHEN n % 5 < 3 THEN district END),
        'keyword', CASE WHEN n % 5 > 2 AND word <> '' THEN word END,
        'unit_types', jsonb_build_array(unit_type),
        'min_price_cents', total_rent_cents * 90 / 100,
        'max_price_cents', total_rent_cents * 110 / 100)),
    'IMMEDIATELY', now(), now(), now(), now(), now()
FROM generate_series(1, 100000) AS n
JOIN examples ON examples.number = 1 + (n::bigint * 7919) % (SELECT count(*) FROM examples);
