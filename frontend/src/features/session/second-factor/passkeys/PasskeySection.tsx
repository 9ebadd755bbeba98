import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeletePasskeyMutation } from '../../../../api/endpoints';
import type { PasskeyResponse, SecondFactorResponse } from '../../../../api/generated';
import { addressForPasskeys, hasPasskeySupport } from '../../../../api/identity/passkeys';
import { useFormats } from '../../../../i18n/useFormats';
import { lazyPart } from '../../../../ui/lazy/lazyPart';
import { overlay } from '../../../../ui/lazy/PartFailure';
import { useFocusAfterDeletion } from '../../../../ui/list/useFocusAfterDeletion';
import { CardRow, CardRows } from '../../../../ui/panel/CardRows';
import { FactorSection } from '../FactorSection';
import { RemoveFactorDialog } from '../RemoveFactorDialog';

const AddPasskeyDialog = lazyPart(
  () => import('./AddPasskeyDialog').then((module) => module.AddPasskeyDialog),
  overlay,
);

/** The passkeys of the user. */
export function PasskeySection({ factor }: { factor: SecondFactorResponse }) {
  const { t } = useTranslation('secondFactor');
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<PasskeyResponse>();
  const heading = useRef<HTMLHeadingElement>(null);
  const onRemoved = useFocusAfterDeletion(factor.passkeys, heading);
  return (
    <FactorSection
      title={t('passkeys.heading')}
      headingRef={heading}
      text={t('passkeys.text')}
      actions={<PasskeyAction onAdd={() => setIsAdding(true)} />}
    >
      {factor.passkeys.length > 0 && (
        <CardRows>
          {factor.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.externalId} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </CardRows>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} />}
      {removed && (
        <RemovePasskeyDialog
          factor={factor}
          passkey={removed}
          onClose={() => setRemoved(undefined)}
          onRemoved={() => onRemoved(removed.externalId)}
        />
      )}
    </FactorSection>
  );
}

/** Adds a passkey where the browser can create one here. */
function PasskeyAction({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('secondFactor');
  const address = addressForPasskeys();
  if (address !== undefined) {
    return (
      <p>
        {t('passkeys.needHostName')} <a href={address}>{address}</a>
      </p>
    );
  }
  if (!hasPasskeySupport()) return <p>{t('passkeys.unsupported')}</p>;
  return (
    <Button variant="outlined" color="inherit" aria-haspopup="dialog" onClick={onAdd}>
      {t('passkeys.add')}
    </Button>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: PasskeyResponse; onRemove: () => void }) {
  const { t } = useTranslation('secondFactor');
  const { date, dateTime } = useFormats();
  const { name, dateCreated, lastUsed } = passkey;
  return (
    <CardRow
      title={name}
      details={[
        t('passkeys.added', { date: date(dateCreated) }),
        lastUsed ? t('passkeys.lastUsed', { time: dateTime(lastUsed) }) : t('passkeys.unused'),
      ]}
      action={
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-haspopup="dialog"
          aria-label={t('passkeys.removeNamed', { name })}
          onClick={onRemove}
        >
          {t('passkeys.remove')}
        </Button>
      }
    />
  );
}

type RemovePasskeyDialogProps = {
  factor: SecondFactorResponse;
  passkey: PasskeyResponse;
  onClose: () => void;
  onRemoved: () => void;
};

function RemovePasskeyDialog({ factor, passkey, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const { t } = useTranslation('secondFactor');
  const [remove, { isLoading, error }] = useDeletePasskeyMutation();
  const { name, externalId: id } = passkey;
  return (
    <RemoveFactorDialog
      factor={factor}
      title={t('passkeys.removeTitle', { name })}
      text={t('passkeys.removeText')}
      done={t('passkeys.removed', { name })}
      busy={isLoading}
      error={error}
      remove={async () => !(await remove({ id })).error}
      onClose={onClose}
      onRemoved={onRemoved}
    />
  );
}
