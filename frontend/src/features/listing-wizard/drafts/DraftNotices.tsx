import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { block } from '../../../ui/lazy/PartFailure';
import { lastStep, savingStep } from '../steps/steps';
import type { WizardForm } from '../useWizardForm';

/** Lazy, because they are rare. */
const DraftHint = lazyPart(() => import('./DraftHint').then((module) => module.DraftHint), block);
const ResumeDraftNotice = lazyPart(
  () => import('./ResumeDraftNotice').then((module) => module.ResumeDraftNotice),
  block,
);

type DraftNoticesProps = {
  form: WizardForm;
  step: number;
  /** Whether this tab has locked the draft. */
  isOwner: boolean;
  /** How many images of an earlier visit came back. */
  restoredImages: number;
  /** The listing could not be published without an image. */
  imageRequired: boolean;
  onGo: (step: number) => void;
  onStartOver: () => void;
};

/** Messages about the draft: restored, open in another tab, or without the required image. */
export function DraftNotices(props: DraftNoticesProps) {
  const { form, step, isOwner, restoredImages, imageRequired, onGo, onStartOver } = props;
  const { t } = useTranslation('wizard');
  return (
    <>
      {imageRequired && step === savingStep && <DraftHint severity="info">{t('imageRequired')}</DraftHint>}
      {!isOwner && <DraftHint severity="warning">{t('draft.elsewhere')}</DraftHint>}
      {form.resumableDraft && step < lastStep && (
        <ResumeDraftNotice
          draft={form.resumableDraft}
          restoredImages={restoredImages}
          onResume={(to) => {
            form.resume();
            onGo(to);
          }}
          onStartOver={onStartOver}
        />
      )}
      {!form.resumableDraft && restoredImages > 0 && step < savingStep && (
        <DraftHint severity="info">{t('draft.imagesPending', { count: restoredImages })}</DraftHint>
      )}
    </>
  );
}
