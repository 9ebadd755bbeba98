import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { screenSources } from '../../api/images';
import { paths } from '../../app/paths';
import { usePageTitle } from '../../ui/brand';
import { WindowMark } from '../../ui/WindowMark';
import styles from './SignUpPage.module.css';

type SignUpPageProps = {
  who: 'student' | 'landlord';
  /** The location of the operator's own, in place of the drawn window. */
  picture: string | null;
  /** The form. */
  children: ReactNode;
};

/** A form, and beside it what happens once it is sent. */
export function SignUpPage({ who, picture, children }: SignUpPageProps) {
  const { t } = useTranslation('signUp');
  usePageTitle(t(`${who}.title`));
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <Typography variant="h2" component="h1">
          {t(`${who}.heading`)}
        </Typography>
        <Typography sx={{ mt: 1, color: 'text.secondary' }}>{t(`${who}.text`)}</Typography>
        {children}
        <OtherWays who={who} />
      </div>
      <aside className={styles.side} aria-labelledby="what-happens-next">
        {picture ? (
          <img
            {...screenSources(picture)}
            sizes="(min-width: 900px) 400px, 100vw"
            className={styles.picture}
            alt=""
          />
        ) : (
          <div className={styles.mark}>
            <WindowMark size={72} />
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

/** For those who are wrong here. */
function OtherWays({ who }: { who: SignUpPageProps['who'] }) {
  const { t } = useTranslation('signUp');
  return (
    <div className={styles.others}>
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
