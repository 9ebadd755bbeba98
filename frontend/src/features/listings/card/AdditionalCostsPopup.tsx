import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AdditionalCostResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import { Mui } from '../../../theme/Mui';
import { Icon } from '../../../ui/Icon';
import styles from './AdditionalCostsPopup.module.css';

type AdditionalCostsPopupProps = {
  anchor: HTMLElement;
  costs: readonly AdditionalCostResponse[];
  onClose: () => void;
};

export function AdditionalCostsPopup({ anchor, costs, onClose }: AdditionalCostsPopupProps) {
  const { t } = useTranslation(['listings', 'shell']);
  const { money } = useFormats();
  return (
    <Mui>
      <Popover
        open
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('card.additionalCosts'),
            tabIndex: -1,
            className: styles.popup,
          },
        }}
      >
        <div className={styles.head}>
          <Typography variant="h3" component="p">
            {t('card.additionalCosts')}
          </Typography>
          <IconButton aria-label={t('shell:dialog.close')} className={styles.close} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </div>
        <dl className={styles.costs}>
          {costs.map(({ description, cost }) => (
            <div key={`${description} ${cost}`} className={styles.cost}>
              <dt className={styles.description}>{description}</dt>
              <dd className={styles.amount}>{money(cost)}</dd>
            </div>
          ))}
        </dl>
      </Popover>
    </Mui>
  );
}
