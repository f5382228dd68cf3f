import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconQrcode } from '@tabler/icons-react';
import type { Label } from '@trace/contract/devices/registration/devices.registration.rules';
import { scanTexts as texts } from '@trace/contract/devices/registration/devices.scan.texts';
import { lazy, Suspense } from 'react';

/** Loaded on press, with the camera and the decoder. */
const DevicesScanDialog = lazy(() => import('./devices-scan-dialog.tsx'));

interface DevicesScanButtonProps {
  isDisabled?: boolean;
  /** Returns why this label does not fit here, or null. A label that does not fit leaves the camera on. */
  check?: (label: Label) => string | null;
  onScan: (label: Label) => void;
}

/** Reads a label with the camera or from a picture (REG-13). */
export function DevicesScanButton({ isDisabled = false, check, onScan }: DevicesScanButtonProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const take = (label: Label) => {
    dialog.close();
    onScan(label);
  };
  return (
    <>
      <Button
        variant="default"
        disabled={isDisabled}
        leftSection={<IconQrcode size={17} stroke={1.7} />}
        onClick={dialog.open}
      >
        {texts.open}
      </Button>
      <Suspense>
        {isOpen && <DevicesScanDialog {...(check && { check })} onLabel={take} onClose={dialog.close} />}
      </Suspense>
    </>
  );
}
