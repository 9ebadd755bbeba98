import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useSubmitApplicationMutation } from '../../../api/endpoints';
import { serverError } from '../../../api/failure';
import type { ListingResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { useErrorText } from '../../../i18n/useErrorText';
import { countCharacters, TextArea } from '../../../ui/form/TextArea';
import styles from './ApplyPage.module.css';
import { useLetterDraft } from './useLetterDraft';

const maxLetterLength = 5000;

export function ApplyForm({ listing, studentId }: { listing: ListingResponse; studentId: string }) {
  const { t } = useTranslation('applications');
  const { failureText, ruleText } = useErrorText();
  const navigate = useNavigate();
  const { letter, write, clear } = useLetterDraft(studentId, listing.externalId);
  const [send, { isLoading, error, reset }] = useSubmitApplicationMutation();
  const [submitted, setSubmitted] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const length = countCharacters(letter);
  const letterError =
    length === 0
      ? ruleText('validation.required')
      : length > maxLetterLength
        ? t('apply.tooLong', { limit: maxLetterLength })
        : '';

  // The API calls the letter applicationLetter; the name of the form's field is the
  // specification's.
  const serverRule = serverError(error)?.fields?.['applicationLetter'];

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (letterError) {
      field.current?.focus();
      return;
    }
    const { error: sendError } = await send({
      id: listing.externalId,
      submitApplicationRequest: { applicationLetter: letter },
    });
    if (sendError) {
      if (serverError(sendError)?.fields?.['applicationLetter']) field.current?.focus();
      return;
    }
    clear();
    void navigate(paths.applicationSuccess.href(), { replace: true });
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Typography sx={{ mb: 3, maxWidth: '66ch' }}>{t('apply.confirmation')}</Typography>
      <TextArea
        ref={field}
        label={t('apply.letter')}
        name="tenantDescription"
        required
        rows={12}
        placeholder={t('apply.letterHint')}
        limit={maxLetterLength}
        value={letter}
        error={(submitted && letterError) || (serverRule ? ruleText(serverRule) : '')}
        onChange={(event) => {
          write(event.target.value);
          reset();
        }}
      />
      {error && !serverRule && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {failureText(error)}
        </Alert>
      )}
      <div className={styles.actions}>
        <Button color="inherit" component={Link} to={paths.listing.href(listing.externalId)}>
          {t('apply.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={isLoading}>
          {t('apply.confirm')}
        </Button>
      </div>
    </form>
  );
}
