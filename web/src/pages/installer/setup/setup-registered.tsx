import { DeviceSetupLast } from '#features/device-setup/device-setup-last.tsx';
import { paths } from '#lib/paths.ts';
import { Button, Card } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { commissioningTexts } from '@trace/contract/fleet/fleet.commissioning.texts';
import { setupTexts as texts } from '@trace/contract/devices/registration/devices.setup.texts';
import type { Registered } from './setup-state.ts';
import classes from './setup.module.css';

/** Shows the last registered device: the next step, and the progress of its settings. */
export function SetupRegistered({ serial, name }: Registered) {
  return (
    <Card component="section" aria-label={texts.lastRegistered(name)} className={classes.registered ?? ''}>
      <h2 className={classes.smallTitle}>{texts.lastRegistered(name)}</h2>
      <Button renderRoot={(props) => <Link {...props} to={paths.installerCommissioning} search={{ device: serial }} />}>
        {commissioningTexts.open}
      </Button>
      <Button
        variant="light"
        renderRoot={(props) => <Link {...props} to={paths.installerDevices} search={{ q: serial }} />}
      >
        {texts.assignNext}
      </Button>
      {/* Comes later, and must not move the buttons under a finger. */}
      <DeviceSetupLast serial={serial} />
    </Card>
  );
}
