import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../ui/brand/brand';
import { MoreIcon, type MoreIconName } from '../../ui/MoreIcon';
import { PageContainer } from '../../ui/layout/PageContainer';
import { PageHeading } from '../../ui/layout/PageHeading';
import { ContactForm } from './ContactForm';
import styles from './ContactPage.module.css';
import type { SettingsFailure } from './usePublicSettings';

type ContactPageProps = {
  /** Undefined until the settings are loaded. */
  contactEmail: string | undefined;
  failure: SettingsFailure | undefined;
};

export function ContactPage({ contactEmail, failure }: ContactPageProps) {
  const { t } = useTranslation('portal');
  usePageTitle(t('contact.title'));
  const phone = t('contact.phoneValue');
  return (
    <PageContainer>
      <PageHeading title={t('contact.heading')} text={t('contact.text')} />
      <div className={styles.columns}>
        <div className={styles.surface}>
          <ContactForm contactEmail={contactEmail} failure={failure} />
        </div>
        <section className={styles.details} aria-labelledby="contact-details">
          <h2 id="contact-details" className={styles.title}>
            {t('contact.details')}
          </h2>
          <dl className={styles.list}>
            <Detail icon="letter" label={t('contact.email')}>
              {contactEmail ? (
                <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
              ) : failure ? (
                t('contact.unknown')
              ) : (
                '…'
              )}
            </Detail>
            <Detail icon="phone" label={t('contact.phone')}>
              <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
            </Detail>
            <Detail icon="place" label={t('contact.address')}>
              {t('contact.addressValue')}
            </Detail>
            <Detail icon="info" label={t('contact.hours')}>
              {t('contact.hoursValue')}
            </Detail>
          </dl>
        </section>
      </div>
    </PageContainer>
  );
}

function Detail({ icon, label, children }: { icon: MoreIconName; label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={styles.label}>
        <MoreIcon name={icon} />
        {label}
      </dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
