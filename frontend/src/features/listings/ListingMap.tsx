import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingAddressResponse } from '../../api/generated';
import { useLanguage } from '../../i18n/useLanguage';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { streetLine, townLine } from '../../ui/address';
import styles from './ListingMap.module.css';
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
    <div ref={area} tabIndex={-1} className={styles.area}>
      {given ? <EmbeddedMap place={place} onForget={withdraw} /> : <ConsentPrompt onAccept={accept} />}
    </div>
  );
}

function EmbeddedMap({ place, onForget }: { place: string; onForget: () => void }) {
  const { t } = useTranslation('listings');
  const { language } = useLanguage();
  return (
    <>
      <iframe
        className={styles.map}
        title={t('map.title', { address: place })}
        src={mapUrl(place, language)}
        loading="lazy"
        referrerPolicy="no-referrer"
        // The map is of another origin: in that it may do what its own pages do, and cannot reach this one.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-popups"
      />
      <Button size="small" color="inherit" className={styles.forget} onClick={onForget}>
        {t('map.forget')}
      </Button>
    </>
  );
}

function ConsentPrompt({ onAccept }: { onAccept: () => void }) {
  const { t } = useTranslation('listings');
  return (
    <div className={styles.prompt}>
      <Icon name="place" size={36} />
      <p>{t('map.prompt')}</p>
      <a className={styles.privacy} href={providerPrivacy} target="_blank" rel="noopener noreferrer">
        {t('map.privacy')}
      </a>
      <Button variant="contained" onClick={onAccept}>
        {t('map.accept')}
      </Button>
    </div>
  );
}
