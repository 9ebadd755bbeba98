import { useTranslation } from 'react-i18next';
import type { AuditAction, AuditEntryResponse } from '../../api/generated';
import { Icon } from '../../ui/Icon';
import { ChoiceChips } from '../../ui/list/ChoiceChips';
import { displayName } from '../../ui/user/displayName';
import { actionGroups } from './actions';
import styles from './AuditFilters.module.css';
import type { AuditScope } from './auditParams';
import { DateField } from './DateField';
import { shortId } from './shortId';

type AuditFiltersProps = {
  actions: readonly AuditAction[];
  onActions: (actions: AuditAction[]) => void;
  scope: AuditScope;
  /** The user behind `scope.actorId`, if a row has it. */
  actor: AuditEntryResponse['actor'];
  onScope: (change: Partial<AuditScope>) => void;
};

/** The filters of the audit trail besides the keyword: dates, actions, and one user. */
export function AuditFilters({ actions, onActions, scope, actor, onScope }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  return (
    <div className={styles.filters}>
      <div className={styles.days}>
        <DateField
          label={t('from')}
          value={scope.from}
          max={scope.to}
          onChange={(from) => onScope({ from })}
        />
        <DateField label={t('to')} value={scope.to} min={scope.from} onChange={(to) => onScope({ to })} />
      </div>
      <ActionChoice actions={actions} onActions={onActions} />
      {scope.actorId && (
        <button type="button" className={styles.actor} onClick={() => onScope({ actorId: '' })}>
          {t('actorIs', { name: actor ? displayName(actor) : shortId(scope.actorId) })}
          <Icon name="close" size={16} />
          <span className="visually-hidden"> ({t('actorClear')})</span>
        </button>
      )}
    </div>
  );
}

/** Folded, because there are many; the summary has the number of chosen ones. */
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
