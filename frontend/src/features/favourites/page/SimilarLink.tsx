import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../../../ui/Icon';
import styles from './SimilarLink.module.css';
import { type Sought, similarSearch } from './similarSearch';

/** To the search for listings like one that is no longer available. */
export function SimilarLink({ title, ...sought }: Sought & { title: string }) {
  const { t } = useTranslation('favourites');
  return (
    <Button
      size="small"
      variant="outlined"
      component={Link}
      to={similarSearch(sought)}
      startIcon={<Icon name="search" size={18} />}
      aria-label={t('similarNamed', { title })}
      className={styles.link}
    >
      {t('similar')}
    </Button>
  );
}
