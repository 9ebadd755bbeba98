import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { legalPages } from '../../features/legal/legalPages';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { usePublicSettings } from '../../features/settings/usePublicSettings';
import { PageLink } from '../../ui/link/PageLink';
import { Logo } from '../../ui/brand/Logo';
import { paths } from '../paths';
import styles from './Footer.module.css';

/**
 * Links to the portal's pages (those for signing up only without a user), and to the legal ones (here
 * or on a website of the operator) once the settings are loaded.
 */
export function Footer() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const { settings } = usePublicSettings();
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <div className={styles.about}>
          <Logo size={28} />
          <p>{t('footer.claim')}</p>
        </div>
        <div className={styles.navs}>
          <nav className={styles.links} aria-label={t('footer.portal')}>
            {user === null && (
              <>
                <Link to={paths.signUpStudent.href()}>{t('footer.signUpStudent')}</Link>
                <Link to={paths.signUpLandlord.href()}>{t('footer.signUpLandlord')}</Link>
              </>
            )}
            <Link to={paths.about.href()}>{t('footer.about')}</Link>
            <Link to={paths.contact.href()}>{t('footer.contact')}</Link>
          </nav>
          <nav className={styles.links} aria-label={t('footer.legal')}>
            {settings &&
              legalPages.map((name) => (
                <PageLink key={name} href={settings[`${name}Url`]}>
                  {t(`footer.${name}`)}
                </PageLink>
              ))}
          </nav>
        </div>
      </div>
    </footer>
  );
}
