import type { ListingResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import { ApplyButton } from './ApplyAction';
import styles from './ApplyBar.module.css';
import { MonthlyRent } from './PriceBox';

/** On a phone the rent and the button stay in reach, above the bottom bar, however far one reads. */
export function ApplyBar({ listing }: { listing: ListingResponse }) {
  const { money } = useFormats();
  return (
    <div className={styles.bar}>
      <MonthlyRent amount={money(listing.totalRent)} />
      <ApplyButton listing={listing} />
    </div>
  );
}
