import { useHeldPage } from '#lib/held-page.ts';
import { FileChooser } from '#ui/controls/file-chooser.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { useFocusAfter } from '#ui/dialogs/focus-after.ts';
import { useSinglePress } from '#ui/dialogs/single-press.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Button, Progress } from '@mantine/core';
import { IconDownload, IconFileTypeCsv } from '@tabler/icons-react';
import { importTexts as texts } from '@trace/contract/devices/registration/devices.import.texts';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { useState, type DragEvent } from 'react';
import { saveReport, saveTemplate } from './devices-import-files.ts';
import { DevicesImportReport } from './devices-import-report.tsx';
import { useImport, type ImportState } from './devices-import.ts';
import classes from './devices-import.module.css';

/** Shows the file, the result of a dry run for its rows, and the import with its report (IDEV-08). */
export default function DevicesImportDialog({ onClose }: { onClose: () => void }) {
  const state = useImport();
  const { file, report, complaint, running } = state;
  const once = useSinglePress(running !== null);
  // The import button goes with the dry run that it belongs to.
  const { ref: closeRef, notePress } = useFocusAfter<HTMLButtonElement>(report);
  const start = () => {
    notePress();
    state.start();
  };
  useHeldPage(running?.isDryRun === false, () => showToast({ tone: 'info', about: 'import', text: texts.stay }));
  return (
    <Dialog
      isOpen
      isTall
      size="xl"
      // The dialog stays open while devices are being saved, so that the user sees the result.
      isHeld={running !== null}
      onClose={onClose}
      title={texts.title}
      text={registrationTexts.importHint}
    >
      <FileChoice state={state} />
      {running && <Running {...running} />}
      {complaint !== null && (
        <OutcomeLine tone="bad" title={texts.failed}>
          {complaint}
        </OutcomeLine>
      )}
      {report && !running && <DevicesImportReport key={`${report.dryRun}`} report={report} />}
      <DialogActions>
        {report && file && !running && (
          <Button
            variant="default"
            leftSection={<IconDownload size={17} stroke={1.7} />}
            onClick={() => saveReport(report, file.name)}
          >
            {texts.report}
          </Button>
        )}
        <Button ref={closeRef} variant="default" disabled={running !== null} onClick={onClose}>
          {texts.close}
        </Button>
        {report?.dryRun === true && report.counts.good > 0 && (
          <Button loading={running !== null} onClick={() => once(start)}>
            {texts.import(report.counts.good)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function FileChoice({ state: { file, running, choose } }: { state: ImportState }) {
  const [isOver, setOver] = useState(false);
  const take = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && running === null) choose(dropped);
  };
  return (
    // A file can also be dropped here. The button does the same for users without a mouse.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <IconFileTypeCsv size={24} stroke={1.5} aria-hidden="true" />
      {file && <p className={classes.file}>{file.name}</p>}
      <FileChooser accept={texts.accepted} onChoose={([chosen]) => choose(chosen)}>
        {(props) => (
          <Button
            {...props}
            variant={file ? 'default' : 'filled'}
            loading={running?.isDryRun === true}
            disabled={running?.isDryRun === false}
            data-autofocus
          >
            {file ? texts.chooseOther : texts.choose}
          </Button>
        )}
      </FileChooser>
      {!file && <p className={`${classes.file} ${classes.dropHint}`}>{texts.drop}</p>}
      {!file && (
        <Button variant="subtle" onClick={saveTemplate}>
          {texts.template}
        </Button>
      )}
    </div>
  );
}

function Running({ isDryRun, progress: { done, total } }: NonNullable<ImportState['running']>) {
  const share = total === 0 ? 100 : Math.round((done / total) * 100);
  return (
    <div className={classes.running}>
      <p>
        {isDryRun ? texts.checking : texts.importing}: {total === 0 ? texts.sending : texts.progressOf(done, total)}
      </p>
      <Progress value={share} animated={total === 0} aria-label={texts.progress} />
    </div>
  );
}
