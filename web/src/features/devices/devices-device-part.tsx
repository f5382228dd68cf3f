import { paths } from '#lib/paths.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Button, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { setupTexts as texts } from '@trace/contract/devices/registration/devices.setup.texts';
import type { KeyboardEvent, Ref } from 'react';
import classes from './devices-device-part.module.css';
import { DevicesScanButton } from './scan/devices-scan-button.tsx';
import type { Label } from '@trace/contract/devices/registration/devices.registration.rules';
import type { VerifyState } from './registration/devices-verify-attempts.ts';
import { DevicesVerifyProgress } from './registration/devices-verify-progress.tsx';

interface DevicesDevicePartProps {
  serial: string;
  claimCode: string;
  state: VerifyState;
  claimError: string | null;
  serialRef: Ref<HTMLInputElement>;
  claimRef: Ref<HTMLInputElement>;
  onSerial: (serial: string) => void;
  onClaimCode: (code: string) => void;
  onScan: (label: Label) => void;
  onVerify: () => void;
  onEdit: () => void;
  onCancel: () => void;
}

/** Which device: typed or scanned, verified, and locked from then on (REG-01 to REG-04). */
export function DevicesDevicePart(props: DevicesDevicePartProps) {
  const { state, onVerify } = props;
  const isVerified = state.phase === 'verified';
  const isBusy = state.phase === 'asking' || state.phase === 'waiting';
  return (
    <>
      <div className={classes.fields}>
        <SerialField {...props} isLocked={isVerified} isBusy={isBusy} />
        {needsClaimField(state) && <ClaimField {...props} isRequired={isVerified} />}
        <div className={classes.buttons}>
          <DevicesScanButton isDisabled={isBusy} onScan={props.onScan} />
          {isVerified ? (
            <Button variant="default" onClick={props.onEdit}>
              {texts.edit}
            </Button>
          ) : (
            <Button
              variant="light"
              loading={state.phase === 'asking' && state.attempt === 1}
              disabled={isBusy}
              onClick={onVerify}
            >
              {texts.verify}
            </Button>
          )}
        </div>
      </div>
      <DeviceOutcome state={state} onCancel={props.onCancel} />
    </>
  );
}

type FieldProps = DevicesDevicePartProps;

function SerialField({ isLocked, isBusy, ...props }: FieldProps & { isLocked: boolean; isBusy: boolean }) {
  const { serial, state, serialRef, onSerial, onVerify } = props;
  return (
    <TextInput
      ref={serialRef}
      label={texts.serial}
      required
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      // Leaves room for surrounding blanks. Verification rejects a serial that is too long.
      maxLength={100}
      readOnly={isLocked || isBusy}
      data-locked={isLocked || undefined}
      leftSection={isLocked ? <IconLock size={16} stroke={1.7} aria-hidden="true" /> : null}
      classNames={{ input: classes.mono ?? '' }}
      value={serial}
      onChange={(event) => onSerial(event.currentTarget.value)}
      onKeyDown={onEnter(isLocked || isBusy ? null : onVerify)}
      error={state.phase === 'unfit' && state.words}
    />
  );
}

function ClaimField({
  claimCode,
  claimError,
  claimRef,
  onClaimCode,
  isRequired,
}: FieldProps & { isRequired: boolean }) {
  return (
    <TextInput
      ref={claimRef}
      label={texts.claimCode}
      required={isRequired}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={100}
      classNames={{ input: classes.mono ?? '' }}
      value={claimCode}
      onChange={(event) => onClaimCode(event.currentTarget.value)}
      onKeyDown={onEnter(null)}
      error={claimError}
    />
  );
}

function DeviceOutcome({ state, onCancel }: { state: VerifyState; onCancel: () => void }) {
  if (state.phase === 'verified') return <OutcomeLine tone="good">{wordsOfVerified(state.verification)}</OutcomeLine>;
  if (state.phase === 'failed') {
    return (
      <OutcomeLine tone="bad" title={registrationTexts.verificationFailed}>
        {state.words}{' '}
        {state.ownSerial !== undefined && (
          <Link to={paths.installerDevices} search={{ q: state.ownSerial }}>
            {texts.showDevice}
          </Link>
        )}
      </OutcomeLine>
    );
  }
  if (state.phase !== 'asking' && state.phase !== 'waiting') return null;
  return state.words === null ? null : <DevicesVerifyProgress state={state} words={state.words} onCancel={onCancel} />;
}

/**
 * Shows the claim code field until verification says whether a code is needed, because the code is on the same label.
 */
const needsClaimField = (state: VerifyState): boolean =>
  state.phase !== 'verified' || state.verification.needsClaimCode;

const wordsOfVerified = ({ needsClaimCode }: { needsClaimCode: boolean }): string =>
  needsClaimCode ? `${texts.isFree} ${texts.needsClaim}` : texts.isFree;

/** Enter in a field submits only the field's own part and never the registration. */
const onEnter = (act: (() => void) | null) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  act?.();
};
