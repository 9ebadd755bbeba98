import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { Dialog } from '../../../ui/dialog/Dialog';

type PlaceholderDialogProps = {
  listingId: string;
  /** With their brackets. */
  placeholders: readonly string[];
  busy: boolean;
  onPublish: () => void;
  onClose: () => void;
};

/** The wizard's step with the texts. */
const descriptionsStep = '?step=5';

/** Asks before a listing with placeholders in its texts is published. */
export function PlaceholderDialog(props: PlaceholderDialogProps) {
  const { listingId, placeholders, busy, onPublish, onClose } = props;
  const { t } = useTranslation('myListings');
  return (
    <Dialog
      title={t('placeholders.title')}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button
            color="inherit"
            component={Link}
            to={{ pathname: paths.manageListing.href(listingId), search: descriptionsStep }}
            onClick={onClose}
          >
            {t('placeholders.edit')}
          </Button>
          <Button variant="contained" loading={busy} onClick={onPublish}>
            {t('placeholders.publish')}
          </Button>
        </>
      }
    >
      {t('placeholders.text')}
      <ul>
        {placeholders.map((placeholder) => (
          <li key={placeholder}>
            <strong>{placeholder}</strong>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
