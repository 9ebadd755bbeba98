import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import { useTranslation } from 'react-i18next';

const block = (height: number | string, width: number | string = 1) => ({
  height,
  width,
  borderRadius: '12px',
  bgcolor: 'brand.sunken',
});

/** On a phone the pictures reach from edge to edge. */
export const pageFrame = { maxWidth: 1200, px: { xs: 0, md: 3 }, py: { xs: 0, md: 3 } };

/** The page's frame, so that only its content appears later. */
export function ListingSkeleton() {
  const { t } = useTranslation('listings');
  return (
    <Container maxWidth={false} aria-label={t('detail.loading')} role="img" sx={pageFrame}>
      <Box
        sx={{
          bgcolor: 'brand.sunken',
          borderRadius: { md: '24px' },
          height: { md: 428 },
          aspectRatio: { xs: '4 / 3', md: 'auto' },
        }}
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: 'minmax(0, 1fr) 340px',
            lg: 'minmax(0, 1fr) 360px',
          },
          columnGap: { md: 5, lg: 8 },
          mt: { xs: 2.5, md: 5 },
          px: { xs: 2, md: 0 },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <Box sx={block(26, 220)} />
          <Box sx={block(40, '80%')} />
          <Box sx={block(20, '40%')} />
          <Box sx={block(90)} />
          <Box sx={block(160)} />
        </Box>
        <Box sx={{ ...block(420), display: { xs: 'none', md: 'block' }, borderRadius: '20px' }} />
      </Box>
    </Container>
  );
}
