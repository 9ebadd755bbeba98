import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverError } from '../../api/failure';
import type { ShownFile } from '../../api/showFile';
import { useErrorText } from '../../i18n/useErrorText';
import styles from './ProofPreview.module.css';
import { useProofPreview } from './useProofPreview';

type ProofPreviewProps = {
  /** Of the document. */
  id: string;
  /** Whose it is. */
  name: string;
};

/** The proof of study as it was sent in. It is read once for each dialog, because each reading is audited. */
export function ProofPreview(props: ProofPreviewProps) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ id, name, onRetry }: ProofPreviewProps & { onRetry: () => void }) {
  const { t } = useTranslation(['registrationRequests', 'shell']);
  const { failureText } = useErrorText();
  const preview = useProofPreview(id);
  if (preview.state === 'loading') {
    return (
      <Instead>
        <p role="status">{t('proof.loading')}</p>
      </Instead>
    );
  }
  if (preview.state === 'shown') return <Shown file={preview.file} name={name} />;
  const gone = serverError(preview.failure)?.message === 'exception.document.not-found';
  return (
    <Instead>
      <p role="alert">{gone ? t('proof.gone') : failureText(preview.failure)}</p>
      {!gone && (
        <Button variant="outlined" onClick={onRetry}>
          {t('shell:retry')}
        </Button>
      )}
    </Instead>
  );
}

/** For the browser's viewer: the whole width for the page, and none for a list of pages. */
const viewerOptions = '#navpanes=0&view=FitH';

function Shown({ file, name }: { file: ShownFile | null; name: string }) {
  const { t } = useTranslation('registrationRequests');
  const [broken, setBroken] = useState(false);
  const label = t('proof.of', { name });
  // Some phones have no viewer, and would show an empty frame.
  const hasViewer = !('pdfViewerEnabled' in navigator) || navigator.pdfViewerEnabled;
  if (!file || broken || (file.type === 'application/pdf' && !hasViewer)) {
    return (
      <Instead>
        <p>{t('proof.notShown')}</p>
      </Instead>
    );
  }
  if (file.type === 'application/pdf') {
    // No `sandbox` attribute, with which browsers show no PDF. Their viewer is a sandbox of its own.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    return <iframe className={styles.frame} src={`${file.url}${viewerOptions}`} title={label} />;
  }
  return <Picture url={file.url} label={label} onBroken={() => setBroken(true)} />;
}

type PictureProps = { url: string; label: string; onBroken: () => void };

/** As wide as its place, or enlarged to be read. */
function Picture({ url, label, onBroken }: PictureProps) {
  const { t } = useTranslation('registrationRequests');
  const [large, setLarge] = useState(false);
  return (
    <div className={styles.picture}>
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
        {t(large ? 'proof.shrink' : 'proof.enlarge')}
      </Button>
    </div>
  );
}

function Instead({ children }: { children: ReactNode }) {
  return <div className={`${styles.frame} ${styles.instead}`}>{children}</div>;
}
