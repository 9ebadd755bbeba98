import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ListingAddressResponse } from '../../api/generated';
import { useLanguage } from '../../i18n/useLanguage';
import { Icon } from '../../ui/Icon';
import { streetLine, townLine } from './address';
import { useMapConsent } from './useMapConsent';

const providerPrivacy = 'https://policies.google.com/privacy';

/** Nothing is asked of the map provider before the visitor agrees. The server's `frame-src` names the same host. */
const mapUrl = (address: string, language: string): string =>
  `https://www.google.com/maps?${new URLSearchParams({ q: address, hl: language, output: 'embed' })}`;

export function ListingMap({ address }: { address: ListingAddressResponse }) {
  const { t } = useTranslation('listings');
  const { language } = useLanguage();
  const { given, give, forget } = useMapConsent();
  const place = `${streetLine(address)}, ${townLine(address)}`;
  if (!given) return <ConsentPrompt onAccept={give} />;
  return (
    <>
      <Box
        component="iframe"
        title={t('map.title', { address: place })}
        src={mapUrl(place, language)}
        loading="lazy"
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-same-origin allow-popups"
        sx={{
          display: 'block',
          width: 1,
          height: 360,
          border: 0,
          borderRadius: '20px',
          bgcolor: 'brand.sunken',
        }}
      />
      <Button size="small" color="inherit" onClick={forget} sx={{ mt: 1, color: 'text.secondary' }}>
        {t('map.forget')}
      </Button>
    </>
  );
}

function ConsentPrompt({ onAccept }: { onAccept: () => void }) {
  const { t } = useTranslation('listings');
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'center',
        gap: 2,
        minHeight: 360,
        p: 3,
        borderRadius: '20px',
        bgcolor: 'brand.sunken',
        textAlign: 'center',
      }}
    >
      <Icon name="place" size={36} />
      <Typography sx={{ maxWidth: '46ch' }}>{t('map.prompt')}</Typography>
      <Link href={providerPrivacy} target="_blank" rel="noopener noreferrer">
        {t('map.privacy')}
      </Link>
      <Button variant="contained" onClick={onAccept}>
        {t('map.accept')}
      </Button>
    </Box>
  );
}
