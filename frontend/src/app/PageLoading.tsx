import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

export function PageLoading() {
  const { t } = useTranslation();
  return (
    <Box component="output" sx={{ display: 'block', pt: 12, textAlign: 'center', color: 'text.secondary' }}>
      {t('loading')}
    </Box>
  );
}
