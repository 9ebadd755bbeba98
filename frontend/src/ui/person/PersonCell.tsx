import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../Avatar';
import { Badge } from '../Badge';
import { lazyPart } from '../lazy/lazyPart';
import { overlay } from '../lazy/PartFailure';
import cells from '../list/RecordCell.module.css';
import styles from './PersonCell.module.css';
import type { Person } from './PersonFacts';
import { personName } from './personName';

const PersonDialog = lazyPart(() => import('./PersonDialog').then((module) => module.PersonDialog), overlay);

type PersonCellProps = {
  /** Null once the person's data were erased. */
  person: Person | null;
  /** What the dialog does not tell, and why. */
  note?: string | undefined;
  /** In a list of people the e-mail tells namesakes apart, and a column of its own tells the status. */
  ofPeople?: boolean;
};

/** A person's name, which opens what the reader may know of them. */
export function PersonCell({ person, note, ofPeople = false }: PersonCellProps) {
  const { t } = useTranslation('people');
  const [open, setOpen] = useState(false);
  if (!person) return <span className={cells.muted}>{t('gone')}</span>;
  return (
    <>
      <button type="button" className={cells.link} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Avatar name={person.firstName} size={32} />
        <span className={styles.words}>
          <span>{personName(person)}</span>
          {/* The space keeps the two apart where they are read aloud. */}
          {ofPeople && <span className={styles.email}> {person.email}</span>}
        </span>
      </button>
      {!ofPeople && person.status === 'INACTIVE' && <Badge tone="gray">{t('account.INACTIVE')}</Badge>}
      {open && <PersonDialog person={person} note={note} onClose={() => setOpen(false)} />}
    </>
  );
}
