import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePublicSettings } from '../../features/settings/usePublicSettings';
import { WindowMark } from '../../ui/WindowMark';
import { paths } from '../paths';
import styles from './Footer.module.css';

/** The portal's own pages, and the operator's legal ones, each as soon as its address is configured. */
export function Footer() {
  const { t } = useTranslation();
  const { settings } = usePublicSettings();
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <div className={styles.about}>
          <WindowMark size={28} />
          <p>{t('footer.claim')}</p>
        </div>
        <div className={styles.navs}>
          <nav className={styles.links} aria-label={t('footer.portal')}>
            <Link to={paths.signUpStudent.href()}>{t('footer.signUpStudent')}</Link>
            <Link to={paths.signUpLandlord.href()}>{t('footer.signUpLandlord')}</Link>
            <Link to={paths.about.href()}>{t('footer.about')}</Link>
            <Link to={paths.contact.href()}>{t('footer.contact')}</Link>
          </nav>
          <nav className={styles.links} aria-label={t('footer.legal')}>
            <External href={settings?.termsUrl} label={t('footer.terms')} />
            <External href={settings?.privacyUrl} label={t('footer.privacy')} />
            <External href={settings?.imprintUrl} label={t('footer.imprint')} />
          </nav>
        </div>
      </div>
    </footer>
  );
}

function External({ href, label }: { href: string | null | undefined; label: string }) {
  if (!href) return null;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}
