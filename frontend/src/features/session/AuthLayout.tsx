import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { screenSources } from '../../api/images';
import { Logo } from '../../ui/brand/Logo';
import { PageHeading } from '../../ui/layout/PageHeading';
import styles from './AuthLayout.module.css';

type AuthLayoutProps = {
  heading: string;
  text: ReactNode;
  /** The form. */
  children: ReactNode;
  /** Links to related pages. */
  links?: ReactNode;
  /** The location of the image from the settings; null: the logo is shown. */
  image?: string | null;
};

/** A form next to an image or the logo: the layout of login and password pages. */
export function AuthLayout({ heading, text, children, links, image }: AuthLayoutProps) {
  const { t } = useTranslation('session');
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <PageHeading title={heading} text={text} />
        {children}
        {links && <div className={styles.links}>{links}</div>}
      </div>
      <div className={styles.side} aria-hidden>
        {image ? (
          // Cropped at its sides; on phones it is hidden, and not loaded.
          <img {...screenSources(image)} sizes="960px" loading="lazy" className={styles.image} alt="" />
        ) : (
          <>
            <Logo size={176} />
            <p className={styles.claim}>{t('login.claim')}</p>
          </>
        )}
      </div>
    </div>
  );
}
