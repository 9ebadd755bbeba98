import type { ListingResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import { ApplyButton } from './ApplyAction';
import styles from './ApplyBar.module.css';
import { MonthlyRent } from './PriceBox';

/** On a phone: rent and button, sticky above the bottom bar. */
export function ApplyBar({ listing }: { listing: ListingResponse }) {
  const { money } = useFormats();
  return (
    <div className={styles.bar}>
      <MonthlyRent amount={money(listing.totalRent)} />
      <ApplyButton listing={listing} />
    </div>
  );
}
