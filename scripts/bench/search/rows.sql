-- The rows that the index is loaded from, as crates/persistence/src/search_feed reads them.
COPY (
    SELECT listings.id, landlord_id, listings.status, takedown_reason, title, unit_type, listings.street,
        listings.house_number, listings.postal_code, listings.city, district, region, area, total_area, bedrooms,
        bathrooms, kitchens, amenities, basic_rent_cents, ancillary_cost_cents, security_deposit_cents,
        additional_costs, listings.date_created, listings.last_modified, users.id, first_name, last_name, users.status,
        search_vector
    FROM listings JOIN users ON users.id = landlord_id
    WHERE searchable
) TO STDOUT;
COPY (
    SELECT listing_id, listing_images.id, location
    FROM listing_images JOIN listings ON listings.id = listing_id
    WHERE searchable ORDER BY listing_id, position
) TO STDOUT;
