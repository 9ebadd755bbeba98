import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { block } from '../../../ui/lazy/PartFailure';
import { lastStep, savingStep } from './steps';
import type { WizardForm } from './useWizardForm';

/** Said now and then only. */
const DraftHint = lazyPart(() => import('./DraftHint').then((module) => module.DraftHint), block);
const DraftOffer = lazyPart(() => import('./DraftOffer').then((module) => module.DraftOffer), block);

type DraftNoticesProps = {
  form: WizardForm;
  step: number;
  /** Whether this tab keeps the draft. */
  own: boolean;
  /** How many images of an earlier visit are there again. */
  pictures: number;
  /** The listing could not be made available without an image. */
  imageRequired: boolean;
  onGo: (step: number) => void;
  onStartAnew: () => void;
};

/** What there is to say about the draft: that it is there again, that another tab has it open, or what it lacks. */
export function DraftNotices(props: DraftNoticesProps) {
  const { form, step, own, pictures, imageRequired, onGo, onStartAnew } = props;
  const { t } = useTranslation('wizard');
  return (
    <>
      {imageRequired && step === savingStep && <DraftHint severity="info">{t('imageRequired')}</DraftHint>}
      {!own && <DraftHint severity="warning">{t('draft.elsewhere')}</DraftHint>}
      {form.offer && step < lastStep && (
        <DraftOffer
          offer={form.offer}
          pictures={pictures}
          onGoOn={(to) => {
            form.goOn();
            onGo(to);
          }}
          onStartAnew={onStartAnew}
        />
      )}
      {!form.offer && pictures > 0 && step < savingStep && (
        <DraftHint severity="info">{t('draft.picturesWaiting', { count: pictures })}</DraftHint>
      )}
    </>
  );
}
