import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreIcon } from '../../ui/MoreIcon';
import styles from './ReportLink.module.css';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';

const ReportDialog = lazyPart(() => import('./ReportDialog').then((module) => module.ReportDialog), overlay);

/** Inconspicuous, because it is rarely needed. */
export function ReportLink({ listing }: { listing: { externalId: string; title: string } }) {
  const { t } = useTranslation('reports');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MoreIcon name="flag" size={17} />
        {t('open')}
      </button>
      {open && <ReportDialog listing={listing} onClose={() => setOpen(false)} />}
    </>
  );
}
