import type { EventResponse } from '../../api/generated';

type Entity = NonNullable<EventResponse['entity']>;
export type EventListing = Extract<Entity, { title: string }>;
export type EventPerson = Exclude<Entity, EventListing>;

/** What an event is about tells by its own fields whether it is a listing or a person. */
export function listingOf({ entity }: EventResponse): EventListing | undefined {
  return entity && 'title' in entity ? entity : undefined;
}

export function personOf({ entity }: EventResponse): EventPerson | undefined {
  return entity && !('title' in entity) ? entity : undefined;
}
