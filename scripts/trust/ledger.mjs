// Records every write that the portal has acknowledged, and compares all of them with the database.
import { rows } from './database.mjs';

/** Letters and titles of a run begin with it. */
export const mark = 'Trust run';

export class Ledger {
  /** Letters by application. */
  letters = new Map();
  approved = new Set();
  /** By listing: the last acknowledged description, and those sent after it without an answer. */
  descriptions = new Map();
  imagesAdded = new Set();
  imagesDeleted = new Set();

  get acknowledged() {
    return this.letters.size + this.approved.size + this.edits + this.imagesAdded.size + this.imagesDeleted.size;
  }

  edits = 0;

  /** Calls before a description is sent. */
  sending(listing, description) {
    const entry = this.descriptions.get(listing) ?? { kept: undefined, sent: new Set() };
    entry.sent.add(description);
    this.descriptions.set(listing, entry);
  }

  edited(listing, description) {
    this.edits += 1;
    this.descriptions.set(listing, { kept: description, sent: new Set() });
  }

  /** What is missing or half done in the database and the object store, a text each. */
  violations(portal) {
    return [...this.#letters(portal), ...this.#descriptions(portal), ...this.#images(portal), ...halfDone(portal)];
  }

  #letters(portal) {
    const found = new Map(
      rows(portal, `SELECT id, letter, administrator_decision FROM applications WHERE letter LIKE '${mark}%'`)
        .map(([id, letter, decision]) => [id, { letter, decision }]),
    );
    const lost = [...this.letters].filter(([id, letter]) => found.get(id)?.letter !== letter);
    const undecided = [...this.approved].filter((id) => found.get(id)?.decision !== 'APPROVED');
    return [
      ...lost.map(([id]) => `application ${id} is lost`),
      ...undecided.map((id) => `the approval of application ${id} is lost`),
    ];
  }

  #descriptions(portal) {
    const found = new Map(rows(portal, `SELECT id, description FROM listings WHERE title LIKE '${mark}%'`));
    return [...this.descriptions]
      .filter(([id, { kept, sent }]) => kept !== undefined && found.get(id) !== kept && !sent.has(found.get(id)))
      .map(([id]) => `a change of listing ${id} is lost`);
  }

  #images(portal) {
    const found = new Map(
      rows(portal, `SELECT i.id, i.location FROM listing_images i JOIN listings l ON l.id = listing_id WHERE title LIKE '${mark}%'`),
    );
    const lost = [...this.imagesAdded].filter((id) => !this.imagesDeleted.has(id) && !found.has(id));
    const back = [...this.imagesDeleted].filter((id) => found.has(id));
    const broken = [...found].filter(([, location]) => !portal.hasObject(`masters/${location}`));
    return [
      ...lost.map((id) => `image ${id} is lost`),
      ...back.map((id) => `the deleted image ${id} is back`),
      ...broken.map(([id]) => `image ${id} has a row and no file`),
    ];
  }
}

/** Published listings without an image. */
const halfDone = (portal) =>
  rows(
    portal,
    `SELECT id FROM listings l WHERE title LIKE '${mark}%' AND status = 'AVAILABLE'
       AND NOT EXISTS (SELECT FROM listing_images WHERE listing_id = l.id)`,
  ).map(([id]) => `listing ${id} is published without an image`);

/** How many mails the applications of the run cause: one when sent, two when approved. */
export const expectedMails = (portal) =>
  Number(
    rows(
      portal,
      `SELECT coalesce(sum(CASE administrator_decision WHEN 'APPROVED' THEN 3 ELSE 1 END), 0)
         FROM applications WHERE letter LIKE '${mark}%'`,
    )[0][0],
  );
