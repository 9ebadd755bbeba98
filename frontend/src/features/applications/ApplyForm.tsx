import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useSubmitApplicationMutation } from '../../api/endpoints';
import type { ListingResponse } from '../../api/generated';
import { paths } from '../../app/paths';
import { useErrorText } from '../../i18n/useErrorText';
import { countCharacters, TextArea } from '../../ui/form/TextArea';
import { useLetterDraft } from './useLetterDraft';

const longestLetter = 5000;

export function ApplyForm({ listing, studentId }: { listing: ListingResponse; studentId: string }) {
  const { t } = useTranslation('applications');
  const { failureText, ruleText } = useErrorText();
  const navigate = useNavigate();
  const { letter, write, forget } = useLetterDraft(studentId, listing.externalId);
  const [send, { isLoading, error }] = useSubmitApplicationMutation();
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const length = countCharacters(letter);
  const mistake =
    length === 0
      ? ruleText('validation.required')
      : length > longestLetter
        ? t('apply.tooLong', { limit: longestLetter })
        : '';

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    if (mistake) {
      field.current?.focus();
      return;
    }
    const { error: refused } = await send({
      id: listing.externalId,
      submitApplicationRequest: { applicationLetter: letter },
    });
    if (refused) return;
    forget();
    void navigate(paths.applicationSuccess.href(), { replace: true });
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Typography sx={{ mb: 3, maxWidth: '66ch' }}>{t('apply.confirmation')}</Typography>
      <TextArea
        ref={field}
        label={t('apply.letter')}
        name="applicationLetter"
        required
        rows={12}
        placeholder={t('apply.letterHint')}
        limit={longestLetter}
        value={letter}
        error={checked ? mistake : ''}
        onChange={(event) => write(event.target.value)}
      />
      {error && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {failureText(error)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1.5, mt: 2 }}>
        <Button color="inherit" component={Link} to={paths.listing.href(listing.externalId)}>
          {t('apply.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={isLoading}>
          {t('apply.confirm')}
        </Button>
      </Box>
    </form>
  );
}
