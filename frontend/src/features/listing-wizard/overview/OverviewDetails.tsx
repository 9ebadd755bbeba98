import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import { streetLine, townLine } from '../../../ui/user/addressLines';
import { useAvailabilityText } from '../../listings/useAvailabilityText';
import styles from './Overview.module.css';
import { OverviewGroup } from './OverviewGroup';

type GroupProps = { listing: ListingResponse; onGo: (step: number) => void };

export function OverviewDetails(props: GroupProps) {
  return (
    <>
      <TypeGroup {...props} />
      <LocationGroup {...props} />
      <SizeGroup {...props} />
      <AmenitiesGroup {...props} />
      <DescriptionsGroup {...props} />
      <PricingGroup {...props} />
    </>
  );
}

function Fact({ label, value, sum = false }: { label: string; value: string; sum?: boolean }) {
  return (
    <div className={`${styles.fact} ${sum ? styles.sum : ''}`}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function TypeGroup({ listing, onGo }: GroupProps) {
  const { t } = useTranslation(['wizard', 'listings']);
  return (
    <OverviewGroup step="type" onGo={onGo}>
      <dl>
        <Fact label={t('title')} value={listing.title} />
        <Fact label={t('unitType')} value={t(`listings:unitType.${listing.unitType}`)} />
      </dl>
    </OverviewGroup>
  );
}

function LocationGroup({ listing: { address }, onGo }: GroupProps) {
  const { t } = useTranslation('wizard');
  return (
    <OverviewGroup step="location" onGo={onGo}>
      <dl>
        <Fact label={t('overview.address')} value={`${streetLine(address)}, ${townLine(address)}`} />
        {address.district && <Fact label={t('district')} value={address.district} />}
        <Fact label={t('region')} value={address.region} />
      </dl>
    </OverviewGroup>
  );
}

function SizeGroup({ listing, onGo }: GroupProps) {
  const { t } = useTranslation(['wizard', 'listings']);
  const { area, count } = useFormats();
  const { unitType, bedrooms, bathrooms, kitchens } = listing;
  const isRoom = unitType === 'ROOM';
  return (
    <OverviewGroup step="size" onGo={onGo}>
      <dl>
        <Fact label={t(isRoom ? 'roomArea' : 'area')} value={area(listing.areaSqm)} />
        {isRoom && <Fact label={t('totalArea')} value={area(listing.totalAreaSqm)} />}
        <Fact label={t('listings:detail.bedrooms', { count: bedrooms })} value={count(bedrooms)} />
        <Fact label={t('listings:detail.bathrooms', { count: bathrooms })} value={count(bathrooms)} />
        <Fact label={t('listings:detail.kitchens', { count: kitchens })} value={count(kitchens)} />
      </dl>
    </OverviewGroup>
  );
}

function AmenitiesGroup({ listing: { amenities }, onGo }: GroupProps) {
  const { t } = useTranslation(['wizard', 'listings']);
  return (
    <OverviewGroup step="amenities" onGo={onGo}>
      {amenities.length === 0 ? (
        <p className={styles.empty}>{t('overview.noAmenities')}</p>
      ) : (
        <ul className={styles.amenities}>
          {amenities.map((amenity) => (
            <li key={amenity} className={styles.amenity}>
              {t(`listings:amenity.${amenity}`)}
            </li>
          ))}
        </ul>
      )}
    </OverviewGroup>
  );
}

function DescriptionsGroup({ listing, onGo }: GroupProps) {
  const { t } = useTranslation('wizard');
  return (
    <OverviewGroup step="descriptions" onGo={onGo}>
      <dl className={styles.texts}>
        {(['description', 'tenantDescription', 'locationDescription'] as const).map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{listing[name]}</dd>
          </div>
        ))}
      </dl>
    </OverviewGroup>
  );
}

function PricingGroup({ listing, onGo }: GroupProps) {
  const { t } = useTranslation('wizard');
  const available = useAvailabilityText()(listing);
  const months = listing.minimumMonths;
  const { money } = useFormats();
  return (
    <OverviewGroup step="pricing" onGo={onGo}>
      <dl>
        <Fact label={t('baseRent')} value={money(listing.basicRent)} />
        <Fact label={t('ancillaryCost')} value={money(listing.ancillaryCost)} />
        {listing.additionalCosts.map(({ description, cost }) => (
          <Fact key={`${description} ${cost}`} label={description} value={money(cost)} />
        ))}
        <Fact label={t('totalRent')} value={money(listing.totalRent)} sum />
        <Fact label={t('securityDeposit')} value={money(listing.securityDeposit)} />
        {available && <Fact label={t('overview.availability')} value={available} />}
        <Fact
          label={t('overview.minimumStay')}
          value={months ? t('overview.months', { count: months }) : t('overview.noMinimum')}
        />
      </dl>
    </OverviewGroup>
  );
}
