import { CertificationNotice } from '#features/certification/certification-notice.tsx';
import { DevicesGatewayCard } from '#features/devices/registration/devices-gateway-card.tsx';
import { DevicesImportCard } from '#features/devices/registration/devices-import-card.tsx';
import { DevicesOutboxCard } from '#features/devices/registration/devices-outbox-card.tsx';
import { AreaPage } from '#pages/area-page.tsx';
import { Card } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { setupTexts as texts } from '@trace/contract/devices/registration/devices.setup.texts';
import { SetupDraft } from './setup-draft.tsx';
import { SetupForm } from './setup-form.tsx';
import { SetupRegistered } from './setup-registered.tsx';
import { useSetupForm } from './setup-state.ts';
import { SetupSteps, SetupSummary } from './setup-summary.tsx';
import classes from './setup.module.css';

/** The page to register a device: the form, a summary of the values to be saved, and the next steps. */
export default function InstallerSetupPage() {
  const form = useSetupForm();
  return (
    <AreaPage title={registrationTexts.title} context={texts.context}>
      <div className={classes.certification}>
        <CertificationNotice />
      </div>
      <SetupDraft form={form} />
      <div className={classes.page}>
        <SetupForm form={form} />
        <div className={classes.aside}>
          <div className={classes.waiting}>
            <DevicesOutboxCard onEdit={form.takeRefused} />
          </div>
          {form.registered && <SetupRegistered {...form.registered} />}
          <SetupSummary form={form} />
          <SetupSteps />
          <DevicesGatewayCard />
          <Card className={classes.secrets ?? ''}>
            <IconShieldLock size={20} stroke={1.6} aria-hidden="true" />
            <p>{texts.secrets}</p>
          </Card>
          <DevicesImportCard />
        </div>
      </div>
    </AreaPage>
  );
}
