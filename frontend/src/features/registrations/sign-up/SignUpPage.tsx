import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { screenSources } from '../../../api/images';
import { paths } from '../../../app/paths';
import { usePageTitle } from '../../../ui/brand/brand';
import { Logo } from '../../../ui/brand/Logo';
import space from '../../../ui/layout/space.module.css';
import styles from './SignUpPage.module.css';

type SignUpPageProps = {
  who: 'student' | 'landlord';
  /** The location of the image from the settings; null: the logo is shown. */
  image: string | null;
  /** The form. */
  children: ReactNode;
};

/** A form next to the steps that follow. */
export function SignUpPage({ who, image, children }: SignUpPageProps) {
  // The texts of the form load together with those of the page.
  const { t } = useTranslation(['signUp', 'person']);
  usePageTitle(t(`${who}.title`));
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <Typography variant="h2" component="h1">
          {t(`${who}.heading`)}
        </Typography>
        <Typography color="textSecondary" className={space.above8}>
          {t(`${who}.text`)}
        </Typography>
        {children}
        <OtherLinks who={who} />
      </div>
      <aside className={styles.side} aria-labelledby="what-happens-next">
        {image ? (
          <img
            {...screenSources(image)}
            sizes="(min-width: 900px) 400px, 100vw"
            className={styles.image}
            alt=""
          />
        ) : (
          <div className={styles.logo}>
            <Logo size={72} />
          </div>
        )}
        <h2 id="what-happens-next" className={styles.sideTitle}>
          {t('steps.title')}
        </h2>
        <ol className={styles.steps}>
          <li>{t('steps.send')}</li>
          <li>{t('steps.check')}</li>
          <li>{t('steps.password')}</li>
          <li>{t(`steps.${who}Goal`)}</li>
        </ol>
      </aside>
    </div>
  );
}

/** Links for visitors who need another form. */
function OtherLinks({ who }: { who: SignUpPageProps['who'] }) {
  const { t } = useTranslation('signUp');
  return (
    <div className={styles.links}>
      <p>
        {t('haveAccount')} <Link to={paths.login.href()}>{t('logIn')}</Link>
      </p>
      {who === 'student' ? (
        <p>
          {t('toLandlord')} <Link to={paths.signUpLandlord.href()}>{t('toLandlordLink')}</Link>
        </p>
      ) : (
        <p>
          {t('toStudent')} <Link to={paths.signUpStudent.href()}>{t('toStudentLink')}</Link>
        </p>
      )}
    </div>
  );
}
