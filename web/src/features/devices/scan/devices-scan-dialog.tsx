import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, FileButton } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconPhoto } from '@tabler/icons-react';
import { readLabel, type Label } from '@trace/contract/devices/registration/devices.registration.rules';
import { scanTexts as texts } from '@trace/contract/devices/registration/devices.scan.texts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { startCamera } from './devices-scan-camera.ts';
import { readPicture } from './devices-scan-picture.ts';
import classes from './devices-scan.module.css';

interface DevicesScanDialogProps {
  check?: (label: Label) => string | null;
  onLabel: (label: Label) => void;
  onClose: () => void;
}

/** Shows the camera until a label is read. The camera is off while the page is hidden and after the dialog closes. */
export default function DevicesScanDialog({ check, onLabel, onClose }: DevicesScanDialogProps) {
  const [isReading, setReading] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);

  const accept = (codes: readonly string[]) => {
    const label = codes.map(readLabel).find((each) => each !== null);
    if (label === undefined) return setTrouble(texts.foreign);
    const complaint = check?.(label) ?? null;
    if (complaint !== null) return setTrouble(complaint);
    return onLabel(label);
  };

  const choose = async (file: File) => {
    setReading(true);
    setTrouble(null);
    const codes = await readPicture(file);
    setReading(false);
    if (codes === null) setTrouble(texts.noPicture);
    else if (codes.length === 0) setTrouble(texts.unreadable);
    else accept(codes);
  };

  return (
    <Dialog isOpen onClose={onClose} title={texts.title} text={texts.hint}>
      <CameraView onCodes={accept} onTrouble={(kind) => setTrouble(texts[kind])} />
      <p role="alert" className={classes.trouble}>
        {trouble}
      </p>
      <DialogActions>
        <FileButton accept="image/*" onChange={(file) => file && void choose(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isReading}
              aria-label={isReading ? texts.reading : texts.picture}
              leftSection={<IconPhoto size={17} stroke={1.7} />}
            >
              {texts.picture}
            </Button>
          )}
        </FileButton>
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type CameraTrouble = Parameters<Parameters<typeof startCamera>[0]['onTrouble']>[0];

interface CameraViewProps {
  onCodes: (codes: readonly string[]) => void;
  onTrouble: (trouble: CameraTrouble) => void;
}

function CameraView(props: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null);
  const isVisible = useDocumentVisibility() === 'visible';
  const [isOn, setOn] = useState(false);
  const onCodes = useEffectEvent(props.onCodes);
  const onTrouble = useEffectEvent((trouble: CameraTrouble) => {
    if (trouble !== 'nothing') setOn(false);
    props.onTrouble(trouble);
  });
  useEffect(() => {
    if (!isVisible || video.current === null) return undefined;
    return startCamera({
      view: video.current,
      onStart: () => setOn(true),
      onCodes: (codes) => onCodes(codes),
      onTrouble: (trouble) => onTrouble(trouble),
    });
  }, [isVisible]);
  return (
    <div className={classes.frame} data-on={isOn || undefined}>
      <video ref={video} className={classes.view} muted playsInline aria-label={texts.view} />
      <span className={classes.target} aria-hidden="true" />
    </div>
  );
}
