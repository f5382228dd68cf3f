import { failureWords } from '#lib/http/api.ts';
import { FileChooser } from '#ui/controls/file-chooser.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { csvLoadTexts as texts } from '@trace/contract/kernel/csv-load.texts';
import { useState, type ReactNode } from 'react';
import classes from './csv-load-dialog.module.css';
import { CsvLoadRows } from './csv-load-rows.tsx';
import type { LoadedLine } from './csv-row-list.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { useFocusAfter } from './focus-after.ts';
import { useSinglePress } from './single-press.ts';

interface LoadCall {
  readonly file: File;
  readonly bytes: Uint8Array;
  readonly isDryRun: boolean;
}

interface CsvLoadDialogProps {
  title: string;
  /** Describes the columns of the file. */
  hint: string;
  /** The heading of the column that names a row. */
  nameLabel: string;
  mostBytes: number;
  /** Sends the file. A dry run stores nothing. */
  send: (bytes: Uint8Array, isDryRun: boolean) => Promise<readonly LoadedLine[]>;
  /** More actions on the answer. */
  actions?: ReactNode;
  /** The answer is shown only once, so a click outside does not close the dialog. */
  isFirm?: boolean;
  onClose: () => void;
}

/** Checks a CSV file by a dry run as soon as the file is chosen, and loads the file when the person confirms. */
export function CsvLoadDialog(props: CsvLoadDialogProps) {
  const { title, hint, nameLabel, mostBytes, send, actions, isFirm = false, onClose } = props;
  const [isTooBig, setTooBig] = useState(false);
  const sending = useMutation({
    mutationFn: ({ bytes, isDryRun }: LoadCall) => send(bytes, isDryRun),
    meta: { isFailureShownInPlace: true },
  });
  const { data, error, isPending, variables } = sending;
  const once = useSinglePress(isPending);
  const choose = async (file: File) => {
    setTooBig(file.size > mostBytes);
    sending.reset();
    if (file.size > mostBytes) return;
    // Both calls send these bytes, even if the file changes on the disk meanwhile.
    sending.mutate({ file, bytes: new Uint8Array(await file.arrayBuffer()), isDryRun: true });
  };
  const good = data?.filter(({ isRefused }) => !isRefused).length ?? 0;
  const isChecked = variables?.isDryRun === true;
  // The load button goes with the dry run that it belongs to.
  const { ref: closeRef, notePress } = useFocusAfter<HTMLButtonElement>(!isPending && !isChecked);
  const load = (checked: LoadCall) => {
    notePress();
    sending.mutate({ ...checked, isDryRun: false });
  };
  return (
    <Dialog isOpen isTall size="xl" title={title} text={hint} isHeld={isPending || isFirm} onClose={onClose}>
      <div className={classes.file}>
        {variables && <p className={classes.name}>{variables.file.name}</p>}
        <FileChooser accept={texts.accepted} onChoose={([file]) => void choose(file)}>
          {(button) => (
            <Button
              {...button}
              variant={variables ? 'default' : 'filled'}
              loading={isPending && isChecked}
              disabled={isPending && !isChecked}
              data-autofocus
            >
              {variables ? texts.chooseOther : texts.choose}
            </Button>
          )}
        </FileChooser>
      </div>
      {isTooBig && <OutcomeLine tone="bad">{texts.tooBig(mostBytes / 2 ** 20)}</OutcomeLine>}
      {isPending && <LoadingText>{isChecked ? texts.checking : texts.loading}</LoadingText>}
      {error && (
        <OutcomeLine tone="bad" title={texts.failed}>
          {failureWords(error)}
        </OutcomeLine>
      )}
      {data && <CsvLoadRows key={`${isChecked}`} rows={data} nameLabel={nameLabel} isDryRun={isChecked} />}
      <DialogActions>
        {data && actions}
        <Button ref={closeRef} variant="default" disabled={isPending} onClick={onClose}>
          {texts.close}
        </Button>
        {isChecked && good > 0 && (
          <Button loading={isPending} onClick={() => once(() => load(variables))}>
            {texts.load(good)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
