import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { serverError } from '../../api/failure';
import type { FieldRule, SavedSearchResponse } from '../../api/generated';
import { type Failure, useErrorText } from '../../i18n/useErrorText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { checkText } from '../../ui/form/checkText';
import { maxLengths } from '../../ui/form/limits';
import { SelectField } from '../../ui/form/SelectField';
import { TextField } from '../../ui/form/TextField';
import { useFormFields } from '../../ui/form/useFormFields';
import space from '../../ui/layout/space.module.css';
import type { Frequency } from './frequencies';
import { useFrequencyOptions } from './useFrequencyOptions';

export type SearchValues = {
  name: string;
  frequency: Frequency;
  /** The id of the saved search that it replaces; empty for none. */
  replaced: string;
};

type SearchFormDialogProps = {
  title: string;
  text: string;
  defaults: Omit<SearchValues, 'replaced'>;
  /** What can be replaced. */
  replaceable?: readonly SavedSearchResponse[];
  failure: Failure;
  /** Returns why it failed. */
  onSave: (values: SearchValues) => Promise<Failure>;
  onClose: () => void;
};

/** Asks for the name of a saved search and the frequency of its mails. */
export function SearchFormDialog(props: SearchFormDialogProps) {
  const { title, text, defaults, replaceable = [], failure, onSave, onClose } = props;
  const { t } = useTranslation('savedSearches');
  const { failureText, ruleText } = useErrorText();
  const frequencyOptions = useFrequencyOptions();
  const { form, field, choice, clearError, busy } = useFormFields({
    defaultValues: { ...defaults, replaced: '' },
    validate: ({ name }) => ({ name: checkText(name, maxLengths.savedSearchName) }),
    errorText: (rule: FieldRule) => ruleText(rule),
    send: async (values) => ({ name: serverError(await onSave(values))?.fields?.['name'] }),
  });
  /** A search that replaces another one keeps its name, unless the student changes it. */
  const chooseReplaced = (id: string) => {
    choice('replaced').onChange(id);
    const replaced = replaceable.find(({ externalId }) => externalId === id);
    choice('name').onChange(replaced?.name ?? defaults.name);
    choice('frequency').onChange(replaced?.frequency ?? defaults.frequency);
    clearError('name');
  };

  return (
    <FormDialog title={title} submitLabel={t('submit')} busy={busy} form={form} onClose={onClose}>
      <p className={space.below16}>{text}</p>
      {replaceable.length > 0 && (
        <SelectField
          {...choice('replaced')}
          label={t('replace')}
          options={[
            { value: '', label: t('replace.none') },
            ...replaceable.map(({ externalId, name }) => ({
              value: externalId,
              label: t('replace.named', { name }),
            })),
          ]}
          onChange={chooseReplaced}
        />
      )}
      <TextField {...field('name')} label={t('name')} required maxLength={maxLengths.savedSearchName} />
      <SelectField {...choice('frequency')} label={t('frequency')} options={frequencyOptions} />
      {failure && <Alert severity="error">{failureText(failure)}</Alert>}
    </FormDialog>
  );
}
