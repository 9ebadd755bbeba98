import { useTranslation } from 'react-i18next';
import styles from './PageLoading.module.css';

export function PageLoading() {
  const { t } = useTranslation();
  return <output className={styles.loading}>{t('loading')}</output>;
}
