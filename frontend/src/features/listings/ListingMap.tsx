import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
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
  const { given, give, forget } = useMapConsent();
  const place = `${streetLine(address)}, ${townLine(address)}`;
  const area = useRef<HTMLDivElement>(null);
  // The pressed button goes away: the keyboard goes on from where it was.
  const stayHere = () => area.current?.focus({ preventScroll: true });
  const accept = () => {
    stayHere();
    give();
  };
  const withdraw = () => {
    stayHere();
    forget();
  };
  return (
    <Box ref={area} tabIndex={-1} sx={{ '&:focus': { outline: 0 } }}>
      {given ? <EmbeddedMap place={place} onForget={withdraw} /> : <ConsentPrompt onAccept={accept} />}
    </Box>
  );
}

function EmbeddedMap({ place, onForget }: { place: string; onForget: () => void }) {
  const { t } = useTranslation('listings');
  const { language } = useLanguage();
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
      <Button size="small" color="inherit" onClick={onForget} sx={{ mt: 1, color: 'text.secondary' }}>
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
