import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconQrcode } from '@tabler/icons-react';
import { setupTexts as texts } from '@trace/contract/devices/registration/devices.setup.texts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './devices-scan.module.css';
import { startScan, useCanScan, type Label, type ScanTrouble } from './devices-scan.ts';

interface DevicesScanButtonProps {
  isDisabled: boolean;
  onScan: (label: Label) => void;
}

/** Reads the label by the camera; not there where the browser cannot do that. */
export function DevicesScanButton({ isDisabled, onScan }: DevicesScanButtonProps) {
  const canScan = useCanScan();
  const [isOpen, dialog] = useDisclosure(false);
  if (!canScan) return null;
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
        {texts.scan}
      </Button>
      <Dialog isOpen={isOpen} onClose={dialog.close} title={texts.scanTitle} text={texts.scanHint}>
        <ScanView onLabel={take} />
        <DialogActions>
          <Button variant="default" onClick={dialog.close} data-autofocus>
            {texts.close}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

const troubles: Record<ScanTrouble, string> = {
  foreign: texts.scanForeign,
  refused: texts.scanRefused,
  broken: texts.scanBroken,
};

function ScanView({ onLabel }: { onLabel: (label: Label) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<ScanTrouble | null>(null);
  const take = useEffectEvent(onLabel);
  useEffect(() => startScan({ video, onLabel: (label) => take(label), onTrouble: setTrouble }), []);
  return (
    <>
      <video ref={video} className={classes.view} muted playsInline aria-label={texts.scanView} />
      <p role="alert" className={classes.trouble}>
        {trouble !== null && troubles[trouble]}
      </p>
    </>
  );
}
