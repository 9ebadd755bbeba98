import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '../../../../api/files/saveFile';
import { useFormats } from '../../../../i18n/useFormats';
import { useBrand } from '../../../../ui/brand/brand';
import { useCopy } from '../../../../ui/button/useCopy';
import { Dialog } from '../../../../ui/dialog/Dialog';
import { CheckField } from '../../../../ui/form/choice/CheckField';
import { useFormFields } from '../../../../ui/form/useFormFields';
import { MoreIcon } from '../../../../ui/MoreIcon';
import space from '../../../../ui/layout/space.module.css';
import styles from './RecoveryCodesDialog.module.css';

type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void };

/** Shows new recovery codes once. Closes after the user has said that they have kept them. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation('secondFactor');
  const copy = useCopy();
  const save = useSaveCodes(codes);
  const formId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const { form, field } = useFormFields({
    defaultValues: { kept: false },
    validate: ({ kept }) => ({ kept: kept ? undefined : ('codes.keptRequired' as const) }),
    errorText: (error: 'codes.keptRequired') => t(error),
    send: async () => onClose(),
  });
  return (
    <Dialog
      title={t('codes.title')}
      // Escape must not lose the codes.
      onClose={() => formRef.current?.requestSubmit()}
      actions={
        <Button type="submit" form={formId} variant="contained">
          {t('codes.done')}
        </Button>
      }
    >
      <Typography>{t('codes.text')}</Typography>
      <Typography className={space.above8}>{t('codes.once')}</Typography>
      <ul className={styles.codes} aria-label={t('codes.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.ways}>
        <Button startIcon={<MoreIcon name="copy" />} onClick={() => void copy(codes.join('\n'))}>
          {t('codes.copy')}
        </Button>
        <Button startIcon={<MoreIcon name="download" />} onClick={save}>
          {t('codes.download')}
        </Button>
      </div>
      <form {...form} id={formId} ref={formRef}>
        <CheckField {...field('kept')} label={t('codes.kept')} required />
      </form>
    </Dialog>
  );
}

/** Saves the codes as a text file, which says what they are. */
function useSaveCodes(codes: readonly string[]) {
  const { t } = useTranslation('secondFactor');
  const brand = useBrand();
  const { date } = useFormats();
  return () => {
    const about = t('codes.fileText', { date: date(new Date().toISOString()) });
    const text = [t('codes.fileTitle', { brand }), about, '', ...codes, ''].join('\n');
    saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('codes.filename'));
  };
}
