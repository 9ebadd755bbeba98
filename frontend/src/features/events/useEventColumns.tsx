import { useTranslation } from 'react-i18next';
import type { EventResponse } from '../../api/generated';
import { Age } from '../../ui/badge/Age';
import cells from '../../ui/list/table/RecordCell.module.css';
import type { Column } from '../../ui/list/table/RecordTable';
import { EventActions, type EventActionsProps } from './EventActions';
import { EventDescription } from './EventDescription';

export function useEventColumns(actions: Omit<EventActionsProps, 'event'>): readonly Column<EventResponse>[] {
  const { t } = useTranslation('events');
  return [
    { header: t('column.event'), wide: true, cell: (event) => <EventDescription event={event} /> },
    {
      header: t('column.age'),
      width: '9rem',
      cell: ({ dateCreated }) => (
        <span className={cells.date}>
          <Age since={dateCreated} />
        </span>
      ),
    },
    {
      header: t('column.actions'),
      width: 'clamp(13rem, 24vw, 21rem)',
      wide: true,
      cell: (event) => <EventActions event={event} {...actions} />,
    },
  ];
}
