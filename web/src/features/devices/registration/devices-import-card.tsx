import { Button, Card } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { importTexts as texts } from '@trace/contract/devices/registration/devices.import.texts';
import { lazy, Suspense } from 'react';
import classes from './devices-import.module.css';

const DevicesImportDialog = lazy(() => import('./devices-import-dialog.tsx'));

/** The way to register many devices at once (IDEV-08). */
export function DevicesImportCard() {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Card component="section" aria-label={texts.openTitle} className={classes.card ?? ''}>
      <h2 className={classes.title}>{texts.openTitle}</h2>
      <p className={classes.text}>{texts.openText}</p>
      <Button variant="default" leftSection={<IconFileImport size={17} stroke={1.7} />} onClick={dialog.open}>
        {texts.open}
      </Button>
      <Suspense>{isOpen && <DevicesImportDialog onClose={dialog.close} />}</Suspense>
    </Card>
  );
}
