-- The SQL of one search, for pgbench: the same mix as mix.lua, the same statements as
-- crates/persistence/src/search.rs and crates/persistence/src/listings/summaries.rs.
\set rent random(200, 900) * 100
\set area random(8, 60) * 10
\set first random(1, 4)
\set second (:first + random(1, 3) - 1) % 4 + 1
\set page random(0, 2)
\set offset :page * 10

SELECT coalesce(array_agg(id), '{}') AS ids, count(*) AS found
FROM (
    SELECT id FROM listings
    WHERE searchable
        AND total_rent_cents >= :rent AND total_rent_cents <= :rent + 40000
        AND area >= :area AND area <= :area + 300
        AND unit_type = ANY (ARRAY[
            (ARRAY['APARTMENT', 'HOUSE', 'ROOM', 'OTHER'])[:first],
            (ARRAY['APARTMENT', 'HOUSE', 'ROOM', 'OTHER'])[:second]
        ])
    ORDER BY basic_rent_cents, id LIMIT 10 OFFSET :offset
) page \gset

-- A page that is not full implies the total.
\if :found = 10 or (:found = 0 and :page > 0)
SELECT count(*) FROM listings
WHERE searchable
    AND total_rent_cents >= :rent AND total_rent_cents <= :rent + 40000
    AND area >= :area AND area <= :area + 300
    AND unit_type = ANY (ARRAY[
        (ARRAY['APARTMENT', 'HOUSE', 'ROOM', 'OTHER'])[:first],
        (ARRAY['APARTMENT', 'HOUSE', 'ROOM', 'OTHER'])[:second]
    ]);
\endif

\if :found > 0
SELECT listings.id, landlord_id, listings.status, title, unit_type, listings.street, listings.house_number,
    listings.postal_code, listings.city, district, region, area, total_area, bedrooms, bathrooms, kitchens, amenities,
    basic_rent_cents, ancillary_cost_cents, security_deposit_cents, additional_costs, listings.date_created,
    listings.last_modified, users.id, first_name, last_name, users.status, views
FROM listings
JOIN users ON users.id = landlord_id
LEFT JOIN listing_view_totals ON listing_view_totals.listing_id = listings.id
WHERE listings.id = ANY (:ids);

SELECT listing_id, id, location FROM listing_images
WHERE listing_id = ANY (:ids) ORDER BY listing_id, position;
\endif
