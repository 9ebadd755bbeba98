import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteTotpMutation } from '../../../../api/endpoints';
import type { SecondFactorResponse } from '../../../../api/generated';
import { lazyPart } from '../../../../ui/lazy/lazyPart';
import { overlay } from '../../../../ui/lazy/PartFailure';
import { useFocusAfterDeletion } from '../../../../ui/list/useFocusAfterDeletion';
import { FactorSection } from '../FactorSection';
import { RemoveFactorDialog } from '../RemoveFactorDialog';
import { hasSecondFactor } from '../secondFactor';

// Lazy, because it is rarely needed and loads the library of QR codes.
const SetUpAppDialog = lazyPart(
  () => import('./SetUpAppDialog').then((module) => module.SetUpAppDialog),
  overlay,
);

/** There is at most one app. */
const app = { externalId: 'app' };

/** The authenticator app and the recovery codes that come with it. */
export function AppSection({ factor }: { factor: SecondFactorResponse }) {
  const { t } = useTranslation('secondFactor');
  const [openDialog, setOpenDialog] = useState<'setUp' | 'remove'>();
  const close = () => setOpenDialog(undefined);
  const { totp } = factor;
  const heading = useRef<HTMLHeadingElement>(null);
  const onRemoved = useFocusAfterDeletion(totp ? [app] : [], heading);
  return (
    <FactorSection
      title={t('app.heading')}
      headingRef={heading}
      status={totp ? t('app.active') : undefined}
      text={t('app.text')}
      actions={
        <>
          <Button
            variant="outlined"
            color="inherit"
            aria-haspopup="dialog"
            onClick={() => setOpenDialog('setUp')}
          >
            {t(totp ? 'app.setUpAgain' : 'app.setUp')}
          </Button>
          {totp && (
            <Button
              color="error"
              aria-haspopup="dialog"
              aria-label={t('app.removeNamed')}
              onClick={() => setOpenDialog('remove')}
            >
              {t('app.remove')}
            </Button>
          )}
        </>
      }
    >
      {hasSecondFactor(factor) && <RecoveryCodesLeft factor={factor} />}
      {openDialog === 'setUp' && <SetUpAppDialog replaces={totp} onClose={close} />}
      {openDialog === 'remove' && (
        <RemoveAppDialog factor={factor} onClose={close} onRemoved={() => onRemoved(app.externalId)} />
      )}
    </FactorSection>
  );
}

function RecoveryCodesLeft({ factor: { totp, recoveryCodesLeft } }: { factor: SecondFactorResponse }) {
  const { t } = useTranslation('secondFactor');
  if (!totp && recoveryCodesLeft === 0) return <p>{t('recovery.none')}</p>;
  return (
    <p>
      {t('recovery.left', { count: recoveryCodesLeft })} {totp && t('recovery.renew')}
    </p>
  );
}

type RemoveAppDialogProps = { factor: SecondFactorResponse; onClose: () => void; onRemoved: () => void };

function RemoveAppDialog({ factor, onClose, onRemoved }: RemoveAppDialogProps) {
  const { t } = useTranslation('secondFactor');
  const [remove, { isLoading, error }] = useDeleteTotpMutation();
  return (
    <RemoveFactorDialog
      factor={factor}
      title={t('app.removeTitle')}
      text={t('app.removeText')}
      done={t('app.removed')}
      busy={isLoading}
      error={error}
      remove={async () => !(await remove()).error}
      onClose={onClose}
      onRemoved={onRemoved}
    />
  );
}
