import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useAcknowledgeEventMutation } from '../../api/endpoints';
import type { EventResponse } from '../../api/generated';
import { Icon } from '../../ui/Icon';
import cells from '../../ui/list/table/RecordCell.module.css';
import { useRowNotices } from '../../ui/list/table/rowNotices';
import { displayName } from '../../ui/user/displayName';
import { type EventListing, listingOf, userOf } from './eventEntities';
import styles from './EventActions.module.css';

/** An administrator's action on the listing of an event. */
export type EventAction = 'donation' | 'takedown';

export type EventActionsProps = {
  event: EventResponse;
  /** The ids of the listings that were taken down from this page: the list is read again later. */
  takenDown: readonly string[];
  onAction: (action: EventAction, listing: EventListing) => void;
  /** Asks whether the suspicion of the listing is unfounded. */
  onDismiss: (event: EventResponse, listing: EventListing) => void;
  /** The last event was acknowledged: no button is left that could get the focus. */
  onLastAcknowledged: () => void;
};

export function EventActions(props: EventActionsProps) {
  const { event, takenDown, onAction, onDismiss, onLastAcknowledged } = props;
  const { t } = useTranslation(['events', 'donations', 'reports']);
  const listing = listingOf(event);
  const isSuspicion = event.type === 'LISTING_SUSPICIOUS';
  const isComplaint = isSuspicion || event.type === 'LISTING_REPORTED';
  const mayTakeDown = isComplaint && !event.acknowledged;
  return (
    <div className={cells.buttons}>
      {listing && isSuspicion && !event.acknowledged ? (
        <Button
          size="small"
          variant="contained"
          aria-haspopup="dialog"
          aria-label={t('dismiss.openNamed', { title: listing.title })}
          onClick={() => onDismiss(event, listing)}
          className={cells.nowrap}
        >
          {t('dismiss.open')}
        </Button>
      ) : (
        <Acknowledge event={event} onLast={onLastAcknowledged} />
      )}
      {listing?.landlordActive && !isComplaint && (
        <Button
          size="small"
          variant="outlined"
          aria-haspopup="dialog"
          aria-label={t('donations:openNamed', { name: displayName(listing.landlord) })}
          onClick={() => onAction('donation', listing)}
          className={cells.nowrap}
        >
          {t('donations:open')}
        </Button>
      )}
      {/* After the event is settled, the page of the listing still offers it. */}
      {listing && mayTakeDown && !isTakenDown(listing, takenDown) && (
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-haspopup="dialog"
          aria-label={t('reports:takedown.openNamed', { title: listing.title })}
          onClick={() => onAction('takedown', listing)}
          className={cells.nowrap}
        >
          {t('reports:takedown.open')}
        </Button>
      )}
    </div>
  );
}

const isTakenDown = (listing: EventListing, ids: readonly string[]): boolean =>
  listing.takenDown || ids.includes(listing.externalId);

/** Shown as done immediately; a failure reverts it. Acknowledging twice is harmless. */
function Acknowledge({ event, onLast }: { event: EventResponse; onLast: () => void }) {
  const { t } = useTranslation('events');
  const rowNotices = useRowNotices();
  const [send, { isLoading, isSuccess }] = useAcknowledgeEventMutation();
  if (event.acknowledged || isLoading || isSuccess) {
    return (
      <span className={styles.done}>
        <Icon name="check" size={18} />
        {t('acknowledged')}
      </span>
    );
  }

  const acknowledge = async (button: HTMLElement) => {
    if (!focusNext(button)) onLast();
    const id = event.externalId;
    rowNotices.clear(id);
    const { error } = await send({ id });
    if (error) rowNotices.show({ id, title: t('refused'), reason: error });
  };

  const user = userOf(event);
  const listing = listingOf(event) ?? event.deletedListing;
  const about = listing?.title ?? (user && displayName(user)) ?? t('deletedShort');
  return (
    <Button
      size="small"
      // For a complaint there is a choice, and the other one is to take the listing down.
      variant={event.type === 'LISTING_REPORTED' ? 'outlined' : 'contained'}
      data-acknowledge
      aria-label={t('acknowledgeNamed', { type: t(`type.${event.type}`), about })}
      onClick={({ currentTarget }) => void acknowledge(currentTarget)}
      className={cells.nowrap}
    >
      {t('acknowledge')}
    </Button>
  );
}

/**
 * The button disappears: the next one is focused, so that the list can be handled by keyboard. False
 * if there is none.
 */
function focusNext(button: HTMLElement): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('[data-acknowledge]')];
  const index = all.indexOf(button);
  const next = all[index + 1] ?? all[index - 1];
  next?.focus();
  return next !== undefined;
}
