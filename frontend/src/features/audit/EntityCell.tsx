import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AuditEntryResponse } from '../../api/generated';
import { paths } from '../../app/paths';
import { Icon } from '../../ui/Icon';
import cells from '../../ui/list/RecordCell.module.css';
import { showToast } from '../../ui/toasts';
import styles from './AuditFilters.module.css';
import { shortId } from './shortId';

/** What was acted on: its noun, which leads to its page where it has one, and its id. */
export function EntityCell({ entry }: { entry: AuditEntryResponse }) {
  const { t } = useTranslation('audit');
  const { entityId } = entry;
  const noun = t(`entity.${entry.entityType}`);
  const page = pageOf(entry);
  return (
    <span className={styles.entity}>
      {page ? (
        <Link className={cells.link} to={page} aria-label={entityId ? `${noun} ${shortId(entityId)}` : noun}>
          {noun}
        </Link>
      ) : (
        noun
      )}
      {entityId && (
        <button
          type="button"
          className={styles.id}
          title={entityId}
          aria-label={t('copyNamed', { id: shortId(entityId) })}
          onClick={() => void copy(entityId)}
        >
          {shortId(entityId)}
          <Icon name="copy" size={15} />
        </button>
      )}
    </span>
  );

  async function copy(id: string) {
    try {
      await navigator.clipboard.writeText(id);
      showToast(t('copied'), 'success');
    } catch {
      // Not over a plain connection, or forbidden: then the id is shown to be copied by hand.
      showToast(id);
    }
  }
}

function pageOf({ action, entityType, entityId }: AuditEntryResponse): string | undefined {
  if (entityType === 'SETTING') return paths.settings.href();
  if (entityType === 'LISTING' && entityId && action !== 'LISTING_DELETED')
    return paths.listing.href(entityId);
  return undefined;
}
