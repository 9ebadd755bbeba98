// Accounts and listings for attacks, made by SQL, because the portal checks people by hand.
import { call, logIn } from './client.mjs';
import { rows } from './database.mjs';

/** Adds active users whose password is the demo's; resolves to their sessions. */
export async function addUsers(portal, role, count, name = 'attack') {
  const emails = rows(
    portal,
    `INSERT INTO users (id, email, password_hash, first_name, last_name, gender, role, status, locale, date_created, last_modified)
       SELECT gen_random_uuid(), '${name}-${role.toLowerCase()}-' || n || '@bulk.test',
         (SELECT password_hash FROM users WHERE email = 'student@portal.test'),
         'First', 'Last', 'OTHER', '${role}', 'ACTIVE', 'en-US', now(), now()
       FROM generate_series(1, ${count}) AS n RETURNING email, id`,
  );
  const users = [];
  // One after the other: the portal refuses log-ins beyond what it can hash.
  for (const [email, id] of emails) users.push({ email, id, role, ...(await logIn(portal, email)) });
  return users;
}

export async function logInDemo(portal, role) {
  return { role, ...(await logIn(portal, `${role}@portal.test`)) };
}

/** An available listing of the demo landlord that no student of the demo has applied to. */
export async function demoListings(portal, landlord) {
  const { json } = await call(portal, 'GET', '/listings?pageSize=50&status=AVAILABLE', { token: landlord.token });
  return json.payload.map((listing) => listing.externalId);
}

/** The draft of a listing with this text as title and descriptions. */
export const listingBody = (text, street = 'Weg') => ({
  title: text, unitType: 'ROOM', address: { street, houseNumber: '1', postalCode: '10115', city: 'Berlin', district: null, region: 'Berlin' },
  areaSqm: 12, totalAreaSqm: 60, bedrooms: 1, bathrooms: 1, kitchens: 1, amenities: [], description: text, tenantDescription: text,
  locationDescription: text, basicRent: 300, ancillaryCost: 50, securityDeposit: 600, additionalCosts: [],
});
