import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverError } from '../../../api/failure';
import type { FilePreview } from '../../../api/files/filePreview';
import { useErrorText } from '../../../i18n/useErrorText';
import styles from './DocumentPreview.module.css';
import { useDocumentPreview } from './useDocumentPreview';

type DocumentPreviewProps = {
  /** Of the document. */
  id: string;
  /** The applicant's name. */
  name: string;
};

/** The proof of study. It is loaded once for each dialog, because each read is audited. */
export function DocumentPreview(props: DocumentPreviewProps) {
  const [tries, setTries] = useState(0);
  return <LoadedPreview key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

function LoadedPreview({ id, name, onRetry }: DocumentPreviewProps & { onRetry: () => void }) {
  const { t } = useTranslation(['registrations', 'shell']);
  const { failureText } = useErrorText();
  const preview = useDocumentPreview(id);
  if (preview.state === 'loading') {
    return (
      <Fallback>
        <p role="status">{t('document.loading')}</p>
      </Fallback>
    );
  }
  if (preview.state === 'shown') return <ShownDocument file={preview.file} name={name} />;
  const gone = serverError(preview.failure)?.message === 'exception.document.not-found';
  return (
    <Fallback>
      <p role="alert">{gone ? t('document.deleted') : failureText(preview.failure)}</p>
      {!gone && (
        <Button variant="outlined" onClick={onRetry}>
          {t('shell:retry')}
        </Button>
      )}
    </Fallback>
  );
}

/** For the browser's viewer: the page fits the width, the list of pages is hidden. */
const viewerOptions = '#navpanes=0&view=FitH';

function ShownDocument({ file, name }: { file: FilePreview | null; name: string }) {
  const { t } = useTranslation('registrations');
  const [broken, setBroken] = useState(false);
  const label = t('document.of', { name });
  // Some phones have no viewer, and would show an empty frame.
  const hasViewer = !('pdfViewerEnabled' in navigator) || navigator.pdfViewerEnabled;
  if (!file || broken || (file.type === 'application/pdf' && !hasViewer)) {
    return (
      <Fallback>
        <p>{t('document.notShown')}</p>
      </Fallback>
    );
  }
  if (file.type === 'application/pdf') {
    // No `sandbox` attribute, with which browsers show no PDF. Their viewer is a sandbox.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    return <iframe className={styles.frame} src={`${file.url}${viewerOptions}`} title={label} />;
  }
  return <ImagePreview url={file.url} label={label} onBroken={() => setBroken(true)} />;
}

type ImagePreviewProps = { url: string; label: string; onBroken: () => void };

/** Fits the width, or enlarged for reading. */
function ImagePreview({ url, label, onBroken }: ImagePreviewProps) {
  const { t } = useTranslation('registrations');
  const [large, setLarge] = useState(false);
  return (
    <div className={styles.image}>
      {/* Focusable, because it scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.frame} role="region" aria-label={label} tabIndex={0}>
        <img src={url} alt={label} data-large={large} onError={onBroken} />
      </div>
      <Button
        size="small"
        variant="contained"
        color="inherit"
        className={styles.enlarge}
        aria-pressed={large}
        onClick={() => setLarge(!large)}
      >
        {t(large ? 'document.shrink' : 'document.enlarge')}
      </Button>
    </div>
  );
}

function Fallback({ children }: { children: ReactNode }) {
  return <div className={`${styles.frame} ${styles.fallback}`}>{children}</div>;
}
