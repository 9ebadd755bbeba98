import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AuditEntryResponse } from '../../api/generated';
import { MoreIcon } from '../../ui/MoreIcon';
import cells from '../../ui/list/table/RecordCell.module.css';
import { displayName } from '../../ui/user/displayName';
import { useShowToast } from '../../ui/toast/toasts';
import styles from './EntityCell.module.css';
import { findEntityAddress } from './entityAddress';
import { shortId } from './shortId';

/** The entity of an entry: type, name or title with a link to its page, and id. */
export function EntityCell({ entry }: { entry: AuditEntryResponse }) {
  const label = useEntityLabel(entry);
  const name = nameOf(entry);
  const { entityId } = entry;
  const address = findEntityAddress(entry);
  return (
    <div className={styles.entity}>
      {name && <span className={styles.label}>{label}</span>}
      {address ? (
        <Link
          className={cells.external}
          to={address}
          // Without a name, the id distinguishes entries of one type.
          aria-label={!name && entityId ? `${label} ${shortId(entityId)}` : undefined}
        >
          {name || label}
        </Link>
      ) : (
        <span className={name ? styles.name : undefined}>{name || label}</span>
      )}
      {entityId && <IdButton id={entityId} />}
    </div>
  );
}

function useEntityLabel({ entity, entityType }: AuditEntryResponse): string {
  const { t } = useTranslation(['audit', 'events']);
  const noun = t(`entity.${entityType ?? 'UNKNOWN'}`);
  return entity?.eventType ? `${noun}: ${t(`events:type.${entity.eventType}`)}` : noun;
}

/** Name and title, as far as known, else empty. */
const nameOf = ({ entity }: AuditEntryResponse): string =>
  [entity?.name, entity?.person && displayName(entity.person), entity?.listing?.title]
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
      // Forbidden, or no secure context: the id is shown to be copied by hand.
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
      <MoreIcon name="copy" size={15} />
    </button>
  );
}
