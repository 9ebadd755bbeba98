import { useTranslation } from 'react-i18next';
import type { ParticipantResponse } from '../../api/generated';
import { CopyButton } from '../button/CopyButton';
import { Icon } from '../Icon';
import { MoreIcon } from '../MoreIcon';
import styles from './ContactLinks.module.css';
import { phoneHref } from './phoneHref';

/** Email address and phone number as links, each with a copy button. */
export function ContactLinks({ email, phoneNumber }: Pick<ParticipantResponse, 'email' | 'phoneNumber'>) {
  const { t } = useTranslation('userDetails');
  return (
    <ul className={styles.contact}>
      {email && (
        <li>
          <a href={`mailto:${email}`}>
            <Icon name="letter" size={17} />
            {email}
          </a>
          <CopyButton text={email} label={t('copyEmail')} />
        </li>
      )}
      {phoneNumber && (
        <li>
          <a href={phoneHref(phoneNumber)}>
            <MoreIcon name="phone" size={17} />
            {phoneNumber}
          </a>
          <CopyButton text={phoneNumber} label={t('copyPhone')} />
        </li>
      )}
    </ul>
  );
}
