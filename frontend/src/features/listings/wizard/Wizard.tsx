import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { lazy, type SubmitEvent, Suspense, useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { usePageTitle } from '../../../ui/brand';
import { Icon } from '../../../ui/Icon';
import { LeaveDialog } from './LeaveDialog';
import { TakedownNotice } from '../TakedownNotice';
import { loadPictureBoard, PicturesStep } from './PicturesStep';
import { StepHeading } from './StepHeading';
import { stepFields } from './stepFields';
import { firstStep, lastStep, nameOfStep, savingStep } from './steps';
import { useWizard } from './useWizard';
import styles from './Wizard.module.css';
import { WizardSteps } from './WizardSteps';

/** What has to be said now and then only. */
const DraftOffer = lazy(() => import('./DraftOffer').then((module) => ({ default: module.DraftOffer })));
const NewerNotice = lazy(() => import('./NewerNotice').then((module) => ({ default: module.NewerNotice })));

/** The last step is long, and a good while away. */
const loadOverview = () => import('./OverviewStep');
const OverviewStep = lazy(() => loadOverview().then((module) => ({ default: module.OverviewStep })));

export type WizardProps = {
  userId: string;
  listingId: string | undefined;
  /** What is stored; none for a listing that has never been saved. */
  listing: ListingResponse | undefined;
  reader: 'landlord' | 'administrator';
  onCreated: (id: string) => void;
};

export function Wizard(props: WizardProps) {
  const { t } = useTranslation('wizard');
  const title = t(props.listingId === undefined ? 'title.add' : 'title.manage');
  usePageTitle(title);
  const element = useRef<HTMLFormElement>(null);
  const { form, pictures, step, furthest, missing, saving, go, next } = useWizard(props, element);
  const { listing } = props;
  useEffect(() => void Promise.all([loadPictureBoard(), loadOverview()]), []);

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
          {form.offer && step < lastStep && (
            <Suspense>
              <DraftOffer
                offer={form.offer}
                onGoOn={(to) => {
                  form.goOn();
                  go(to);
                }}
                onStartAnew={() => {
                  form.adopt(listing);
                  go(firstStep);
                }}
              />
            </Suspense>
          )}
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
                <Suspense>
                  <OverviewStep listing={listing} onGo={go} />
                </Suspense>
              ) : (
                <>
                  <fieldset className={styles.fields} disabled={saving.busy}>
                    {stepFields[nameOfStep(step)]}
                  </fieldset>
                  {step === savingStep && saving.newer && (
                    <Suspense>
                      <NewerNotice
                        onTake={() => {
                          form.adopt(saving.newer);
                          saving.forgetNewer();
                        }}
                        onKeep={() => void saving.save(saving.newer)}
                      />
                    </Suspense>
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
      <LeaveDialog waiting={pictures.waiting} />
    </Container>
  );
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
