import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { screenSources } from '../../api/images';
import { WindowMark } from '../../ui/WindowMark';
import styles from './SessionFrame.module.css';

type SessionFrameProps = {
  heading: string;
  text: ReactNode;
  /** The form. */
  children: ReactNode;
  /** Where else somebody may want to go from here. */
  links?: ReactNode;
  /** The location of the operator's own picture, in place of the drawn window. */
  picture?: string | null;
};

/** A form beside a lit window: the look of every screen on the way in. */
export function SessionFrame({ heading, text, children, links, picture }: SessionFrameProps) {
  const { t } = useTranslation('session');
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <Typography variant="h2" component="h1">
          {heading}
        </Typography>
        <Typography sx={{ mt: 1, mb: 3, color: 'text.secondary' }}>{text}</Typography>
        {children}
        {links && <div className={styles.links}>{links}</div>}
      </div>
      <div className={styles.side} aria-hidden>
        {picture ? (
          // High and cut at its sides; on phones it is not there, and is not loaded.
          <img {...screenSources(picture)} sizes="960px" loading="lazy" className={styles.picture} alt="" />
        ) : (
          <>
            <WindowMark size={176} />
            <p className={styles.claim}>{t('login.claim')}</p>
          </>
        )}
      </div>
    </div>
  );
}
