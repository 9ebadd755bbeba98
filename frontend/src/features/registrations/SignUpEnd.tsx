import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure';
import { useErrorText } from '../../i18n/useErrorText';
import type { ErrorOf } from './PersonFields';
import { type LegalPages, TermsField } from './TermsField';

type SignUpEndProps = { legal: LegalPages; errorOf: ErrorOf; failure: Failure; busy: boolean };

/** The last lines of both forms: the terms, what the server says, the button. */
export function SignUpEnd({ legal, errorOf, failure, busy }: SignUpEndProps) {
  const { t } = useTranslation('signUp');
  const { failureText } = useErrorText();
  return (
    <>
      <TermsField legal={legal} errorOf={errorOf} />
      {failure && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {failureText(failure)}
        </Alert>
      )}
      <Button type="submit" variant="contained" size="large" fullWidth loading={busy} sx={{ mt: 2 }}>
        {t('submit')}
      </Button>
    </>
  );
}
