import type { FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button/Button';
import { Notice } from '../ui/notice/Notice';

/** Replaces a page that failed to render. A reload also loads the code of a new release. */
export function ErrorScreen({ error }: Pick<FallbackProps, 'error'>) {
  const { t } = useTranslation();
  return (
    <Notice
      alert
      page
      title={t('crash.title')}
      text={reasonOf(error)}
      actions={
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </Button>
      }
    />
  );
}

/** The status text of a thrown response, else the error's message. */
function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null) {
    if ('statusText' in error && typeof error.statusText === 'string') return error.statusText;
    if ('message' in error && typeof error.message === 'string') return error.message;
  }
  return String(error);
}
