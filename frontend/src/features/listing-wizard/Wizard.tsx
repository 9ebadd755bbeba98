import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../api/generated';
import { usePageTitle } from '../../ui/brand/brand';
import { BusyButton } from '../../ui/button/BusyButton';
import { Icon } from '../../ui/Icon';
import { PageContainer } from '../../ui/layout/PageContainer';
import { DraftNotices } from './drafts/DraftNotices';
import { LeaveDialog, preloadLeaveDialog } from './LeaveDialog';
import { StepHeading } from './steps/StepHeading';
import { preloadSteps, stepFields } from './steps/stepFields';
import { firstStep, lastStep, stepName, savingStep } from './steps/steps';
import type { TabDraft } from './drafts/tabDraft';
import { useWizard } from './useWizard';
import styles from './Wizard.module.css';
import { WizardSteps } from './WizardSteps';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { block } from '../../ui/lazy/PartFailure';

// Lazy, because they are rare.
const ConflictNotice = lazyPart(
  () => import('./ConflictNotice').then((module) => module.ConflictNotice),
  block,
);
const TakedownNotice = lazyPart(
  () => import('../listings/TakedownNotice').then((module) => module.TakedownNotice),
  block,
);

// Lazy, because drag and drop is large; the wizard loads it during the first steps.
const ImageBoard = lazyPart(
  () => import('../listing-images/board/ImageBoard').then((module) => module.ImageBoard),
  { ...block, loading: <div className={styles.board} /> },
);

// Lazy, because the last step is large.
const OverviewStep = lazyPart(
  () => import('./overview/OverviewStep').then((module) => module.OverviewStep),
  block,
);

export type WizardProps = {
  userId: string;
  draft: TabDraft;
  listingId: string | undefined;
  /** The saved listing; undefined before the first save. */
  listing: ListingResponse | undefined;
  reader: 'landlord' | 'administrator';
  onCreated: (id: string) => Promise<void>;
  /** Discards the draft of a new listing. */
  onStartOver: () => void;
};

export function Wizard(props: WizardProps) {
  const { t } = useTranslation('wizard');
  const title = t(props.listingId === undefined ? 'title.add' : 'title.manage');
  usePageTitle(title);
  const element = useRef<HTMLFormElement>(null);
  const wizard = useWizard(props, element);
  const { form, images, step, furthest, missing, saving, goToStep, openStep, next } = wizard;
  const { listing } = props;
  usePreloads();

  return (
    <PageContainer>
      <Typography variant="h2" component="h1" className={styles.heading}>
        {title}
      </Typography>
      {listing && listing.takedownReason !== null && (
        <div className={styles.takedown}>
          <TakedownNotice reason={listing.takedownReason} reader={props.reader} />
        </div>
      )}
      <div className={styles.columns}>
        <WizardSteps step={step} furthest={furthest} disabled={saving.busy} onGo={openStep} />
        <div className={styles.main}>
          <DraftNotices
            form={form}
            step={step}
            isOwner={props.draft.isOwner}
            restoredImages={images.restoredCount}
            imageRequired={wizard.imageRequired}
            onGo={goToStep}
            onStartOver={() => {
              images.discardPending();
              if (listing) form.resetTo(listing);
              else props.onStartOver();
              goToStep(firstStep);
            }}
          />
          <FormProvider {...form}>
            <form
              ref={element}
              noValidate
              className={styles.sheet}
              aria-label={t(`step.${stepName(step)}`)}
              onSubmit={(event: SubmitEvent) => {
                event.preventDefault();
                next();
              }}
            >
              <StepHeading step={step} />
              {step === savingStep && <ImageBoard images={images} missing={missing} />}
              {step === lastStep && listing ? (
                <OverviewStep listing={listing} reader={props.reader} onGo={goToStep} />
              ) : (
                <>
                  <fieldset className={styles.fields} disabled={saving.busy}>
                    {stepFields[stepName(step)]}
                  </fieldset>
                  {step === savingStep && saving.conflict && (
                    <ConflictNotice
                      onDiscard={() => {
                        if (saving.conflict) form.resetTo(saving.conflict);
                        saving.clearConflict();
                      }}
                      onOverwrite={() => void saving.save(saving.conflict)}
                    />
                  )}
                  <StepActions
                    step={step}
                    busy={saving.busy}
                    imagesBusy={images.busy}
                    onBack={() => goToStep(step - 1)}
                  />
                </>
              )}
            </form>
          </FormProvider>
        </div>
      </div>
      <LeaveDialog images={images} />
    </PageContainer>
  );
}

/** Loads code and texts of later steps in advance. */
function usePreloads(): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    // What fails here is loaded again when it is needed.
    preloadSteps();
    ImageBoard.preload();
    OverviewStep.preload();
    ConflictNotice.preload();
    preloadLeaveDialog();
    i18n.loadNamespaces(['images', 'files', 'errors', 'myListings', 'listings']).catch(() => undefined);
  }, [i18n]);
}

type StepActionsProps = { step: number; busy: boolean; imagesBusy: boolean; onBack: () => void };

function StepActions({ step, busy, imagesBusy, onBack }: StepActionsProps) {
  const { t } = useTranslation('wizard');
  return (
    <div className={styles.actions}>
      {step > firstStep && (
        <Button
          variant="outlined"
          size="large"
          startIcon={<Icon name="left" size={18} />}
          disabled={busy}
          onClick={onBack}
        >
          {t('back')}
        </Button>
      )}
      <BusyButton
        type="submit"
        variant="contained"
        size="large"
        loading={busy}
        disabled={imagesBusy}
        className={styles.next}
      >
        {t(step === savingStep ? 'save' : 'next')}
      </BusyButton>
    </div>
  );
}
