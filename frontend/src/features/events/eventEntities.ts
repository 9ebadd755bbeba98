import type { EventResponse } from '../../api/generated';

type Entity = NonNullable<EventResponse['entity']>;
export type EventListing = Extract<Entity, { title: string }>;
export type EventUser = Exclude<Entity, EventListing>;

/** Listings have a title; other entities are users. */
export function listingOf({ entity }: EventResponse): EventListing | undefined {
  return entity && 'title' in entity ? entity : undefined;
}

export function userOf({ entity }: EventResponse): EventUser | undefined {
  return entity && !('title' in entity) ? entity : undefined;
}
