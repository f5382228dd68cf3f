import { failureWords } from '#lib/http/api.ts';
import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import type { DeviceFirmware } from '@trace/contract/firmware/firmware.schema';
import { firmwareTexts as texts } from '@trace/contract/firmware/firmware.texts';
import { useEffect, useMemo, useRef, useState } from 'react';
import classes from './firmware-dialog.module.css';
import { FirmwareFacts } from './firmware-facts.tsx';
import { FirmwareProgress } from './firmware-progress.tsx';
import { viewOf, type FirmwareView } from './firmware-view.ts';
import { firmwareQuery, startUpdate } from './firmware.queries.ts';
import { rememberUpdate, useFirmwareStream } from './firmware.stream.ts';

export interface FirmwareDialogProps {
  readonly device: { readonly serialNumber: string; readonly name: string };
  /** The status of the device, if the page knows the status. */
  readonly status: DeviceStatus | undefined;
  readonly onClose: () => void;
}

/** FWD-01: what a device runs and may get, and the progress that the device itself reports. */
export default function FirmwareDialog({ device, status, onClose }: FirmwareDialogProps) {
  const { serialNumber } = device;
  const query = useMemo(() => firmwareQuery(serialNumber), [serialNumber]);
  const { data, error, refetch, isFetching } = useQuery(query);
  useFirmwareStream(serialNumber);
  usePollWhileDisconnected(query.queryKey);
  const [followedId, setFollowedId] = useState<string | null>(null);
  const view = data && viewOf(data, followedId);
  if (view?.kind === 'progress' && view.update.id !== followedId) setFollowedId(view.update.id);

  return (
    <Dialog isOpen isTall size="md" title={titleOf(view, error !== null)} onClose={onClose}>
      {data && view ? (
        <FirmwareBody device={device} status={status} firmware={data} view={view} onClose={onClose} />
      ) : (
        <>
          {error === null ? (
            <LoadingText>{texts.loading}</LoadingText>
          ) : (
            <OutcomeLine tone="bad">{failureWords(error)}</OutcomeLine>
          )}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            {error !== null && (
              <Button loading={isFetching} onClick={() => void refetch()}>
                {texts.tryAgain}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

function titleOf(view: FirmwareView | undefined, isFailed: boolean): string {
  if (view === undefined) return isFailed ? texts.checkFailed : texts.checkUpdate;
  return {
    'up-to-date': texts.upToDateTitle,
    offer: texts.title,
    progress: texts.updatingTitle,
    done: texts.states.done,
    failed: texts.updateFailed,
    cancelled: texts.states.cancelled,
  }[view.kind];
}

interface BodyProps extends FirmwareDialogProps {
  firmware: DeviceFirmware;
  view: FirmwareView;
}

function FirmwareBody({ device, status, firmware, view, onClose }: BodyProps) {
  const { serialNumber, name } = device;
  const { offer, currentVersion } = firmware;
  const queryClient = useQueryClient();
  const closeButton = useRef<HTMLButtonElement>(null);
  // Loaded content replaces the part of the dialog that had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) closeButton.current?.focus({ preventScroll: true });
  }, []);
  const starting = useMutation({
    mutationFn: (releaseId: string) => startUpdate(serialNumber, releaseId),
    meta: { isFailureShownInPlace: true },
    onSuccess: (update) => rememberUpdate(queryClient, serialNumber, update),
    // A refusal says that the page is out of date.
    onError: () => queryClient.invalidateQueries({ queryKey: firmwareQuery(serialNumber).queryKey }),
  });
  const isOffered = offer !== null && (view.kind === 'offer' || view.kind === 'failed');
  return (
    <>
      <p className={classes.device} dir="auto">
        {name}
      </p>
      {view.kind === 'up-to-date' && (
        <OutcomeLine tone={currentVersion === null ? 'part' : 'good'}>
          {currentVersion === null ? texts.unknownVersion : texts.upToDate(name, currentVersion)}
        </OutcomeLine>
      )}
      {view.kind === 'offer' && <FirmwareFacts firmware={firmware} status={status} />}
      {'update' in view && <FirmwareProgress view={view} />}
      {isOffered && starting.error && (
        <div className={classes.refusal}>
          <OutcomeLine tone="bad" title={texts.updateFailed}>
            {failureWords(starting.error)}
          </OutcomeLine>
        </div>
      )}
      <DialogActions>
        <Button ref={closeButton} variant="default" onClick={onClose} data-autofocus>
          {view.kind === 'offer' ? texts.later : texts.close}
        </Button>
        {isOffered && (
          <NeedsNetwork isTight>
            {(button) => (
              <Button loading={starting.isPending} onClick={() => starting.mutate(offer.releaseId)} {...button}>
                {view.kind === 'failed' ? texts.tryAgain : texts.update}
              </Button>
            )}
          </NeedsNetwork>
        )}
      </DialogActions>
    </>
  );
}
