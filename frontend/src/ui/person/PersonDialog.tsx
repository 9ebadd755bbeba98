import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog/Dialog';
import { type Person, PersonFacts } from './PersonFacts';
import { personName } from './personName';

type PersonDialogProps = {
  person: Person;
  /** What is not there, and why. */
  note?: string | undefined;
  onClose: () => void;
};

export function PersonDialog({ person, note, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['people', 'shell']);
  return (
    <Dialog
      title={personName(person)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('shell:dialog.close')}</Button>}
    >
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>{t(`role.${person.role}`)}</Typography>
      <PersonFacts person={person} />
      {note && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {note}
        </Typography>
      )}
    </Dialog>
  );
}
