import { useTranslation } from 'react-i18next';
import type { AuditAction, AuditEntryResponse } from '../../api/generated';
import { SelectField } from '../../ui/form/SelectField';
import { Icon } from '../../ui/Icon';
import { ChoiceChips } from '../../ui/list/ChoiceChips';
import type { SortDirection } from '../../ui/list/listParams';
import { personName } from '../../ui/person/personName';
import { actionGroups } from './actions';
import styles from './AuditFilters.module.css';
import type { AuditScope } from './auditParams';
import { DayField } from './DayField';
import { shortId } from './shortId';

type AuditFiltersProps = {
  actions: readonly AuditAction[];
  onActions: (actions: AuditAction[]) => void;
  sortDirection: SortDirection;
  onSort: (direction: SortDirection) => void;
  scope: AuditScope;
  /** Who is behind `scope.actorId`, when a row tells. */
  actor: AuditEntryResponse['actor'];
  onScope: (change: Partial<AuditScope>) => void;
};

export function AuditFilters(props: AuditFiltersProps) {
  const { actions, onActions, sortDirection, onSort, scope, actor, onScope } = props;
  const { t } = useTranslation(['audit', 'lists']);
  return (
    <search className={styles.filters} aria-label={t('lists:filter.label')}>
      <div className={styles.row}>
        <DayField
          label={t('from')}
          value={scope.from}
          max={scope.to}
          onChange={(from) => onScope({ from })}
        />
        <DayField label={t('to')} value={scope.to} min={scope.from} onChange={(to) => onScope({ to })} />
        <SelectField
          label={t('lists:sort.direction')}
          value={sortDirection}
          options={[
            { value: 'DESC', label: t('newestFirst') },
            { value: 'ASC', label: t('oldestFirst') },
          ]}
          onChange={onSort}
        />
      </div>
      <ActionChoice actions={actions} onActions={onActions} />
      {scope.actorId && (
        <button type="button" className={styles.actor} onClick={() => onScope({ actorId: '' })}>
          {t('actorIs', { name: actor ? personName(actor) : shortId(scope.actorId) })}
          <Icon name="close" size={16} />
          <span className="visually-hidden"> ({t('actorClear')})</span>
        </button>
      )}
    </search>
  );
}

/** Folded, because there are many; what is chosen is said outside. */
function ActionChoice({ actions, onActions }: Pick<AuditFiltersProps, 'actions' | 'onActions'>) {
  const { t } = useTranslation('audit');
  return (
    <details className={styles.actions}>
      <summary className={styles.summary}>
        <Icon name="down" size={18} className={styles.arrow} />
        {actions.length === 0 ? t('actions') : t('actionsChosen', { count: actions.length })}
      </summary>
      <div className={styles.groups}>
        {actionGroups.map(({ about, actions: possible }) => (
          <ChoiceChips<AuditAction>
            key={about}
            label={t(`group.${about}`)}
            options={possible.map((action) => ({ value: action, label: t(`action.${action}`) }))}
            chosen={actions}
            onChange={(chosen) =>
              onActions([...actions.filter((action) => !isOneOf(possible, action)), ...chosen])
            }
          />
        ))}
      </div>
    </details>
  );
}

const isOneOf = (possible: readonly AuditAction[], action: AuditAction): boolean => possible.includes(action);
