import { formatAge, formatRemaining } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, Radio, Stack } from '@mantine/core';
import { accessMinutes, timeLeftMs, type AccessMinutes } from '@trace/contract/location-access/location-access.rules';
import { accessRequestTexts as words } from '@trace/contract/location-access/location-access.request.texts';
import type { AccessRequest } from '@trace/contract/location-access/location-access.schema';
import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';
import { useState, type FormEvent } from 'react';
import { useSingleFlight } from './location-access-single-flight.ts';
import { useOwnAccess, useRequestAccess, useWithdraw } from './location-access.request.queries.ts';

export interface LocationAccessRequestDialogProps {
  serial: string;
  name: string;
  /** The name of the device's user, if known. */
  user: string | null;
  onClose: () => void;
}

/**
 * Asks a device's user for access to its location for some minutes. Shows an earlier request instead while that request
 * is pending (LOCREQ-01).
 */
export function LocationAccessRequestDialog({ serial, name, user, onClose }: LocationAccessRequestDialogProps) {
  const { of, aheadMs } = useOwnAccess();
  const { request } = of(serial);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${texts.requestTitle}: ${name}`}
      text={words.text(name, user ?? words.itsUser)}
    >
      {request ? (
        <WaitingRequest request={request} aheadMs={aheadMs} onClose={onClose} />
      ) : (
        <RequestForm serial={serial} onClose={onClose} />
      )}
    </Dialog>
  );
}

function RequestForm({ serial, onClose }: { serial: string; onClose: () => void }) {
  const asking = useRequestAccess(serial);
  const askOnce = useSingleFlight(asking);
  const [minutes, setMinutes] = useState<AccessMinutes>(accessMinutes[0]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    askOnce(minutes, onClose);
  };
  return (
    <form onSubmit={submit}>
      <Radio.Group
        label={words.forHowLong}
        value={String(minutes)}
        onChange={(value) => setMinutes(accessMinutes.find((each) => String(each) === value)!)}
      >
        <Stack gap="xs" mt="xs">
          {accessMinutes.map((each) => (
            <Radio
              key={each}
              value={String(each)}
              label={texts.minutes(each)}
              data-autofocus={each === minutes || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
        <Button type="submit" loading={asking.isPending}>
          {words.send}
        </Button>
      </DialogActions>
    </form>
  );
}

interface WaitingRequestProps {
  request: AccessRequest;
  aheadMs: number;
  onClose: () => void;
}

function WaitingRequest({ request, aheadMs, onClose }: WaitingRequestProps) {
  const withdrawing = useWithdraw();
  const withdrawOnce = useSingleFlight(withdrawing);
  const nowMs = useNow('halfMinute') + aheadMs;
  const left = formatRemaining(timeLeftMs(request.expiresAt, nowMs) ?? 0);
  return (
    <>
      <p>{words.waiting({ minutes: request.minutes, ago: formatAge(request.requestedAt, nowMs), left })}</p>
      <DialogActions>
        <Button variant="default" loading={withdrawing.isPending} onClick={() => withdrawOnce(request, onClose)}>
          {texts.withdraw}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {words.keep}
        </Button>
      </DialogActions>
    </>
  );
}
