import { useNow } from '#lib/now.ts';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Switch } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { deviceCommandsRules as rules } from '@trace/contract/device-commands/device-commands.rules';
import type { DeviceCommand } from '@trace/contract/device-commands/device-commands.schema';
import { deviceCommandsTexts as texts } from '@trace/contract/device-commands/device-commands.texts';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { CommandSender } from './device-commands-send.ts';
import part from './device-commands-part.module.css';
import { sleepModeOf } from './device-commands-sleep.ts';

interface SettingsProps {
  commands: readonly DeviceCommand[];
  status: DeviceStatusView | undefined;
  giving: CommandSender;
}

const describe = (isOn: boolean): string => (isOn ? texts.sleepModeOn : texts.sleepModeOff);

/** Sleep mode, shown at once and reverted on failure (CTRL-02), and Bluetooth, which is locked. */
export function DeviceCommandsSettings({ commands, status, giving }: SettingsProps) {
  const nowMs = useNow('halfMinute');
  const kept = sleepModeOf(commands, status?.sleepModeEnabled ?? false, nowMs);
  const isOn = giving.wanted ?? kept.isOn;
  const isWaiting = giving.wanted === null && kept.isWaiting;
  const set = (sleepModeEnabled: boolean) =>
    giving.give({
      command: 'configure',
      when: 'now',
      parameters: { sleepModeEnabled, wakeInterval: sleepModeEnabled ? rules.wakeIntervalSec : 0 },
    });
  return (
    <section aria-label={texts.settings} className={part.part}>
      <h3 className={part.partTitle}>{texts.settings}</h3>
      <NeedsNetwork isTight>
        {(off) => (
          <Switch
            classNames={{ body: part.switchBody ?? '', labelWrapper: part.switchLabel ?? '' }}
            labelPosition="left"
            label={texts.sleepMode}
            // The kit's label holds the description too, which is read after the name.
            aria-label={texts.sleepMode}
            description={isWaiting ? texts.sleepModeWaits : describe(isOn)}
            checked={isOn}
            data-autofocus
            onChange={(event) => set(event.currentTarget.checked)}
            {...off}
          />
        )}
      </NeedsNetwork>
      <Switch
        classNames={{ body: part.switchBody ?? '', labelWrapper: part.switchLabel ?? '' }}
        labelPosition="left"
        label={
          <span className={part.locked}>
            <IconLock size={15} stroke={1.8} aria-hidden="true" />
            {texts.bluetooth}
          </span>
        }
        aria-label={texts.bluetooth}
        description={texts.bluetoothLocked}
        checked={false}
        disabled
        readOnly
      />
    </section>
  );
}
