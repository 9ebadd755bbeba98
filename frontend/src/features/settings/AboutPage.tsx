import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { screenSources } from '../../api/images';
import { paths } from '../../app/paths';
import { useBrand, usePageTitle } from '../../ui/brand/brand';
import { Logo } from '../../ui/brand/Logo';
import styles from './AboutPage.module.css';

const reasons = ['checked', 'direct', 'care'] as const;

/** About the portal. `image`: its location from the settings; null: the logo is shown. */
export function AboutPage({ image }: { image: string | null }) {
  const { t } = useTranslation('portal');
  const brand = useBrand();
  usePageTitle(t('about.title'));
  return (
    <div className={styles.page}>
      <div className={styles.hero}>
        <div>
          <h1 className={styles.heading}>{t('about.heading')}</h1>
          <p className={styles.text}>{t('about.text', { brand })}</p>
        </div>
        {image ? (
          <img
            {...screenSources(image)}
            sizes="(min-width: 900px) 440px, 100vw"
            className={styles.image}
            alt=""
          />
        ) : (
          <div className={styles.logo}>
            <Logo size={260} />
          </div>
        )}
      </div>
      <div className={styles.reasons}>
        {reasons.map((reason) => (
          <section key={reason} className={styles.reason}>
            <h2 className={styles.title}>{t(`about.${reason}Title`)}</h2>
            <p className={styles.muted}>{t(`about.${reason}Text`)}</p>
          </section>
        ))}
      </div>
      <section className={styles.join}>
        <h2 className={styles.title}>{t('about.joinTitle')}</h2>
        <div className={styles.buttons}>
          <Button variant="contained" component={Link} to={paths.signUpStudent.href()}>
            {t('about.joinStudent')}
          </Button>
          <Button variant="outlined" color="inherit" component={Link} to={paths.signUpLandlord.href()}>
            {t('about.joinLandlord')}
          </Button>
        </div>
      </section>
    </div>
  );
}
