import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AuditEntryResponse } from '../../api/generated';
import { Icon } from '../../ui/Icon';
import cells from '../../ui/list/RecordCell.module.css';
import { personName } from '../../ui/person/personName';
import { useShowToast } from '../../ui/toasts';
import styles from './EntityCell.module.css';
import { pageOf } from './pageOf';
import { shortId } from './shortId';

/** What was acted on: its noun, its name or title, which leads to its page where it has one, and its id. */
export function EntityCell({ entry }: { entry: AuditEntryResponse }) {
  const kind = useKind(entry);
  const name = nameOf(entry);
  const { entityId } = entry;
  const page = pageOf(entry);
  return (
    <div className={styles.entity}>
      {name && <span className={styles.kind}>{kind}</span>}
      {page ? (
        <Link
          className={cells.outside}
          to={page}
          // Without a name, entries of one noun are told apart by their ids.
          aria-label={!name && entityId ? `${kind} ${shortId(entityId)}` : undefined}
        >
          {name || kind}
        </Link>
      ) : (
        <span className={name ? styles.name : undefined}>{name || kind}</span>
      )}
      {entityId && <IdButton id={entityId} />}
    </div>
  );
}

function useKind({ entity, entityType }: AuditEntryResponse): string {
  const { t } = useTranslation(['audit', 'events']);
  const noun = t(`entity.${entityType}`);
  return entity?.eventType ? `${noun}: ${t(`events:type.${entity.eventType}`)}` : noun;
}

/** Name and title, as far as there are any; empty without. */
const nameOf = ({ entity }: AuditEntryResponse): string =>
  [entity?.name, entity?.person && personName(entity.person), entity?.listing?.title]
    .filter(Boolean)
    .join(' · ');

function IdButton({ id }: { id: string }) {
  const { t } = useTranslation('audit');
  const showToast = useShowToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      showToast(t('copied'), 'success');
    } catch {
      // Not over a plain connection, or forbidden: then the id is shown to be copied by hand.
      showToast(id);
    }
  };
  return (
    <button
      type="button"
      className={styles.id}
      title={id}
      aria-label={t('copyNamed', { id: shortId(id) })}
      onClick={() => void copy()}
    >
      {shortId(id)}
      <Icon name="copy" size={15} />
    </button>
  );
}
