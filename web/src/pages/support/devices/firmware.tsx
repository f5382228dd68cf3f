import { FirmwareFilesCard } from '#features/firmware/files/firmware-files-card.tsx';
import { FirmwarePastRollouts } from '#features/firmware/rollouts/firmware-past-rollouts.tsx';
import { FirmwareRollouts } from '#features/firmware/rollouts/firmware-rollouts.tsx';
import { FirmwareUploadCard } from '#features/firmware/files/firmware-upload-card.tsx';
import { usePerson } from '#lib/session/session.ts';
import { firmwareScreenTexts as texts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import classes from './firmware.module.css';
import { SupportPage } from '../support-page.tsx';

/** Firmware Management: rollouts first, then upload and files (FWM-01, FWM-03). */
export default function FirmwarePage() {
  const { email } = usePerson();
  return (
    <SupportPage title={texts.page} right={<span className={classes.person}>{texts.loggedInAs(email)}</span>}>
      <div className={classes.page}>
        <FirmwareRollouts />
        <div className={classes.files}>
          <FirmwareUploadCard />
          <FirmwareFilesCard />
        </div>
        <FirmwarePastRollouts />
      </div>
    </SupportPage>
  );
}
