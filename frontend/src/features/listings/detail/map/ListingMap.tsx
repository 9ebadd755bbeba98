import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingAddressResponse } from '../../../../api/generated';
import { useLanguage } from '../../../../i18n/useLanguage';
import { Button } from '../../../../ui/button/Button';
import { Icon } from '../../../../ui/Icon';
import { streetLine, townLine } from '../../../../ui/user/addressLines';
import styles from './ListingMap.module.css';
import { useMapConsent } from './useMapConsent';

const providerPrivacy = 'https://policies.google.com/privacy';

/** Loaded only after consent. The server's `frame-src` allows the same host. */
const mapUrl = (address: string, language: string): string =>
  `https://www.google.com/maps?${new URLSearchParams({ q: address, hl: language, output: 'embed' })}`;

export function ListingMap({ address }: { address: ListingAddressResponse }) {
  const { isGiven, give, withdraw } = useMapConsent();
  const addressText = `${streetLine(address)}, ${townLine(address)}`;
  const area = useRef<HTMLDivElement>(null);
  // Keeps the keyboard position when the pressed button disappears.
  const focusArea = () => area.current?.focus({ preventScroll: true });
  const accept = () => {
    focusArea();
    give();
  };
  const withdrawConsent = () => {
    focusArea();
    withdraw();
  };
  return (
    <div ref={area} tabIndex={-1} className={styles.area}>
      {isGiven ? (
        <EmbeddedMap address={addressText} onWithdraw={withdrawConsent} />
      ) : (
        <ConsentPrompt onAccept={accept} />
      )}
    </div>
  );
}

function EmbeddedMap({ address, onWithdraw }: { address: string; onWithdraw: () => void }) {
  const { t } = useTranslation('listings');
  const { language } = useLanguage();
  return (
    <>
      <iframe
        className={styles.map}
        title={t('map.title', { address })}
        src={mapUrl(address, language)}
        loading="lazy"
        referrerPolicy="no-referrer"
        // Safe together, because the map is of another origin and cannot reach this page.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-popups"
      />
      <Button size="small" color="inherit" className={styles.withdraw} onClick={onWithdraw}>
        {t('map.withdrawConsent')}
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
