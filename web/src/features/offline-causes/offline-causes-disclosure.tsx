import { Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import { offlineCausesTexts as texts, type CauseReader } from '@trace/contract/offline-causes/offline-causes.texts';
import { lazy, Suspense, useId, useState } from 'react';
import classes from './offline-causes.module.css';

/** Loaded with the first question. */
const OfflineCausesPart = lazy(async () => ({
  default: (await import('./offline-causes-card.tsx')).OfflineCausesPart,
}));

interface OfflineCausesDisclosureProps {
  serial: string;
  reader: CauseReader;
  status: DeviceStatus;
  /** The device's name, where several devices are near. */
  name?: string;
}

/** Asks why a device is offline or reports an error, and shows the answer below. */
export function OfflineCausesDisclosure({ serial, reader, status, name }: OfflineCausesDisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes.disclosure}>
      <Button
        variant="default"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<IconHelpCircle size={17} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.question(status, name)}
      </Button>
      <div id={id}>
        <Suspense>{isOpen && <OfflineCausesPart serial={serial} reader={reader} />}</Suspense>
      </div>
    </div>
  );
}
