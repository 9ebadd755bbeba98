import type { EventType } from '../../api/generated';
import type { Tone } from '../../theme/palette';

const tones: Partial<Record<string, Tone>> = {
  LISTING_RENTED: 'red',
  APPLICATION_APPROVED: 'indigo',
  STUDENT_REGISTRATION_REQUESTED: 'yellow',
  LANDLORD_REGISTRATION_REQUESTED: 'yellow',
  LISTING_SUSPICIOUS: 'red',
} satisfies Partial<Record<EventType, Tone>>;

/** Other types are gray. */
export const eventTone = (type: EventType): Tone => tones[type] ?? 'gray';
