import { formatSize } from '#lib/format-size.ts';
import { FileChooser } from '#ui/controls/file-chooser.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { firmwareRules } from '@trace/contract/firmware/firmware.rules';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import { useState, type DragEvent } from 'react';
import classes from './firmware-upload.module.css';

const texts = firmwareScreenTexts.upload;

interface FirmwareFileFieldProps {
  file: File | null;
  /** The reason why the last chosen file is no firmware file. */
  complaint: string | null;
  isBusy: boolean;
  onChoose: (file: File) => void;
}

/** Returns the reason why the server would refuse the file by its name or size alone. */
export function fileComplaint({ name, size }: File): string | null {
  if (!name.toLowerCase().endsWith('.bin')) return texts.invalidText;
  if (size === 0) return texts.empty;
  return size > firmwareRules.imageMaxBytes ? texts.tooBig : null;
}

/** Chooses the image by file dialog or drop, and shows its name and size. */
export function FirmwareFileField({ file, complaint, isBusy, onChoose }: FirmwareFileFieldProps) {
  const drop = useDrop(onChoose);
  return (
    <>
      <div role="group" aria-label={texts.file} className={classes.field} {...drop}>
        <IconFileUpload size={24} stroke={1.6} aria-hidden="true" />
        {file === null ? (
          <p className={classes.lead}>{texts.drop}</p>
        ) : (
          <p className={classes.chosen}>
            <bdi>{file.name}</bdi>
            <span className={classes.hint}>{formatSize(file.size)}</span>
          </p>
        )}
        <FileChooser accept={texts.accept} onChoose={([chosen]) => onChoose(chosen)}>
          {(props) => (
            <Button {...props} variant="subtle" size="sm" disabled={isBusy}>
              {file === null ? texts.choose : texts.chooseOther}
            </Button>
          )}
        </FileChooser>
      </div>
      {complaint !== null && (
        <OutcomeLine tone="bad" title={texts.invalid}>
          {complaint}
        </OutcomeLine>
      )}
    </>
  );
}

/** Accepts a drop anywhere on the field and highlights the field during a drag. */
function useDrop(onChoose: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file) onChoose(file);
    },
  };
}
