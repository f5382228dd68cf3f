import { supportPaths } from '#lib/support-paths.ts';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Incident } from '@trace/contract/panic/panic.schema';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import classes from './incident-devices.module.css';

/** The way to the devices of an incident, where break-glass access shows the last position (SUPL-07). */
export function IncidentDevices({ devices }: Pick<Incident, 'devices'>) {
  return (
    <div className={classes.devices}>
      {devices.map(({ serialNumber, name }) => (
        <Button
          key={serialNumber}
          variant="default"
          renderRoot={(props) => <Link {...props} to={supportPaths.device} params={{ serial: serialNumber }} />}
        >
          {texts.openDevice(name)}
        </Button>
      ))}
    </div>
  );
}
