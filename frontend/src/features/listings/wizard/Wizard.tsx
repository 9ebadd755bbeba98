import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { usePageTitle } from '../../../ui/brand';
import { Icon } from '../../../ui/Icon';
import { DraftNotices } from './DraftNotices';
import { LeaveDialog, loadLeaveQuestion } from './LeaveDialog';
import { loadPictureBoard, PicturesStep } from './PicturesStep';
import { StepHeading } from './StepHeading';
import { stepFields } from './stepFields';
import { firstStep, lastStep, nameOfStep, savingStep } from './steps';
import type { TabDraft } from './tabDraft';
import { useWizard } from './useWizard';
import styles from './Wizard.module.css';
import { WizardSteps } from './WizardSteps';
import { lazyPart, prepare } from '../../../ui/lazy/lazyPart';
import { block } from '../../../ui/lazy/PartFailure';

/** What has to be said now and then only. */
const loadNewerNotice = () => import('./NewerNotice');
const NewerNotice = lazyPart(() => loadNewerNotice().then((module) => module.NewerNotice), block);

const loadTakedownNotice = () => import('../TakedownNotice');
const TakedownNotice = lazyPart(() => loadTakedownNotice().then((module) => module.TakedownNotice), block);

/** The last step is long, and a good while away. */
const loadOverview = () => import('./OverviewStep');
const OverviewStep = lazyPart(() => loadOverview().then((module) => module.OverviewStep), block);

export type WizardProps = {
  userId: string;
  draft: TabDraft;
  listingId: string | undefined;
  /** What is stored; none for a listing that has never been saved. */
  listing: ListingResponse | undefined;
  reader: 'landlord' | 'administrator';
  onCreated: (id: string) => void;
  /** Begins another new listing. */
  onStartAnew: () => void;
};

export function Wizard(props: WizardProps) {
  const { t } = useTranslation('wizard');
  const title = t(props.listingId === undefined ? 'title.add' : 'title.manage');
  usePageTitle(title);
  const element = useRef<HTMLFormElement>(null);
  const wizard = useWizard(props, element);
  const { form, pictures, step, furthest, missing, saving, go, next } = wizard;
  const { listing } = props;
  usePreloads();

  return (
    <Container maxWidth="lg" sx={{ py: { xs: 3, md: 5 } }}>
      <Typography variant="h2" component="h1" sx={{ mb: { xs: 2, md: 3 } }}>
        {title}
      </Typography>
      {listing && listing.takedownReason !== null && (
        <div className={styles.takedown}>
          <TakedownNotice reason={listing.takedownReason} reader={props.reader} />
        </div>
      )}
      <div className={styles.columns}>
        <WizardSteps step={step} furthest={furthest} disabled={saving.busy} onGo={go} />
        <div className={styles.main}>
          <DraftNotices
            form={form}
            step={step}
            own={props.draft.own}
            pictures={pictures.broughtBack}
            imageRequired={wizard.imageRequired}
            onGo={go}
            onStartAnew={() => {
              pictures.discard();
              if (listing) form.adopt(listing);
              else props.onStartAnew();
              go(firstStep);
            }}
          />
          <FormProvider {...form}>
            <form
              ref={element}
              noValidate
              className={styles.sheet}
              aria-label={t(`step.${nameOfStep(step)}`)}
              onSubmit={(event: SubmitEvent) => {
                event.preventDefault();
                next();
              }}
            >
              <StepHeading step={step} />
              {step === savingStep && <PicturesStep pictures={pictures} missing={missing} />}
              {step === lastStep && listing ? (
                <OverviewStep listing={listing} reader={props.reader} onGo={go} />
              ) : (
                <>
                  <fieldset className={styles.fields} disabled={saving.busy}>
                    {stepFields[nameOfStep(step)]}
                  </fieldset>
                  {step === savingStep && saving.newer && (
                    <NewerNotice
                      onTake={() => {
                        if (saving.newer) form.adopt(saving.newer);
                        saving.forgetNewer();
                      }}
                      onKeep={() => void saving.save(saving.newer)}
                    />
                  )}
                  <StepActions
                    step={step}
                    busy={saving.busy}
                    waiting={pictures.busy}
                    onBack={() => go(step - 1)}
                  />
                </>
              )}
            </form>
          </FormProvider>
        </div>
      </div>
      <LeaveDialog waiting={pictures.waiting} unkept={pictures.unkept} />
    </Container>
  );
}

/** Loads what later steps need while there is a connection. */
function usePreloads(): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    // What is not there now is loaded when it is needed.
    prepare(loadPictureBoard, loadOverview, loadNewerNotice, loadLeaveQuestion);
    prepare(() => i18n.loadNamespaces(['pictures', 'files', 'errors', 'myListings', 'listings']));
  }, [i18n]);
}

type StepActionsProps = { step: number; busy: boolean; waiting: boolean; onBack: () => void };

function StepActions({ step, busy, waiting, onBack }: StepActionsProps) {
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
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={busy}
        disabled={waiting}
        sx={{ ml: 'auto', minWidth: 132 }}
      >
        {t(step === savingStep ? 'save' : 'next')}
      </Button>
    </div>
  );
}
