import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { NeedsNetwork, type NetworkProps } from '#ui/layout/needs-network.tsx';
import { Button, SegmentedControl } from '@mantine/core';
import { IconCurrentLocation, IconFileText, IconHeartbeat, IconLock, IconRefresh } from '@tabler/icons-react';
import { deviceCommandsRules as rules } from '@trace/contract/device-commands/device-commands.rules';
import { deviceCommandsTexts as texts } from '@trace/contract/device-commands/device-commands.texts';
import { useId, useState, type ReactNode } from 'react';
import type { CommandSender } from './device-commands-send.ts';
import part from './device-commands-part.module.css';

/**
 * Whether the user may locate the device. Otherwise the reason, and the action to request access. The server checks
 * each call again.
 */
export type LocationRight = { may: true } | { may: false; reason: string; onAsk: (() => void) | null };

interface ButtonsProps {
  name: string;
  giving: CommandSender;
  location: LocationRight;
  /** Checks for a firmware update. The page draws it, because firmware is another feature. */
  checkUpdate: (off: NetworkProps) => ReactNode;
}

type When = 'now' | 'wake';

const waits: { value: When; label: string }[] = [
  { value: 'now', label: texts.whenNow },
  { value: 'wake', label: texts.whenWake },
];

/** The commands for the device, and the choice for an unreachable device (CTRL-04). */
export function DeviceCommandsButtons({ name, giving, location, checkUpdate }: ButtonsProps) {
  const [when, setWhen] = useState<When>('now');
  const [isAsking, setAsking] = useState(false);
  const whenId = useId();
  const restart = () => {
    setAsking(false);
    giving.give({ command: 'restart', when, parameters: {} });
  };
  return (
    <section aria-label={texts.commands} className={part.part}>
      <h3 className={part.partTitle}>{texts.commands}</h3>
      <NeedsNetwork>
        {(off) => (
          <div className={part.buttons}>
            <LocationButton giving={giving} location={location} when={when} off={off} />
            <Button
              variant="default"
              leftSection={<IconHeartbeat size={17} stroke={1.7} />}
              loading={giving.isPending('getStatus')}
              onClick={() => giving.give({ command: 'getStatus', when, parameters: {} })}
              {...off}
            >
              {texts.getStatus}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileText size={17} stroke={1.7} />}
              loading={giving.isPending('getLogs')}
              onClick={() => giving.give({ command: 'getLogs', when, parameters: { limit: rules.logLimit } })}
              {...off}
            >
              {texts.getLogs}
            </Button>
            {checkUpdate(off)}
            <Button
              variant="default"
              leftSection={<IconRefresh size={17} stroke={1.7} />}
              loading={giving.isPending('restart')}
              onClick={() => setAsking(true)}
              {...off}
            >
              {texts.restart}
            </Button>
          </div>
        )}
      </NeedsNetwork>
      {!location.may && <p className={part.hint}>{location.reason}</p>}
      <p className={part.whenLabel} id={whenId}>
        {texts.whenLabel}
      </p>
      <SegmentedControl fullWidth aria-labelledby={whenId} value={when} data={waits} onChange={setWhen} />
      <p className={part.hint}>{when === 'now' ? texts.whenNowText : texts.whenWakeText}</p>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.restartAsk(name)}
        confirmLabel={texts.restartNow}
        onConfirm={restart}
        onClose={() => setAsking(false)}
      >
        {texts.restartLoses}
      </ConfirmDialog>
    </section>
  );
}

type LocationButtonProps = Pick<ButtonsProps, 'giving' | 'location'> & { when: When; off: NetworkProps };

function LocationButton({ giving, location, when, off }: LocationButtonProps) {
  if (location.may)
    return (
      <Button
        leftSection={<IconCurrentLocation size={17} stroke={1.7} />}
        loading={giving.isPending('getLocation')}
        onClick={() =>
          giving.give({
            command: 'getLocation',
            when,
            parameters: { priority: 'high', timeout: 10_000, reason: 'manual_ping' },
          })
        }
        {...off}
      >
        {texts.getLocation}
      </Button>
    );
  return (
    <Button
      variant="default"
      leftSection={<IconLock size={17} stroke={1.7} />}
      disabled={location.onAsk === null}
      onClick={() => location.onAsk?.()}
      {...off}
    >
      {texts.getLocation}
    </Button>
  );
}
