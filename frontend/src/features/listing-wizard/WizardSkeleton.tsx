import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import { useTranslation } from 'react-i18next';
import styles from './Wizard.module.css';

const lines = [0, 1, 2];

export function WizardSkeleton() {
  const { t } = useTranslation('wizard');
  return (
    <Container maxWidth="lg" role="img" aria-label={t('loading')} sx={{ py: { xs: 3, md: 5 } }}>
      <Box
        sx={{ width: 240, height: 34, mb: { xs: 2, md: 3 }, borderRadius: '10px', bgcolor: 'brand.sunken' }}
      />
      <div className={styles.columns}>
        <Box sx={{ height: { xs: 38, lg: 412 }, borderRadius: '12px', bgcolor: 'brand.sunken' }} />
        <div className={styles.sheet}>
          {lines.map((line) => (
            <Box key={line} sx={{ height: 48, my: 3, borderRadius: '12px', bgcolor: 'brand.sunken' }} />
          ))}
        </div>
      </div>
    </Container>
  );
}
