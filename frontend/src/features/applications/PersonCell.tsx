import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonResponse } from '../../api/generated';
import { Avatar } from '../../ui/Avatar';
import { Badge } from '../../ui/Badge';
import { PersonDialog } from './PersonDialog';
import { personName } from './personName';
import styles from './ReviewPage.module.css';

type PersonCellProps = {
  /** Null once the person's data were erased. */
  person: PersonResponse | null;
  /** Their contact data come with the reader's approval. */
  contactLater?: boolean;
};

/** A person's name, which opens what the reader may know of them. */
export function PersonCell({ person, contactLater = false }: PersonCellProps) {
  const { t } = useTranslation('applications');
  const [open, setOpen] = useState(false);
  if (!person) return <span className={styles.muted}>{t('cell.gone')}</span>;
  return (
    <>
      <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Avatar name={person.firstName} size={32} />
        {personName(person)}
      </button>
      {person.status === 'INACTIVE' && <Badge tone="gray">{t('cell.inactive')}</Badge>}
      {open && <PersonDialog person={person} contactLater={contactLater} onClose={() => setOpen(false)} />}
    </>
  );
}
