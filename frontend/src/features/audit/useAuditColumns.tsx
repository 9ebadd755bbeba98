import { useTranslation } from 'react-i18next';
import type { AuditEntryResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import cells from '../../ui/list/table/RecordCell.module.css';
import type { Column } from '../../ui/list/table/RecordTable';
import { displayName } from '../../ui/user/displayName';
import { EntityCell } from './EntityCell';

export function useAuditColumns(onActor: (id: string) => void): readonly Column<AuditEntryResponse>[] {
  const { t } = useTranslation(['audit', 'userDetails']);
  const { dateTime } = useFormats();
  return [
    {
      header: t('column.when'),
      width: '11rem',
      cell: ({ dateCreated }) => (
        <time className={cells.date} dateTime={dateCreated}>
          {dateTime(dateCreated)}
        </time>
      ),
    },
    {
      header: t('column.who'),
      cell: ({ actor }) =>
        actor ? (
          <button
            type="button"
            className={cells.link}
            title={actor.email}
            aria-label={t('onlyActor', {
              name: displayName(actor),
              role: t(`userDetails:role.${actor.role}`),
            })}
            onClick={() => onActor(actor.externalId)}
          >
            {displayName(actor)}
          </button>
        ) : (
          <span className={cells.muted}>{t('noActor')}</span>
        ),
    },
    { header: t('column.what'), width: '13rem', cell: ({ action }) => t(`action.${action}`) },
    { header: t('column.onWhat'), cell: (entry) => <EntityCell entry={entry} /> },
    {
      header: t('column.where'),
      width: '10rem',
      cell: ({ address }) => <span className={cells.muted}>{address ?? t('noAddress')}</span>,
    },
  ];
}
