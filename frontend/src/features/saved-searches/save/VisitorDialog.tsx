import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { Dialog } from '../../../ui/dialog/Dialog';
import { maxLengths } from '../../../ui/form/limits';
import { SelectField } from '../../../ui/form/SelectField';
import { TextField } from '../../../ui/form/TextField';
import type { SearchFilters } from '../../search/searchFilters';
import { defaultFrequency } from '../frequencies';
import { keepSearch, readKeptSearch } from '../kept/keptSearch';
import { queryOf } from '../savedFilters';
import { useFrequencyOptions } from '../useFrequencyOptions';
import { useProposedName } from './useProposedName';
import styles from './VisitorDialog.module.css';

type VisitorDialogProps = { filters: SearchFilters; onClose: () => void };

/** Keeps the search on this device, and leads to an account. */
export function VisitorDialog({ filters, onClose }: VisitorDialogProps) {
  const { t } = useTranslation('savedSearches');
  const { pathname, search } = useLocation();
  const proposed = useProposedName(filters);
  const frequencyOptions = useFrequencyOptions();
  const [kept] = useState(readKeptSearch);
  const query = queryOf(filters);
  const same = kept?.query === query ? kept : undefined;
  const [name, setName] = useState(same?.name ?? proposed);
  const [frequency, setFrequency] = useState(same?.frequency ?? defaultFrequency);
  const keep = () => keepSearch({ name: name.trim() || proposed, frequency, query });

  return (
    <Dialog
      title={t('save')}
      closeByCross
      onClose={onClose}
      actions={
        <>
          <Button
            variant="outlined"
            component={Link}
            to={paths.login.href()}
            state={{ returnTo: pathname + search }}
            onClick={keep}
          >
            {t('logIn')}
          </Button>
          <Button variant="contained" component={Link} to={paths.signUpStudent.href()} onClick={keep}>
            {t('signUp')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{t('visitor.text')}</p>
        <TextField
          label={t('name')}
          value={name}
          maxLength={maxLengths.savedSearchName}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={t('frequency')}
          value={frequency}
          options={frequencyOptions}
          onChange={setFrequency}
        />
        {kept && !same && <p className={styles.hint}>{t('visitor.replaces', { name: kept.name })}</p>}
      </div>
    </Dialog>
  );
}
