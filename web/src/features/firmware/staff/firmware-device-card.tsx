import { failureWords } from '#lib/http/api.ts';
import { formatDay, formatExact } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { FactRow, FactRows } from '#ui/data/fact-rows.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { channels, type Channel } from '@trace/contract/firmware/firmware.rules';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { StaffDeviceFirmware } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { FirmwareDeviceToken } from './firmware-device-token.tsx';
import { useSetChannel } from './firmware.device.queries.ts';
import classes from './firmware-device.module.css';
import { deviceFirmwareQuery } from './firmware.staff.queries.ts';

const texts = firmwareScreenTexts.device;

/** The firmware side of a device: what it reports, its channel, and its token. */
export function FirmwareDeviceCard({ serial }: { serial: string }) {
  const { data, error } = useQuery(deviceFirmwareQuery(serial));
  return (
    <SectionCard title={texts.title} isFlush>
      {data === undefined && error === null && <LoadingText>{texts.loading}</LoadingText>}
      {data === undefined && error !== null && (
        <div className={classes.failed}>
          <OutcomeLine tone="bad">{texts.failed(failureWords(error))}</OutcomeLine>
        </div>
      )}
      {data && <Content device={data} />}
    </SectionCard>
  );
}

function Content({ device }: { device: StaffDeviceFirmware }) {
  const { serialNumber, currentVersion, model, chip, tokenMadeAt } = device;
  const now = useNow('halfMinute');
  return (
    <>
      <FactRows>
        <FactRow name={texts.version}>
          {currentVersion && <span className={classes.mono}>{currentVersion}</span>}
        </FactRow>
        <FactRow name={texts.model}>{model}</FactRow>
        <FactRow name={texts.chip}>{chip}</FactRow>
        <FactRow name={texts.channel}>
          <ChannelSelect device={device} />
        </FactRow>
        <FactRow name={texts.token}>
          {tokenMadeAt === null ? (
            texts.noToken
          ) : (
            <time dateTime={tokenMadeAt} title={formatExact(tokenMadeAt)}>
              {texts.tokenMade} {formatDay(tokenMadeAt, now)}
            </time>
          )}
        </FactRow>
      </FactRows>
      <FirmwareDeviceToken serial={serialNumber} hasToken={tokenMadeAt !== null} />
    </>
  );
}

function ChannelSelect({ device: { serialNumber, channel } }: { device: StaffDeviceFirmware }) {
  const { mutate, isPending, variables } = useSetChannel(serialNumber);
  return (
    <NativeSelect
      size="xs"
      aria-label={texts.channel}
      data={channels.map((value) => ({ value, label: firmwareScreenTexts.channels[value] }))}
      value={isPending ? variables : channel}
      onChange={({ currentTarget: { value } }) => mutate(value as Channel)}
    />
  );
}
