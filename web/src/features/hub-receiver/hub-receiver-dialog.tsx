import { failureWords } from '#lib/http/api.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { HubReporting } from '@trace/contract/hub-receiver/hub-receiver.schema';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import { useState } from 'react';
import { HubReceiverForm } from './hub-receiver-form.tsx';
import { HubReceiverState } from './hub-receiver-state.tsx';
import { HubReceiverSteps } from './hub-receiver-steps.tsx';
import classes from './hub-receiver.module.css';
import { reportingQuery, useRemoveReporting, useSaveReporting } from './hub-receiver.queries.ts';

interface HubReceiverDialogProps {
  serial: string;
  name: string;
  onClose: () => void;
}

/** Lets the alarm hub of a device report straight to Trace (PANIC-05). */
export function HubReceiverDialog({ serial, name, onClose }: HubReceiverDialogProps) {
  const { data: reporting, error } = useQuery(reportingQuery(serial));
  const saving = useSaveReporting(serial);
  const [savedKey, setSavedKey] = useState<string | null>(null);
  return (
    <Dialog
      isOpen
      isTall
      size="lg"
      // A saved key is shown only once.
      isHeld={saving.isPending || (savedKey !== null && reporting?.account != null)}
      onClose={onClose}
      title={texts.title}
      text={texts.text(name)}
    >
      {!reporting && !error && <LoadingText>{texts.loading}</LoadingText>}
      {!reporting && error && (
        <OutcomeLine tone="bad" title={texts.loadFailed}>
          {failureWords(error)}
        </OutcomeLine>
      )}
      {reporting?.receiver === null && <OutcomeLine tone="part">{texts.off}</OutcomeLine>}
      {reporting?.receiver ? (
        <Settings
          reporting={reporting}
          receiver={reporting.receiver}
          saving={saving}
          savedKey={savedKey}
          onKeySaved={setSavedKey}
          onClose={onClose}
        />
      ) : (
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

interface SettingsProps {
  reporting: HubReporting;
  receiver: NonNullable<HubReporting['receiver']>;
  saving: ReturnType<typeof useSaveReporting>;
  savedKey: string | null;
  onKeySaved: (key: string | null) => void;
  onClose: () => void;
}

function Settings(props: SettingsProps) {
  const { reporting, receiver, saving, savedKey, onKeySaved, onClose } = props;
  const { serialNumber, account } = reporting;
  return (
    <div className={classes.dialog}>
      {account && <HubReceiverState account={account} />}
      {account && (
        <HubReceiverSteps receiver={receiver} number={account.number} storedKey={savedKey} maker={account.maker} />
      )}
      {account && savedKey !== null && <p className={classes.hint}>{texts.keyHint}</p>}
      <HubReceiverForm
        // A new form when the account appears or goes.
        key={account === null ? 'new' : 'stored'}
        account={account}
        saving={saving}
        onKeySaved={onKeySaved}
        onClose={onClose}
      />
      {account && <Removal serial={serialNumber} number={account.number} />}
    </div>
  );
}

function Removal({ serial, number }: { serial: string; number: string }) {
  const [isAsking, question] = useDisclosure(false);
  const removing = useRemoveReporting(serial);
  return (
    <div className={classes.removal}>
      <Button size="xs" variant="subtle" color="red" onClick={question.open}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.removeTitle}
        confirmLabel={texts.remove}
        isWorking={removing.isPending}
        onConfirm={() => removing.mutate(undefined, { onSettled: question.close })}
        onClose={question.close}
      >
        {texts.removeText(number)}
      </ConfirmDialog>
    </div>
  );
}
